"""Says that it is there."""

from herbarium.db import Database


def routes(database: Database) -> dict:
    return {"/health": lambda query: "ok"}
