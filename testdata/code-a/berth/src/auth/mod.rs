//! Authentication: who is asking, proven by a password once and by a token from then on.

pub mod password;
pub mod token;

#[cfg(test)]
mod tests;

use crate::config::AuthConfig;
use crate::error::Error;
use crate::models::user::User;
use crate::repository::user_repository::UserRepository;

/// Checks an email and a password, and gives a token for what comes after.
pub async fn login(users: &UserRepository, config: &AuthConfig, email: &str, secret: &str) -> Result<String, Error> {
    let user = users.find_by_email(email).await?.ok_or(Error::Unauthenticated)?;
    if !password::verify(secret, &user.password_hash) {
        return Err(Error::Unauthenticated);
    }
    Ok(token::issue(user.id, config.token_minutes))
}

/// Finds the user that a token was issued for.
pub async fn authenticate(users: &UserRepository, bearer: &str) -> Result<User, Error> {
    let id = token::read(bearer).ok_or(Error::Unauthenticated)?;
    users.find(id).await?.ok_or(Error::Unauthenticated)
}
