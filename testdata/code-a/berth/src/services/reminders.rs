//! Reminds skippers of their departure.

use crate::models::booking::Booking;
use crate::services::mailer::{self, Mail};

pub fn remind(address: &str, booking: &Booking) -> Result<(), String> {
    let body = format!("Berth {} is let again from day {}.", booking.berth, booking.departure / 86_400);
    mailer::send(&Mail { to: address.into(), subject: "Departure".into(), body })
}
