//! What lies at a berth.

#[derive(Clone, Debug)]
pub struct Vessel {
    pub id: i64,
    pub name: String,
    pub length: f32,
    pub draught: f32,
}
