CREATE TABLE loans (
    id       INTEGER PRIMARY KEY,
    borrower INTEGER NOT NULL REFERENCES users(id),
    due      TEXT NOT NULL,
    returned TEXT
);
