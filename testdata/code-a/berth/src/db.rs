//! The pool of connections.

pub type Pool = sqlx::PgPool;

pub async fn connect(url: &str, connections: u32) -> Result<Pool, sqlx::Error> {
    sqlx::postgres::PgPoolOptions::new().max_connections(connections).connect(url).await
}
