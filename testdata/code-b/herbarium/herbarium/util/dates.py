"""Days as text."""

from datetime import date, timedelta


def in_days(days: int) -> str:
    return (date.today() + timedelta(days=days)).isoformat()


def year(day: str) -> int:
    return int(day[:4])
