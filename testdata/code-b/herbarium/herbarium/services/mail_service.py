"""Letters to borrowers, by email."""

from herbarium.models.user import User


class MailService:
    def __init__(self, sender: str):
        self.sender = sender
        self.sent: list[tuple[str, str]] = []

    def remind(self, user: User, due: str) -> None:
        self.sent.append((user.email, f"{user.salutation()}, the loan was due on {due}."))
