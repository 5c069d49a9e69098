"""Contacts over HTTP."""

from herbarium.db import Database
from herbarium.services.contact_service import ContactService


def routes(database: Database) -> dict:
    service = ContactService(database)
    return {"/contacts/by-email": lambda query: service.find_by_email(query["email"])}
