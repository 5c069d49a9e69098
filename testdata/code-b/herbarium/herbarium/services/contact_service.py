"""Contacts, which are found by their address too."""

from herbarium.db import Database
from herbarium.models.contact import Contact


class ContactService:
    def __init__(self, database: Database):
        self.database = database

    def find_by_email(self, email: str) -> list[Contact]:
        rows = self.database.all("SELECT email, topic FROM contacts WHERE email = ?", email)
        return [Contact(**row) for row in rows]
