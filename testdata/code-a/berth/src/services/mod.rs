pub mod allocation;
pub mod billing;
pub mod harbour_authority;
pub mod mailer;
pub mod reminders;
pub mod tide_table;
