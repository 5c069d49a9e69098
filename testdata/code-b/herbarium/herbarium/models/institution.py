"""Herbaria of the world, by their code."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Institution:
    code: str
    city: str
