"""Looks users up and keeps them."""

from herbarium.db import Database
from herbarium.errors import BadAddress
from herbarium.models.user import User
from herbarium.util.email_address import is_plausible, normalise_email


class UserService:
    """Users in the database."""

    def __init__(self, database: Database):
        self.database = database

    def find_by_email(self, email: str) -> User | None:
        """The user with an address, however it is written."""
        if not is_plausible(email):
            raise BadAddress(email)
        row = self.database.one("SELECT id, email, name FROM users WHERE email = ?", email)
        if row is None or normalise_email(row["email"]) != normalise_email(email):
            return None
        return self._user(row)

    def find(self, number: int) -> User | None:
        row = self.database.one("SELECT id, email, name FROM users WHERE id = ?", number)
        return self._user(row) if row else None

    def rename(self, number: int, name: str) -> None:
        self.database.change("UPDATE users SET name = ? WHERE id = ?", name.strip(), number)

    def _user(self, row) -> User:
        return User(id=row["id"], email=row["email"], name=row["name"])
