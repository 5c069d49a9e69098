//! Users in the database.

use crate::db::Pool;
use crate::error::Error;
use crate::models::user::User;

pub struct UserRepository {
    pool: Pool,
}

impl UserRepository {
    pub fn new(pool: Pool) -> Self {
        UserRepository { pool }
    }

    pub async fn find(&self, id: i64) -> Result<Option<User>, Error> {
        let row = sqlx::query_as("SELECT * FROM users WHERE id = $1").bind(id).fetch_optional(&self.pool).await?;
        Ok(row)
    }

    pub async fn find_by_email(&self, email: &str) -> Result<Option<User>, Error> {
        let row = sqlx::query_as("SELECT * FROM users WHERE email = $1").bind(email).fetch_optional(&self.pool).await?;
        Ok(row)
    }

    pub async fn set_password(&self, id: i64, hash: &str) -> Result<(), Error> {
        sqlx::query("UPDATE users SET password_hash = $2 WHERE id = $1").bind(id).bind(hash).execute(&self.pool).await?;
        Ok(())
    }
}
