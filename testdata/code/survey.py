"""Diving surveys of a kelp forest: plots, counts and a report."""

from __future__ import annotations

import csv
import json
import statistics as stats
from abc import ABC, abstractmethod
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterable, Iterator

from . import units
from .errors import SurveyError, UnknownSite as Unknown

MAX_DEPTH = 30.0
SITES = {
    "ferry": "Ferry Pier",
    "mill": "Mill Rock",
}
default_visibility = 4.0


@dataclass(frozen=True)
class Plot:
    """A square metre of rock that was looked at."""

    site: str
    depth: float
    counts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self):
        if not 0 <= self.depth <= MAX_DEPTH:
            raise SurveyError(f"depth of {self.depth} m")

    @property
    def total(self) -> int:
        """Plants of all species."""
        return sum(self.counts.values())

    @classmethod
    def from_row(cls, row: dict[str, str]) -> "Plot":
        """Read one row of a table.

        Columns that begin with n_ are counts.
        """
        counts = {
            key.removeprefix("n_"): int(value)
            for key, value in row.items()
            if key.startswith("n_") and value
        }
        return cls(row["site"], units.metres(row["depth"]), counts)


class Reader(ABC):
    """Gives plots from anywhere."""

    @abstractmethod
    def plots(self) -> Iterator[Plot]:
        ...

    def __iter__(self):
        return self.plots()


class TableReader(Reader):
    # Some tables come from spreadsheets.
    delimiter = ";"

    def __init__(self, path: Path, *, strict: bool = False) -> None:
        self.path = path
        self.strict = strict

    def plots(self) -> Iterator[Plot]:
        with self.path.open(newline="") as lines:
            for number, row in enumerate(csv.DictReader(lines, delimiter=self.delimiter), 2):
                try:
                    yield Plot.from_row(row)
                except (KeyError, ValueError, SurveyError) as fault:
                    if self.strict:
                        raise SurveyError(f"line {number}") from fault


class JSONReader(Reader):
    """Reads what the tablet of the boat writes."""

    def __init__(self, text: str):
        self.text = text

    def plots(self):
        for entry in json.loads(self.text)["plots"]:
            yield Plot(entry["site"], float(entry["depth"]), entry.get("counts", {}))


class Survey:
    """All plots of one year."""

    class Summary:
        """What a survey comes to at one site."""

        def __init__(self, site, plots):
            self.site = site
            self.plots = plots

        def density(self):
            return stats.fmean(plot.total for plot in self.plots)

    def __init__(self, year: int, plots: Iterable[Plot] = ()):
        self.year = year
        self._plots = defaultdict(list)
        self.extend(plots)

    def extend(self, plots):
        for plot in plots:
            if plot.site not in SITES:
                raise Unknown(plot.site)
            self._plots[plot.site].append(plot)

    def depth_limit(self, site: str, species: str, least: int = 1) -> float | None:
        """Depth of the deepest plot with so many plants; None if there is none."""
        depths = [p.depth for p in self._plots[site] if p.counts.get(species, 0) >= least]
        return max(depths, default=None)

    def summaries(self):
        for site in sorted(self._plots):
            yield self.Summary(site, self._plots[site])


def compare(before: Survey, after: Survey, species: str) -> dict[str, float]:
    """By how much the depth limit changed at every site, in metres."""

    def change(site):
        a = before.depth_limit(site, species)
        b = after.depth_limit(site, species)
        return None if a is None or b is None else b - a

    found = {site: change(site) for site in SITES}
    return {site: metres for site, metres in found.items() if metres is not None}


# The report is read by people who know the sites by name.
def report(survey: Survey, out) -> None:
    print(f"Survey of {survey.year}", file=out)
    for summary in survey.summaries():
        name = SITES[summary.site]
        print(f"{name:20} {len(summary.plots):4} plots {summary.density():8.2f} per m²", file=out)


async def upload(survey: Survey, client) -> str:
    answer = await client.post("/surveys", json={"year": survey.year})
    return answer.headers["location"]


square = lambda side: side * side

if __name__ == "__main__":
    import sys

    report(Survey(2023, TableReader(Path(sys.argv[1]))), sys.stdout)
