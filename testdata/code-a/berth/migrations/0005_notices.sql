CREATE TABLE notices (
    id     BIGSERIAL PRIMARY KEY,
    author TEXT NOT NULL,
    body   TEXT NOT NULL
);
