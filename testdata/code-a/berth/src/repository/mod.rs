pub mod berth_repository;
pub mod booking_repository;
pub mod invoice_repository;
pub mod notice_repository;
pub mod user_repository;
pub mod vessel_repository;
