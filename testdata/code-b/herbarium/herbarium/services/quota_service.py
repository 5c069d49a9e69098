"""How many sheets one user may have at home."""

from herbarium.models.loan import Loan

MOST = 40


def left(loans: list[Loan]) -> int:
    return max(0, MOST - sum(len(loan.specimens) for loan in loans))
