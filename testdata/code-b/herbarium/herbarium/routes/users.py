"""Users over HTTP."""

from herbarium.db import Database
from herbarium.services.user_service import UserService


def routes(database: Database) -> dict:
    service = UserService(database)
    return {"/users/by-email": lambda query: service.find_by_email(query["email"])}
