"""Finds sheets."""

from herbarium.db import Database
from herbarium.errors import NotFound
from herbarium.models.specimen import Specimen
from herbarium.models.taxon import Taxon


class SpecimenService:
    def __init__(self, database: Database):
        self.database = database

    def find_by_barcode(self, barcode: str) -> Specimen:
        row = self.database.one("SELECT s.barcode, t.name FROM specimens s JOIN taxa t ON t.id = s.taxon WHERE barcode = ?", barcode)
        if row is None:
            raise NotFound(barcode)
        return Specimen(row["barcode"], Taxon(row["name"]))
