CREATE TABLE vessels (
    id     BIGSERIAL PRIMARY KEY,
    name   TEXT NOT NULL,
    length REAL NOT NULL,
    draught REAL NOT NULL
);
