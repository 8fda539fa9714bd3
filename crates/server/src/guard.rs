//! Who may talk to the server. A web page of a stranger runs in the same browser as ours, so the
//! address alone protects nothing: the `Host` must be ours (against rebinding of names), the
//! `Origin` must be the page's own, and every request needs a secret of this start
//! ([`crate::access`]).

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, LOCATION, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::access::Access;
use crate::failure::Failure;
use crate::serve::Visit;
use crate::state::AppState;

/// Where a page proves that it was let in before: the one question that needs no secret.
const RETURN: &str = "/api/v1/return";

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// Somebody with a secret of this start.
    Known,
    /// Somebody who shows a secret, but not one of ours.
    Wrong,
    /// Somebody who shows none.
    Stranger,
}

fn entry(access: &Access, headers: &HeaderMap) -> Entry {
    let bearer = text(headers, AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let name = access.cookie_name();
    let cookie = text(headers, COOKIE).and_then(|cookies| {
        let mut pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(found, _)| *found == name).map(|(_, value)| value)
    });
    let is_known = bearer.is_some_and(|given| access.is_bearer(given))
        || cookie.is_some_and(|given| access.is_pass(given));
    match (is_known, bearer.or(cookie)) {
        (true, _) => Entry::Known,
        (false, Some(_)) => Entry::Wrong,
        (false, None) => Entry::Stranger,
    }
}

fn check(access: &Access, headers: &HeaderMap) -> Result<(), Failure> {
    let forbidden = |text| Failure::new(StatusCode::FORBIDDEN, "forbidden_origin", text, None);
    let Some(host) = text(headers, HOST).filter(|host| is_our_host(access, host)) else {
        return Err(forbidden("This address is not the server's own."));
    };
    match text(headers, ORIGIN) {
        Some(origin) if origin != format!("http://{host}") => {
            Err(forbidden("Another page may not use this server."))
        }
        _ => Ok(()),
    }
}

fn is_our_host(access: &Access, host: &str) -> bool {
    let names = ["127.0.0.1", "localhost", "[::1]"];
    access.is_open() || names.iter().any(|name| host == format!("{name}:{}", access.port()))
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Checks every request, and says on every answer what the page may do.
pub(crate) async fn guard(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let access = state.access();
    let policy = policy_for(access, request.headers());
    let mut response = match check(access, request.headers()) {
        Err(failure) => failure.into_response(),
        Ok(()) => match token_in_address(&request) {
            Some(token) if !is_api(&request) => open(access, &token, request, next).await,
            _ => answer(access, request, next).await,
        },
    };
    add_headers(response.headers_mut(), policy);
    response
}

fn is_api(request: &Request) -> bool {
    request.uri().path().starts_with("/api/")
}

/// An address with a token, which is exchanged for a cookie, once.
async fn open(access: &Access, token: &str, request: Request, next: Next) -> Response {
    let is_get = request.method() == Method::GET;
    if is_get && access.open_address(token) {
        return let_in(access, request.uri().path());
    }
    // Whoever is in already, as a page that is loaded again, need not be let in.
    if is_get && entry(access, request.headers()) != Entry::Known && access.is_guessing() {
        return too_many_guesses().into_response();
    }
    next.run(request).await
}

/// The page itself is no secret; what it asks for is.
async fn answer(access: &Access, request: Request, next: Next) -> Response {
    let is_guarded = is_api(&request) && !is_returning(&request);
    let entry = entry(access, request.headers());
    if is_guarded && entry != Entry::Known {
        let is_guessing = entry == Entry::Wrong && access.is_guessing();
        let refusal = if is_guessing { too_many_guesses() } else { unauthorized() };
        return refusal.into_response();
    }
    if entry == Entry::Known
        && let Some(visit) = request.extensions().get::<Visit>()
    {
        visit.let_in();
    }
    next.run(request).await
}

fn is_returning(request: &Request) -> bool {
    request.uri().path() == RETURN && matches!(*request.method(), Method::POST | Method::PUT)
}

fn unauthorized() -> Failure {
    let remedy = "Start the program again: it leads to the one that runs, with a new address.";
    let text = "This address lacks its token, or was opened before, or is too old.";
    Failure::new(StatusCode::UNAUTHORIZED, "unauthorized", text, Some(remedy))
}

fn too_many_guesses() -> Failure {
    let text = "Too many wrong tokens were tried.";
    let remedy = "Wait a moment. Whoever has the right one is let in all the time.";
    Failure::new(StatusCode::TOO_MANY_REQUESTS, "too_many_tries", text, Some(remedy))
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

/// What the page may load and ask: itself and nobody else. Some browsers do not count a WebSocket to
/// the same place as itself, so that is named, with the address the page was asked for.
fn policy_for(access: &Access, headers: &HeaderMap) -> HeaderValue {
    let is_plain = |host: &&str| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".:-[]".contains(&byte);
        is_our_host(access, host) && host.bytes().all(allowed)
    };
    let socket = text(headers, HOST).filter(is_plain).map(|host| format!(" ws://{host}"));
    let policy = format!(
        "default-src 'self'; connect-src 'self'{}; img-src 'self' data: blob:; \
         style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; frame-ancestors 'none'; \
         base-uri 'none'; form-action 'self'",
        socket.unwrap_or_default()
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'self'"))
}

fn add_headers(headers: &mut HeaderMap, policy: HeaderValue) {
    headers.insert("content-security-policy", policy);
    let fixed = [
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
