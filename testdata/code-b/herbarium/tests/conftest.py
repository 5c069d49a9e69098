import pathlib

import pytest

from herbarium.db import Database


@pytest.fixture
def database():
    database = Database(":memory:")
    for script in sorted(pathlib.Path("sql").glob("*.sql")):
        database.connection.executescript(script.read_text())
    return database
