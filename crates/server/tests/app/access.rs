//! Who may talk to the server.

use serde_json::{Value, json};

use crate::client::{EARLIER_KEY, EARLIER_START, KEY, PASS, TOKEN, TestServer, hotseat};

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

/// The cookie that an answer sets, if any.
fn cookie_in(answer: &str) -> Option<&str> {
    let set = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "))?;
    set.split(';').next()
}

#[tokio::test]
async fn an_address_is_exchanged_for_a_cookie_once() {
    let server = TestServer::start().await;
    let own = format!("Host: localhost:{}\r\n", server.port);
    let open = async |token: &str| server.raw("GET", &format!("/?token={token}"), &own, "").await;
    let hello = async |headers: &str| {
        server.raw("GET", "/api/v1/hello", &format!("{own}{headers}"), "").await.0
    };
    let (status, answer) = open(TOKEN).await;
    assert_eq!(status, 303);
    assert!(answer.contains("HttpOnly") && answer.contains("SameSite=Strict"));
    let cookie = cookie_in(&answer).unwrap();
    assert_eq!(hello(&format!("Cookie: other=1; {cookie}\r\n")).await, 200);
    for token in [TOKEN, "wrong", KEY, PASS] {
        let (status, answer) = open(token).await;
        assert_eq!(status, 200, "the page itself is no secret");
        assert_eq!(cookie_in(&answer), None, "{token}");
    }
    assert_eq!(hello(&format!("Cookie: tengen-{}={TOKEN}\r\n", server.port)).await, 401);
    assert_eq!(hello(&format!("Authorization: Bearer {PASS}\r\n")).await, 401);
    // What the browser is started with is good for its address and nothing else.
    let (status, made) = server.ask("POST", "/address", &Value::Null).await;
    assert_eq!(status, 200);
    let ticket = made["url"].as_str().unwrap().rsplit('=').next().unwrap().to_owned();
    assert_eq!(hello(&format!("Authorization: Bearer {ticket}\r\n")).await, 401);
    assert!(cookie_in(&open(&ticket).await.1).is_some());
    assert_eq!(cookie_in(&open(&ticket).await.1), None);
    // The user's own scripts go on.
    for bearer in [TOKEN, KEY] {
        assert_eq!(hello(&format!("Authorization: Bearer {bearer}\r\n")).await, 200);
    }
}

/// The code of a page that knows this key.
fn code(key: &str, text: &str) -> String {
    use sha2::{Digest, Sha256};
    let pad = |with: u8| -> Vec<u8> {
        let mut block = key.as_bytes().to_vec();
        block.resize(64, 0);
        block.into_iter().map(|byte| byte ^ with).collect()
    };
    let inner = Sha256::digest([pad(0x36), text.as_bytes().to_vec()].concat());
    let outer = Sha256::digest([pad(0x5c), inner.to_vec()].concat());
    let digits =
        |byte: u8| [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap());
    outer.iter().copied().flat_map(digits).collect()
}

#[tokio::test]
async fn a_page_of_an_earlier_start_comes_back_after_the_program_has_proved_itself() {
    let server = TestServer::start().await;
    let port = server.port;
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let send = async |method: &str, body: Value| {
        let (status, answer) = server.raw(method, "/api/v1/return", &own, &body.to_string()).await;
        let content = answer.split_once("\r\n\r\n").unwrap().1;
        (status, serde_json::from_str(content).unwrap_or(Value::Null), answer)
    };
    let question = json!({ "start": EARLIER_START, "number": "mine" });
    let (status, proof, _) = send("POST", question.clone()).await;
    assert_eq!(status, 200);
    let number = proof["number"].as_str().unwrap();
    let right = code(EARLIER_KEY, &format!("program\n{port}\nmine\n{number}"));
    assert_eq!(proof["proof"], right, "whoever cannot say this gets nothing from the page");
    let answer = |proof: String| json!({ "start": EARLIER_START, "own_number": "mine", "number": number, "proof": proof });
    let right = code(EARLIER_KEY, &format!("page\n{port}\nmine\n{number}"));
    let (status, _, said) = send("PUT", answer(right.clone())).await;
    assert_eq!((status, cookie_in(&said)), (204, Some(&*format!("tengen-{port}={PASS}"))));
    let (status, _, said) = send("PUT", answer(right)).await;
    assert_eq!((status, cookie_in(&said)), (401, None), "overheard and said again");
    let (_, again, _) = send("POST", question).await;
    let mut guess = answer("0".repeat(64));
    guess["number"] = again["number"].clone();
    assert_eq!(send("PUT", guess).await.0, 401);
    assert_eq!(send("POST", json!({ "start": "nobody", "number": "" })).await.0, 401);
    // The key itself is for those who are in.
    assert_eq!(server.raw("GET", "/api/v1/return", &own, "").await.0, 401);
    assert!(server.get("/return").await["key"].is_string());
}

#[tokio::test]
async fn who_guesses_is_slowed_down_and_the_user_is_not() {
    let server = TestServer::start().await;
    let own = format!("Host: 127.0.0.1:{}\r\n", server.port);
    let hello = async |secret: &str| {
        let headers = format!("{own}Authorization: Bearer {secret}\r\n");
        server.raw("GET", "/api/v1/hello", &headers, "").await.0
    };
    let mut seen = Vec::new();
    for n in 0..60 {
        seen.push(hello(&format!("guess-{n}")).await);
    }
    assert_eq!(seen[0], 401);
    assert!(seen.iter().filter(|&&status| status == 429).count() > 10, "{seen:?}");
    assert_eq!(hello(TOKEN).await, 200, "the right one is let in all the time");
    let (status, answer) = server.raw("GET", "/?token=guess", &own, "").await;
    assert_eq!((status, answer.contains("too_many_tries")), (429, true));
    assert_eq!(server.raw("GET", "/", &own, "").await.0, 200);
    assert_eq!(server.raw("GET", "/api/v1/hello", &own, "").await.0, 401, "no guess at all");
    assert_eq!(server.raw("GET", &format!("/?token={TOKEN}"), &own, "").await.0, 303);
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
    let policy = answer.lines().find_map(|line| line.strip_prefix("content-security-policy: "));
    let connect = policy.unwrap().split("; ").find(|part| part.starts_with("connect-src"));
    let only_itself = format!("connect-src 'self' ws://127.0.0.1:{}", server.port);
    assert_eq!(connect, Some(only_itself.as_str()));
    let tag = answer.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = format!("{own}If-None-Match: {}\r\n", tag.trim());
    assert_eq!(server.raw("GET", "/", &again, "").await.0, 304);
    assert_eq!(server.raw("GET", "/no/such/file.js", &own, "").await.0, 404);
    let (status, answer) = server.ask("GET", "/no-such-thing", &Value::Null).await;
    assert_eq!((status, answer["code"].as_str()), (404, Some("not_found")));
}
