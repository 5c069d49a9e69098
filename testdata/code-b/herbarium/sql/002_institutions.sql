CREATE TABLE institutions (
    id   INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    city TEXT NOT NULL
);
