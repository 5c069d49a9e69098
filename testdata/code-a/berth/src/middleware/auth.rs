//! Lets nobody through without a valid token.

use axum::{extract::Request, middleware::Next, response::Response};

use crate::auth;
use crate::error::Error;
use crate::repository::user_repository::UserRepository;
use crate::state::AppState;

pub async fn require_user(state: AppState, mut request: Request, next: Next) -> Result<Response, Error> {
    let header = request.headers().get("authorization").and_then(|h| h.to_str().ok()).unwrap_or("");
    let bearer = header.strip_prefix("Bearer ").ok_or(Error::Unauthenticated)?;
    let users = UserRepository::new(state.pool.clone());
    let user = auth::authenticate(&users, bearer).await?;
    request.extensions_mut().insert(user);
    Ok(next.run(request).await)
}
