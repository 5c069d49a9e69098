"""Takes in the lists of other herbaria."""

import csv
from collections.abc import Iterator

from herbarium.models.taxon import Taxon
from herbarium.util.text import squeeze


def taxa(path: str) -> Iterator[Taxon]:
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            yield Taxon(squeeze(row["name"]), row["rank"])
