//! Notices and their authors.

use axum::{routing::get, Router};

use crate::services::harbour_authority;
use crate::state::AppState;

pub fn routes() -> Router<AppState> {
    Router::new().route("/notices", get(latest))
}

async fn latest() -> String {
    harbour_authority::latest().body
}
