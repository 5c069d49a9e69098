"""Addresses as people type them."""

import re

PLAUSIBLE = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def is_plausible(address: str) -> bool:
    """Whether it looks like an address at all."""
    return PLAUSIBLE.fullmatch(address.strip()) is not None


def normalise_email(address: str) -> str:
    """An address in small letters, without blanks around it."""
    return address.strip().lower()


def domain(address: str) -> str:
    """What stands behind the at sign."""
    return address.rpartition("@")[2]


def mask(address: str) -> str:
    """An address as it may stand in a log."""
    name, _, rest = address.partition("@")
    return f"{name[:1]}…@{rest}"
