//! The page, out of the executable.

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::failure::Failure;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Page;

/// A file of the page; every address that names none is the page itself, which reads the rest.
pub(crate) async fn serve(uri: Uri, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) || uri.path().starts_with("/api/") {
        return missing().into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    match Page::get(path) {
        Some(file) => answer(path, &file, &request),
        None if is_file => missing().into_response(),
        None => Page::get("index.html").map_or_else(
            || missing().into_response(),
            |file| answer("index.html", &file, &request),
        ),
    }
}

fn missing() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "not_found", "There is nothing at this address.", None)
}

fn answer(path: &str, file: &EmbeddedFile, request: &Request) -> Response {
    let hash = file.metadata.sha256_hash();
    let etag = format!("\"{:032x}\"", u128::from_be_bytes(first_half(hash)));
    let known = request.headers().get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = known.is_some_and(|known| known.contains(&etag));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        file.data.clone().into_response()
    };
    // Files under assets/ carry a hash of their content in their name.
    let keep = if path.starts_with("assets/") { "max-age=31536000, immutable" } else { "no-cache" };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind_of(path)));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        headers.insert(ETAG, etag);
    }
    response
}

/// Half of the hash tells two versions of a file apart.
fn first_half(hash: [u8; 32]) -> [u8; 16] {
    core::array::from_fn(|i| hash[i])
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
