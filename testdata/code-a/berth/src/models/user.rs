//! People who may book.

#[derive(Clone, Debug)]
pub struct User {
    pub id: i64,
    pub email: String,
    pub password_hash: String,
    pub role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    Skipper,
    HarbourMaster,
}

impl User {
    pub fn may_allocate(&self) -> bool {
        self.role == Role::HarbourMaster
    }
}
