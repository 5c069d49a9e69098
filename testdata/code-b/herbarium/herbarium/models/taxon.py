"""Names of plants."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Taxon:
    name: str
    rank: str = "species"

    def genus(self) -> str:
        return self.name.split()[0]
