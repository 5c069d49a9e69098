//! Money in whole pence.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pence(pub i64);

impl fmt::Display for Pence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "£{}.{:02}", self.0 / 100, self.0 % 100)
    }
}
