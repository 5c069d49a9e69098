"""What is lent to whom."""

from dataclasses import dataclass, field

from herbarium.models.specimen import Specimen
from herbarium.models.user import User


@dataclass
class Loan:
    borrower: User
    due: str
    specimens: list[Specimen] = field(default_factory=list)
