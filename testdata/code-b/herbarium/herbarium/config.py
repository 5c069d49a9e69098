"""Settings."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    database: str = "herbarium.db"
    port: int = 8088
    loan_days: int = 180
