"""Joins the parts."""

from herbarium.config import Config
from herbarium.db import Database
from herbarium.routes import health, loans, specimens, users


class App:
    def __init__(self, config: Config, routes: dict):
        self.config = config
        self.routes = routes

    def serve(self) -> None:
        print(f"listening on {self.config.port}")


def build(config: Config) -> App:
    database = Database(config.database)
    routes = {}
    for module in (health, loans, specimens, users):
        routes.update(module.routes(database))
    return App(config, routes)
