"""Specimens over HTTP."""

from herbarium.db import Database
from herbarium.services.specimen_service import SpecimenService


def routes(database: Database) -> dict:
    service = SpecimenService(database)
    return {"/specimens/by-barcode": lambda query: service.find_by_barcode(query["barcode"])}
