//! Berths in the database.

use crate::db::Pool;
use crate::error::Error;
use crate::models::berth::Berth;

pub struct BerthRepository {
    pool: Pool,
}

impl BerthRepository {
    pub fn new(pool: Pool) -> Self {
        BerthRepository { pool }
    }

    pub async fn deep_enough(&self, draught: f32) -> Result<Vec<Berth>, Error> {
        Ok(sqlx::query_as("SELECT * FROM berths WHERE depth > $1").bind(draught).fetch_all(&self.pool).await?)
    }
}
