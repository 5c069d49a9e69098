//! Today's tides.

use axum::{routing::get, Router};

use crate::services::tide_table;
use crate::state::AppState;

pub fn routes() -> Router<AppState> {
    Router::new().route("/tides", get(today))
}

async fn today() -> String {
    tide_table::day(0).iter().map(|t| format!("{:.1}", t.metres)).collect::<Vec<_>>().join(" ")
}
