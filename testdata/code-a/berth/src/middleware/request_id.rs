//! A number for each request, so that its lines in the log go together.

use crate::util::ids;

pub fn next() -> String {
    format!("req-{}", ids::next())
}
