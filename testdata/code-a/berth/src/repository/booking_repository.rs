//! Bookings in the database.

use crate::db::Pool;
use crate::error::Error;
use crate::models::booking::Booking;

pub struct BookingRepository {
    pool: Pool,
}

impl BookingRepository {
    pub fn new(pool: Pool) -> Self {
        BookingRepository { pool }
    }

    pub async fn between(&self, from: i64, to: i64) -> Result<Vec<Booking>, Error> {
        Ok(sqlx::query_as("SELECT * FROM bookings WHERE arrival < $2 AND departure > $1").bind(from).bind(to).fetch_all(&self.pool).await?)
    }
}
