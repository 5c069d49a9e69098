"""Writes labels."""

from herbarium.models.label import Label
from herbarium.models.specimen import Specimen


def label(specimen: Specimen) -> Label:
    return Label([specimen.taxon.name, specimen.collected, specimen.barcode])
