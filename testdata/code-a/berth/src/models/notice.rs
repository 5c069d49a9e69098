//! Notices to mariners, each with its author.

#[derive(Clone, Debug)]
pub struct Notice {
    pub id: i64,
    pub author: String,
    pub body: String,
}
