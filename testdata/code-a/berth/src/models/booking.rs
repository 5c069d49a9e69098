//! A vessel at a berth for some days.

#[derive(Clone, Debug)]
pub struct Booking {
    pub id: i64,
    pub berth: i64,
    pub vessel: i64,
    pub arrival: i64,
    pub departure: i64,
}

impl Booking {
    pub fn nights(&self) -> i64 {
        (self.departure - self.arrival) / 86_400
    }
}
