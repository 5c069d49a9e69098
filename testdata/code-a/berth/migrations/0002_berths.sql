CREATE TABLE berths (
    id     BIGSERIAL PRIMARY KEY,
    pier   TEXT NOT NULL,
    length REAL NOT NULL,
    depth  REAL NOT NULL
);
