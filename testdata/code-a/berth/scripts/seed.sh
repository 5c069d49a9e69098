#!/bin/sh
psql berth -c "INSERT INTO berths (pier, length, depth) VALUES ('A', 12, 3), ('A', 14, 3)"
