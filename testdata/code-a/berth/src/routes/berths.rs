//! Berths that are free.

use axum::{extract::State, routing::get, Router};

use crate::error::Error;
use crate::repository::berth_repository::BerthRepository;
use crate::state::AppState;

pub fn routes() -> Router<AppState> {
    Router::new().route("/berths", get(list))
}

async fn list(State(state): State<AppState>) -> Result<String, Error> {
    let found = BerthRepository::new(state.pool.clone()).deep_enough(1.5).await?;
    Ok(format!("{} berths", found.len()))
}
