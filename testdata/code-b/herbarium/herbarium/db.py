"""The one connection."""

import sqlite3


class Database:
    """A connection that gives rows as dictionaries."""

    def __init__(self, path: str):
        self.connection = sqlite3.connect(path)
        self.connection.row_factory = sqlite3.Row

    def one(self, query: str, *values):
        return self.connection.execute(query, values).fetchone()

    def all(self, query: str, *values):
        return self.connection.execute(query, values).fetchall()

    def change(self, query: str, *values) -> None:
        with self.connection:
            self.connection.execute(query, values)
