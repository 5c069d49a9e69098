from herbarium.services.loan_service import LoanService


def test_what_is_not_due_is_not_overdue(database):
    LoanService(database, 30).lend(1)
    assert LoanService(database, 30).overdue("2000-01-01") == []
