use berth::models::user::{Role, User};

pub fn skipper() -> User {
    User { id: 7, email: "ailsa@harbour.example".into(), password_hash: berth::auth::password::hash("low water", 2), role: Role::Skipper }
}
