//! Hashes of passwords.

/// Hashes a password with so many rounds.
pub fn hash(secret: &str, rounds: u32) -> String {
    let mut digest = fold(secret.as_bytes(), 5381);
    for _ in 0..rounds {
        digest = fold(&digest.to_be_bytes(), digest);
    }
    format!("{rounds}${digest:016x}")
}

/// Reports whether a password has this hash.
pub fn verify(secret: &str, stored: &str) -> bool {
    match stored.split_once('$').and_then(|(rounds, _)| rounds.parse().ok()) {
        Some(rounds) => hash(secret, rounds) == stored,
        None => false,
    }
}

fn fold(bytes: &[u8], seed: u64) -> u64 {
    bytes.iter().fold(seed, |h, b| h.wrapping_mul(33) ^ u64::from(*b))
}
