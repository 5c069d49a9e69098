//! Which origins a browser may ask from.

use axum::http::HeaderValue;

pub fn allowed(origin: &HeaderValue) -> bool {
    origin.to_str().is_ok_and(|o| o.ends_with(".harbour.example"))
}
