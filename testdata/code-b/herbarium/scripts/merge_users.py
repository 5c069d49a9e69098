"""Joins users that have the same address."""

import sys

from herbarium.db import Database

database = Database(sys.argv[1])
for row in database.all("SELECT lower(email) AS address, min(id) AS id FROM users GROUP BY 1 HAVING count(*) > 1"):
    print(row["address"], row["id"])
