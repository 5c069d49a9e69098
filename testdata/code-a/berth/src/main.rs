//! Starts the service.

use berth::config::Config;
use berth::routes;
use berth::state::AppState;
use berth::telemetry;

#[tokio::main]
async fn main() {
    telemetry::start();
    let config = Config::load("config/default.toml").expect("configuration");
    let address = config.server.address.clone();
    let state = AppState::connect(config).await.expect("database");
    let app = routes::router(state);
    let listener = tokio::net::TcpListener::bind(&address).await.expect("address");
    axum::serve(listener, app).with_graceful_shutdown(shutdown()).await.expect("server");
}

async fn shutdown() {
    tokio::signal::ctrl_c().await.expect("signal");
}
