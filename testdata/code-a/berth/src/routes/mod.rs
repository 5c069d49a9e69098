//! All routes of the service.

pub mod auth;
pub mod berths;
pub mod bookings;
pub mod health;
pub mod invoices;
pub mod notices;
pub mod tides;
pub mod vessels;

use axum::Router;

use crate::state::AppState;

pub fn router(state: AppState) -> Router {
    Router::new()
        .merge(health::routes())
        .merge(auth::routes())
        .merge(berths::routes())
        .merge(bookings::routes())
        .merge(invoices::routes())
        .merge(notices::routes())
        .merge(tides::routes())
        .merge(vessels::routes())
        .with_state(state)
}
