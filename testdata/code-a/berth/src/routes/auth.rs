//! Login and what it gives.

use axum::{extract::State, routing::post, Json, Router};
use serde::Deserialize;

use crate::auth;
use crate::error::Error;
use crate::repository::user_repository::UserRepository;
use crate::state::AppState;

#[derive(Deserialize)]
pub struct Credentials {
    email: String,
    password: String,
}

pub fn routes() -> Router<AppState> {
    Router::new().route("/login", post(login))
}

async fn login(State(state): State<AppState>, Json(given): Json<Credentials>) -> Result<String, Error> {
    let users = UserRepository::new(state.pool.clone());
    auth::login(&users, &state.config.auth, &given.email, &given.password).await
}
