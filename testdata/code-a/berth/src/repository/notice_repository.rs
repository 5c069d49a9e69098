//! Notices in the database, by author.

use crate::db::Pool;
use crate::error::Error;
use crate::models::notice::Notice;

pub struct NoticeRepository {
    pool: Pool,
}

impl NoticeRepository {
    pub async fn by_author(&self, author: &str) -> Result<Vec<Notice>, Error> {
        Ok(sqlx::query_as("SELECT * FROM notices WHERE author = $1").bind(author).fetch_all(&self.pool).await?)
    }
}
