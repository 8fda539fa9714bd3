//! Somebody who serves the same folder already.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Whoever needs longer than this to say hello is not there.
const PATIENCE: Duration = Duration::from_secs(2);
/// Enough of an answer to see whether it is ours.
const MOST_BYTES: u64 = 16;

/// Whether the server with this address, as an earlier start has written it down, is still running:
/// only that one knows the token, so whatever else may listen there now refuses it.
pub(crate) async fn is_running(url: &str) -> bool {
    let Some((host, token)) = parts(url) else { return false };
    timeout(PATIENCE, is_known_there(host, token)).await == Ok(Some(true))
}

fn parts(url: &str) -> Option<(&str, &str)> {
    url.strip_prefix("http://")?.split_once("/?token=")
}

async fn is_known_there(host: &str, token: &str) -> Option<bool> {
    let mut stream = TcpStream::connect(host).await.ok()?;
    let request = format!(
        "GET /api/v1/hello HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
         Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    stream.take(MOST_BYTES).read_to_end(&mut answer).await.ok()?;
    Some(answer.starts_with(b"HTTP/1.1 200 "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    /// Somebody who answers every request with this.
    async fn answering(answer: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut asked = [0; 1024];
            let n_bytes = stream.read(&mut asked).await.unwrap();
            assert!(asked[..n_bytes].starts_with(b"GET /api/v1/hello "));
            stream.write_all(answer.as_bytes()).await.unwrap();
        });
        format!("http://{host}/?token=abc")
    }

    #[tokio::test]
    async fn only_who_lets_the_token_in_is_the_neighbor() {
        let ours = answering("HTTP/1.1 200 OK\r\n\r\n{}").await;
        assert!(is_running(&ours).await);
        let stranger = answering("HTTP/1.1 401 Unauthorized\r\n\r\n").await;
        assert!(!is_running(&stranger).await);
        let other_program = answering("220 mail\r\n").await;
        assert!(!is_running(&other_program).await);
    }

    #[tokio::test]
    async fn nobody_is_no_neighbor() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap();
        drop(listener);
        assert!(!is_running(&format!("http://{host}/?token=abc")).await);
        assert!(!is_running("nonsense").await);
    }
}
