//! Vessels in the database.

use crate::db::Pool;
use crate::error::Error;
use crate::models::vessel::Vessel;

pub struct VesselRepository {
    pool: Pool,
}

impl VesselRepository {
    pub async fn named(&self, name: &str) -> Result<Option<Vessel>, Error> {
        Ok(sqlx::query_as("SELECT * FROM vessels WHERE name = $1").bind(name).fetch_optional(&self.pool).await?)
    }
}
