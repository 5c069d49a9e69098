pub mod auth;
pub mod cors;
pub mod logging;
pub mod rate_limit;
pub mod request_id;
