//! What can go wrong, and the status that a client is told.

pub enum Error {
    Unauthenticated,
    Forbidden,
    NotFound,
    Conflict(String),
    Database(sqlx::Error),
}

impl From<sqlx::Error> for Error {
    fn from(e: sqlx::Error) -> Self {
        Error::Database(e)
    }
}

impl Error {
    pub fn status(&self) -> u16 {
        match self {
            Error::Unauthenticated => 401,
            Error::Forbidden => 403,
            Error::NotFound => 404,
            Error::Conflict(_) => 409,
            Error::Database(_) => 500,
        }
    }
}
