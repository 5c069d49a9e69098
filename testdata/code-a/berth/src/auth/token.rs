//! Tokens that prove a login for a while.

use crate::util::clock;

/// Issues a token for a user.
pub fn issue(user: i64, minutes: i64) -> String {
    let until = clock::now() + minutes * 60;
    format!("{user}.{until}")
}

/// Reads the user out of a token that has not expired.
pub fn read(token: &str) -> Option<i64> {
    let (user, until) = token.split_once('.')?;
    if until.parse::<i64>().ok()? < clock::now() {
        return None;
    }
    user.parse().ok()
}
