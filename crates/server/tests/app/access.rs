//! Who may talk to the server.

use serde_json::Value;

use crate::client::{EARLIER_PASS, PASS, TOKEN, TestServer, hotseat};

#[tokio::test]
async fn strangers_are_refused() {
    let server = TestServer::start().await;
    let own = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let bearer = format!("Authorization: Bearer {TOKEN}\r\n");
    let hello = "/api/v1/hello";
    let status = |headers: String| {
        let server = server.clone();
        async move { server.raw("GET", hello, &headers, "").await.0 }
    };
    assert_eq!(status(format!("{own}{bearer}")).await, 200);
    assert_eq!(status(own.clone()).await, 401, "no token");
    assert_eq!(status(format!("{own}Authorization: Bearer wrong\r\n")).await, 401);
    assert_eq!(status(format!("Host: evil.example\r\n{bearer}")).await, 403, "a rebound name");
    assert_eq!(status(format!("Host: 127.0.0.1:1\r\n{bearer}")).await, 403, "another port");
    let origin = |origin: &str| format!("{own}{bearer}Origin: {origin}\r\n");
    assert_eq!(status(origin("http://evil.example")).await, 403);
    assert_eq!(status(origin("null")).await, 403);
    assert_eq!(status(origin(&format!("http://127.0.0.1:{}", server.port))).await, 200);
}

#[tokio::test]
async fn the_token_of_the_address_becomes_a_cookie() {
    let server = TestServer::start().await;
    let own = format!("Host: localhost:{}\r\n", server.port);
    let (status, answer) = server.raw("GET", &format!("/?token={TOKEN}"), &own, "").await;
    assert_eq!(status, 303);
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let pair = cookie.split(';').next().unwrap();
    let headers = format!("{own}Cookie: other=1; {pair}\r\n");
    assert_eq!(server.raw("GET", "/api/v1/hello", &headers, "").await.0, 200);
    let (status, answer) = server.raw("GET", "/?token=wrong", &own, "").await;
    assert_eq!(status, 200, "the page itself is no secret");
    assert!(!answer.contains("set-cookie"));
}

#[tokio::test]
async fn a_page_of_an_earlier_start_gets_a_new_pass() {
    let server = TestServer::start().await;
    let port = server.port;
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let ask = async |headers: &str| server.raw("GET", "/api/v1/hello", headers, "").await;
    let cookie = |value: &str| format!("{own}Cookie: tengen-{port}={value}\r\n");
    let (status, answer) = ask(&cookie(EARLIER_PASS)).await;
    assert_eq!(status, 200);
    assert!(answer.contains(&format!("set-cookie: tengen-{port}={PASS};")));
    let (status, answer) = ask(&cookie(PASS)).await;
    assert_eq!((status, answer.contains("set-cookie")), (200, false));
    let elsewhere = format!("{}Origin: http://evil.example\r\n", cookie(EARLIER_PASS));
    assert_eq!(ask(&elsewhere).await.0, 403);
    assert_eq!(ask(&cookie(TOKEN)).await.0, 401, "what stands in an address is no pass");
    assert_eq!(ask(&format!("{own}Authorization: Bearer {EARLIER_PASS}\r\n")).await.0, 401);
    let (_, answer) = server.raw("GET", &format!("/?token={EARLIER_PASS}"), &own, "").await;
    assert!(!answer.contains("set-cookie"), "a pass is no token");
}

#[tokio::test]
async fn live_connections_are_guarded_too() {
    let server = TestServer::start().await;
    let id = server.create(&hotseat("freestyle")).await;
    let path = format!("/games/{id}/live");
    let own = format!("http://127.0.0.1:{}", server.port);
    assert!(server.connect_as(&path, &own, TOKEN).await.is_ok());
    assert!(server.connect_as(&path, "http://evil.example", TOKEN).await.is_err());
    assert!(server.connect_as(&path, &own, "wrong").await.is_err());
    assert!(server.connect("/games/nobody/live").await.is_err());
}

#[tokio::test]
async fn the_page_comes_with_a_tag_and_a_policy() {
    let server = TestServer::start().await;
    let own = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let (status, answer) = server.raw("GET", "/", &own, "").await;
    assert_eq!(status, 200);
    assert!(answer.contains("content-security-policy: default-src 'self'"));
    let tag = answer.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = format!("{own}If-None-Match: {}\r\n", tag.trim());
    assert_eq!(server.raw("GET", "/", &again, "").await.0, 304);
    assert_eq!(server.raw("GET", "/no/such/file.js", &own, "").await.0, 404);
    let (status, answer) = server.ask("GET", "/no-such-thing", &Value::Null).await;
    assert_eq!((status, answer["code"].as_str()), (404, Some("not_found")));
}
