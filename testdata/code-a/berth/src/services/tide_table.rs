//! Tides by a sine: good enough to know when not to leave.

use crate::models::tide::Tide;

pub fn day(start: i64) -> Vec<Tide> {
    (0..24).map(|h| Tide { hour: start + h, metres: 2.0 + (h as f32 * 0.506).sin() * 1.4 }).collect()
}
