//! Pages of a long list.

pub struct Page {
    pub number: usize,
    pub size: usize,
}

impl Page {
    pub fn first() -> Page {
        Page { number: 1, size: 50 }
    }

    pub fn describe(&self) -> String {
        format!("page {} of {} each", self.number, self.size)
    }
}
