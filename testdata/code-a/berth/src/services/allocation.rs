//! Which vessel gets which berth.

use crate::models::berth::Berth;
use crate::models::booking::Booking;
use crate::models::vessel::Vessel;

/// The shortest berth that is long and deep enough.
pub fn best<'a>(vessel: &Vessel, free: &'a [Berth]) -> Option<&'a Berth> {
    free.iter()
        .filter(|b| b.length >= vessel.length && b.depth > vessel.draught)
        .min_by(|a, b| a.length.total_cmp(&b.length))
}

pub fn summary(bookings: &[Booking]) -> String {
    let nights: i64 = bookings.iter().map(Booking::nights).sum();
    format!("{} bookings, {nights} nights", bookings.len())
}
