"""Sheets with a plant on them."""

from dataclasses import dataclass

from herbarium.models.taxon import Taxon


@dataclass
class Specimen:
    barcode: str
    taxon: Taxon
    collected: str = ""
