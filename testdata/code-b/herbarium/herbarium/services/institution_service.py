"""Herbaria that lend and borrow."""

from herbarium.db import Database
from herbarium.models.institution import Institution


class InstitutionService:
    def __init__(self, database: Database):
        self.database = database

    def find_by_code(self, code: str) -> Institution | None:
        row = self.database.one("SELECT code, city FROM institutions WHERE code = ?", code.upper())
        return Institution(row["code"], row["city"]) if row else None
