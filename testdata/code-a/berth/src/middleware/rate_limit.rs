//! So many requests a minute for each address.

use std::collections::HashMap;
use std::net::IpAddr;

use crate::util::clock;

#[derive(Default)]
pub struct RateLimit {
    seen: HashMap<IpAddr, (i64, u32)>,
}

impl RateLimit {
    pub fn admits(&mut self, address: IpAddr, most: u32) -> bool {
        let minute = clock::now() / 60;
        let entry = self.seen.entry(address).or_insert((minute, 0));
        if entry.0 != minute {
            *entry = (minute, 0);
        }
        entry.1 += 1;
        entry.1 <= most
    }
}
