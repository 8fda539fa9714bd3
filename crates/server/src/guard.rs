//! Who may talk to the server. A web page of a stranger runs in the same browser as ours, so the
//! address alone protects nothing: the `Host` must be ours (against rebinding of names), the
//! `Origin` must be the page's own, and every request needs the token of this start or the pass that
//! a page got for it. On this machine passes of earlier starts let in too: a page that was open when
//! the program died goes on by itself.

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::failure::Failure;
use crate::state::AppState;

/// The conditions of access.
#[derive(Clone, Debug)]
pub struct Access {
    /// The secret in the address, new with every start.
    pub token: String,
    /// What a page keeps in its cookie once it was let in.
    pub pass: String,
    /// Passes of earlier starts, which are exchanged for the one of this start.
    pub earlier: Vec<String>,
    /// The port, which also tells two servers' cookies apart.
    pub port: u16,
    /// Whether other machines may connect, so that any `Host` is ours.
    pub is_open: bool,
}

impl Access {
    fn cookie_name(&self) -> String {
        format!("tengen-{}", self.port)
    }

    fn is_our_host(&self, host: &str) -> bool {
        let port = self.port;
        let names = ["127.0.0.1", "localhost", "[::1]"];
        self.is_open || names.iter().any(|name| host == format!("{name}:{port}"))
    }

    fn entry(&self, headers: &HeaderMap) -> Entry {
        let bearer = text(headers, AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let name = self.cookie_name();
        let cookie = text(headers, COOKIE).and_then(|cookies| {
            let mut pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
            pairs.find(|(found, _)| *found == name).map(|(_, value)| value)
        });
        let is_known = bearer.is_some_and(|given| is_same(given, &self.token))
            || cookie.is_some_and(|given| is_same(given, &self.pass));
        let is_from_before =
            cookie.is_some_and(|given| self.earlier.iter().any(|pass| is_same(given, pass)));
        match (is_known, is_from_before) {
            (true, _) => Entry::Known,
            (false, true) => Entry::FromBefore,
            (false, false) => Entry::Stranger,
        }
    }

    /// The cookie that lets a page in; nothing if the pass is no header value, which letters are.
    fn cookie(&self) -> Option<HeaderValue> {
        let (name, pass) = (self.cookie_name(), &self.pass);
        HeaderValue::from_str(&format!("{name}={pass}; Path=/; HttpOnly; SameSite=Strict")).ok()
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let forbidden = |text| Failure::new(StatusCode::FORBIDDEN, "forbidden_origin", text, None);
        let host = text(headers, HOST).filter(|host| self.is_our_host(host));
        let Some(host) = host else {
            return Err(forbidden("This address is not the server's own."));
        };
        match text(headers, ORIGIN) {
            Some(origin) if origin != format!("http://{host}") => {
                Err(forbidden("Another page may not use this server."))
            }
            _ => Ok(()),
        }
    }
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// Somebody with the token or the pass of this start.
    Known,
    /// A page that an earlier start let in.
    FromBefore,
    Stranger,
}

fn text(headers: &HeaderMap, name: axum::http::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Compares without telling by its duration how much was right.
fn is_same(a: &str, b: &str) -> bool {
    let differing = a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y));
    a.len() == b.len() && differing == 0
}

/// Checks every request, and says on every answer what the page may do.
pub(crate) async fn guard(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let access = state.access();
    let mut response = match access.check(request.headers()) {
        Err(failure) => failure.into_response(),
        Ok(()) => match token_in_address(&request) {
            Some(token) if is_same(&token, &access.token) => let_in(access, request.uri().path()),
            _ => answer(access, request, next).await,
        },
    };
    add_headers(response.headers_mut());
    response
}

/// The page itself is no secret; what it asks for is.
async fn answer(access: &Access, request: Request, next: Next) -> Response {
    let entry = access.entry(request.headers());
    if entry == Entry::Stranger && request.uri().path().starts_with("/api/") {
        return unauthorized().into_response();
    }
    let mut response = next.run(request).await;
    if let (Entry::FromBefore, Some(cookie)) = (entry, access.cookie()) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

fn unauthorized() -> Failure {
    let remedy = "Open the address again that the program printed when it started.";
    let text = "The server was started anew, or this address lacks its token.";
    Failure::new(StatusCode::UNAUTHORIZED, "unauthorized", text, Some(remedy))
}

fn token_in_address(request: &Request) -> Option<String> {
    let pairs = request.uri().query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(name, _)| *name == "token").map(|(_, value)| value.to_owned())
}

/// Gives the page its pass and leads to the address without the token.
fn let_in(access: &Access, path: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    if let (Some(cookie), Ok(path)) = (access.cookie(), HeaderValue::from_str(path)) {
        response.headers_mut().insert(SET_COOKIE, cookie);
        response.headers_mut().insert(LOCATION, path);
    }
    response
}

const CONTENT_POLICY: &str = "default-src 'self'; connect-src 'self' ws: wss:; \
     img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; \
     frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

fn add_headers(headers: &mut HeaderMap) {
    let fixed = [
        ("content-security-policy", CONTENT_POLICY),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
        ("cross-origin-resource-policy", "same-origin"),
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
