"""What was lent in a year."""

from collections import Counter

from herbarium.models.loan import Loan


def by_institution(loans: list[Loan]) -> Counter:
    return Counter(loan.borrower.institution.code for loan in loans if loan.borrower.institution)
