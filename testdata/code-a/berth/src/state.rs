//! What every handler shares.

use crate::config::Config;
use crate::db::{self, Pool};
use crate::error::Error;

#[derive(Clone)]
pub struct AppState {
    pub config: Config,
    pub pool: Pool,
}

impl AppState {
    pub async fn connect(config: Config) -> Result<AppState, Error> {
        let pool = db::connect(&config.database.url, config.database.connections).await?;
        Ok(AppState { config, pool })
    }
}
