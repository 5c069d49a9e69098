CREATE TABLE bookings (
    id     BIGSERIAL PRIMARY KEY,
    berth  BIGINT NOT NULL REFERENCES berths(id),
    vessel BIGINT NOT NULL REFERENCES vessels(id),
    arrival DATE NOT NULL,
    departure DATE NOT NULL
);
