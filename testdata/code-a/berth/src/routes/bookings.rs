//! Bookings: made, listed, cancelled.

use axum::{extract::State, routing::get, Router};

use crate::error::Error;
use crate::repository::booking_repository::BookingRepository;
use crate::services::allocation;
use crate::state::AppState;
use crate::util::clock;

pub fn routes() -> Router<AppState> {
    Router::new().route("/bookings", get(list))
}

async fn list(State(state): State<AppState>) -> Result<String, Error> {
    let today = clock::now();
    let found = BookingRepository::new(state.pool.clone()).between(today, today + 86_400).await?;
    Ok(allocation::summary(&found))
}
