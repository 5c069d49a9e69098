CREATE TABLE specimens (
    id        INTEGER PRIMARY KEY,
    barcode   TEXT NOT NULL UNIQUE,
    taxon     INTEGER NOT NULL REFERENCES taxa(id),
    collected TEXT
);
