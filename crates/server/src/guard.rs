//! Who may talk to the server. A web page of a stranger runs in the same browser as ours, so the
//! address alone protects nothing: the `Host` must be ours (against rebinding of names), the
//! `Origin` must be the page's own, and every request needs the token of this start.

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
    /// The secret of this start.
    pub token: String,
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

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let bearer = text(headers, AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let name = self.cookie_name();
        let cookie = text(headers, COOKIE).and_then(|cookies| {
            let mut pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
            pairs.find(|(found, _)| *found == name).map(|(_, value)| value)
        });
        [bearer, cookie].into_iter().flatten().any(|given| is_same(given, &self.token))
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
            _ if request.uri().path().starts_with("/api/")
                && !access.has_token(request.headers()) =>
            {
                unauthorized().into_response()
            }
            _ => next.run(request).await,
        },
    };
    add_headers(response.headers_mut());
    response
}

fn unauthorized() -> Failure {
    let way_out = "Open the address again that the program printed when it started.";
    let text = "The server was started anew, or this address lacks its token.";
    Failure::new(StatusCode::UNAUTHORIZED, "unauthorized", text, Some(way_out))
}

fn token_in_address(request: &Request) -> Option<String> {
    let pairs = request.uri().query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(name, _)| *name == "token").map(|(_, value)| value.to_owned())
}

/// Keeps the token in a cookie and leads to the address without it.
fn let_in(access: &Access, path: &str) -> Response {
    let cookie =
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", access.cookie_name(), access.token);
    let mut response = StatusCode::SEE_OTHER.into_response();
    // Both are made of letters and digits, so they are always header values.
    if let (Ok(cookie), Ok(path)) = (HeaderValue::from_str(&cookie), HeaderValue::from_str(path)) {
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
