//! Logs to standard error, one line an event.

pub fn start() {
    eprintln!("berth {}", env!("CARGO_PKG_VERSION"));
}

pub fn event(name: &str, detail: &str) {
    eprintln!("{name}: {detail}");
}
