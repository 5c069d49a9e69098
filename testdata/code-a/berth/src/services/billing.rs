//! What a stay costs.

use crate::util::money::Pence;

/// Price of some nights for a length in metres, at a rate for each metre.
pub fn price(nights: i64, length: f32, rate: Pence) -> Pence {
    Pence(nights * (length.ceil() as i64) * rate.0)
}
