"""People who borrow."""

from dataclasses import dataclass

from herbarium.models.institution import Institution


@dataclass
class User:
    """Somebody who may borrow specimens."""

    id: int
    email: str
    name: str
    institution: Institution | None = None

    def salutation(self) -> str:
        return f"Dear {self.name}"

    def initials(self) -> str:
        parts = self.name.split()
        return "".join(part[0].upper() for part in parts)


@dataclass
class UserCount:
    """How many users an institution has."""

    institution: Institution
    users: int
