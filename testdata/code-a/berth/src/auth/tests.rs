use super::{password, token};

#[test]
fn a_password_is_verified_by_its_hash() {
    let stored = password::hash("low water", 3);
    assert!(password::verify("low water", &stored));
    assert!(!password::verify("high water", &stored));
}

#[test]
fn an_expired_token_is_not_read() {
    assert_eq!(token::read(&token::issue(7, 5)), Some(7));
    assert_eq!(token::read(&token::issue(7, -5)), None);
}
