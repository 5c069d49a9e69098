"""Finds names of plants by their beginning."""

from herbarium.models.taxon import Taxon
from herbarium.util.text import fold


def beginning(taxa: list[Taxon], prefix: str) -> list[Taxon]:
    return [taxon for taxon in taxa if fold(taxon.name).startswith(fold(prefix))]
