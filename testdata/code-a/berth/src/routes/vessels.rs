//! Vessels that are known.

use axum::{routing::get, Router};

use crate::state::AppState;
use crate::util::pagination::Page;

pub fn routes() -> Router<AppState> {
    Router::new().route("/vessels", get(|| async { Page::first().describe() }))
}
