CREATE TABLE contacts (
    id    INTEGER PRIMARY KEY,
    email TEXT NOT NULL,
    topic TEXT NOT NULL
);
