//! Says that the service is there.

use axum::{routing::get, Router};

use crate::state::AppState;

pub fn routes() -> Router<AppState> {
    Router::new().route("/health", get(|| async { "ok" }))
}
