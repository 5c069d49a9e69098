//! Height of water at an hour.

#[derive(Clone, Copy, Debug)]
pub struct Tide {
    pub hour: i64,
    pub metres: f32,
}
