//! Invoices in the database.

use crate::db::Pool;
use crate::error::Error;
use crate::models::invoice::Invoice;

pub struct InvoiceRepository {
    pool: Pool,
}

impl InvoiceRepository {
    pub async fn unpaid(&self) -> Result<Vec<Invoice>, Error> {
        Ok(sqlx::query_as("SELECT * FROM invoices WHERE NOT paid").fetch_all(&self.pool).await?)
    }
}
