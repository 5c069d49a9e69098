//! Settings, read once from a TOML file.

use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
pub struct Config {
    pub server: Server,
    pub database: Database,
    pub auth: AuthConfig,
    pub tides: Tides,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Server {
    pub address: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Database {
    pub url: String,
    pub connections: u32,
}

/// How long a token lives and how hard a password is hashed.
#[derive(Clone, Debug, Deserialize)]
pub struct AuthConfig {
    pub token_minutes: i64,
    pub hash_rounds: u32,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Tides {
    pub station: String,
}

impl Config {
    pub fn load(path: &str) -> Result<Config, String> {
        let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
        toml::from_str(&text).map_err(|e| e.to_string())
    }
}
