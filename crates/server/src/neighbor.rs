//! Somebody who serves the same folder already.

use std::path::Path;
use std::time::Duration;

use tengen_api::NewAddress;
use tengen_store::{FolderLock, make_private_folder};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use crate::remembered::Remembered;

/// Whoever needs longer than this to say hello is busy, or stands still.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long to wait between two looks at a folder that is locked.
const PAUSE: Duration = Duration::from_millis(50);
/// Enough of an answer to see whether it is ours.
const MOST_BYTES: u64 = 16;
const MOST_BYTES_OF_AN_ADDRESS: u64 = 4096;

/// Another program that serves the folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Neighbor {
    /// Its address, as far as it has written it down.
    pub(crate) url: Option<String>,
}

/// Takes the folder, unless somebody else has it. Nothing but the lock says whether that is so: a
/// program that is busy or stands still answers nobody and goes on writing later. Where there are no
/// locks, whoever answers at the address of the last start is the one.
pub(crate) async fn lock_or_meet(folder: &Path) -> Result<Option<FolderLock>, Neighbor> {
    // If this fails, the folder knows no lock, and the games file says what is wrong with it.
    let _ = make_private_folder(folder);
    let last_look = Instant::now() + PATIENCE;
    loop {
        let taken = FolderLock::try_take(folder);
        if let Ok(Some(lock)) = taken {
            return Ok(Some(lock));
        }
        let url = Remembered::read(folder).url().map(str::to_owned);
        let answers = match &url {
            Some(url) => is_running(url).await,
            None => false,
        };
        if answers {
            return Err(Neighbor { url });
        }
        if taken.is_err() {
            return Ok(None);
        }
        // It may have begun just now and not listen yet, or be about to end.
        if Instant::now() >= last_look {
            return Err(Neighbor { url });
        }
        sleep(PAUSE).await;
    }
}

/// Whether the server with this address, as an earlier start has written it down, is still running:
/// only that one knows the token, so whatever else may listen there now refuses it.
async fn is_running(url: &str) -> bool {
    let Some((host, token)) = parts(url) else { return false };
    timeout(PATIENCE, is_known_there(host, token)).await == Ok(Some(true))
}

fn parts(url: &str) -> Option<(&str, &str)> {
    url.strip_prefix("http://")?.split_once("/?token=")
}

async fn is_known_there(host: &str, token: &str) -> Option<bool> {
    let answer = ask(host, token, "GET /api/v1/hello", MOST_BYTES).await?;
    Some(answer.starts_with("HTTP/1.1 200 "))
}

async fn ask(host: &str, key: &str, what: &str, most_bytes: u64) -> Option<String> {
    let mut stream = TcpStream::connect(host).await.ok()?;
    let request = format!(
        "{what} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\n\
         Content-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    stream.take(most_bytes).read_to_end(&mut answer).await.ok()?;
    String::from_utf8(answer).ok()
}

/// An address of the server that runs, which opens once and soon. Where it gives none, the one it
/// has written down without what would let anybody in.
pub(crate) async fn new_address(url: &str) -> String {
    let Some((host, key)) = parts(url) else { return url.to_owned() };
    let asked = ask(host, key, "POST /api/v1/address", MOST_BYTES_OF_AN_ADDRESS);
    let answer = timeout(PATIENCE, asked).await.ok().flatten();
    let found = answer.and_then(|answer| {
        let (_, body) = answer.split_once("\r\n\r\n")?;
        serde_json::from_str::<NewAddress>(body).ok()
    });
    found.map_or_else(|| format!("http://{host}/"), |found| found.url)
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
