//! What is owed.

use axum::{routing::get, Router};

use crate::services::billing;
use crate::state::AppState;
use crate::util::money::Pence;

pub fn routes() -> Router<AppState> {
    Router::new().route("/invoices/rate", get(rate))
}

async fn rate() -> String {
    billing::price(1, 10.0, Pence(250)).to_string()
}
