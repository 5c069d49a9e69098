"""Loans over HTTP."""

from herbarium.db import Database
from herbarium.services.loan_service import LoanService


def routes(database: Database) -> dict:
    service = LoanService(database, 180)
    return {"/loans/overdue": lambda query: service.overdue(query["today"])}
