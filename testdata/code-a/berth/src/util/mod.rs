pub mod clock;
pub mod ids;
pub mod money;
pub mod pagination;
