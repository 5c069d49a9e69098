//! One line for each request.

use axum::{extract::Request, middleware::Next, response::Response};

use crate::telemetry;

pub async fn log(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    telemetry::event(&path, response.status().as_str());
    response
}
