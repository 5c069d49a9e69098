//! What a stay costs.

use crate::util::money::Pence;

#[derive(Clone, Debug)]
pub struct Invoice {
    pub booking: i64,
    pub total: Pence,
    pub paid: bool,
}
