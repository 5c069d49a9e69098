//! Sends mail.

pub struct Mail {
    pub to: String,
    pub subject: String,
    pub body: String,
}

pub fn send(mail: &Mail) -> Result<(), String> {
    if mail.to.contains('@') { Ok(()) } else { Err(format!("no address: {}", mail.to)) }
}
