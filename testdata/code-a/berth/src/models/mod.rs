pub mod berth;
pub mod booking;
pub mod invoice;
pub mod notice;
pub mod tide;
pub mod user;
pub mod vessel;
