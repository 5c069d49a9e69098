//! A place at a pier.

#[derive(Clone, Debug)]
pub struct Berth {
    pub id: i64,
    pub pier: String,
    pub length: f32,
    pub depth: f32,
}
