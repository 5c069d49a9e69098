//! From a login to a request with its token.

mod common;

use berth::auth::{password, token};

#[test]
fn a_login_gives_a_token_that_names_the_user() {
    let user = common::skipper();
    assert!(password::verify("low water", &user.password_hash));
    let issued = token::issue(user.id, 30);
    assert_eq!(token::read(&issued), Some(user.id));
}
