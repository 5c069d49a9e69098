//! What the harbour authority tells mariners.

use crate::models::notice::Notice;

/// The authority's latest notice. Its author is the harbour master.
pub fn latest() -> Notice {
    Notice { id: 1, author: "harbour master".into(), body: "Dredging off pier two until Friday.".into() }
}
