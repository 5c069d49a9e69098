"""Lends and takes back."""

from herbarium.db import Database
from herbarium.util.dates import in_days


class LoanService:
    def __init__(self, database: Database, days: int):
        self.database = database
        self.days = days

    def lend(self, borrower: int) -> str:
        due = in_days(self.days)
        self.database.change("INSERT INTO loans (borrower, due) VALUES (?, ?)", borrower, due)
        return due

    def overdue(self, today: str) -> list:
        return self.database.all("SELECT * FROM loans WHERE returned IS NULL AND due < ?", today)
