"""Addresses for questions, which need not be those of users."""

from dataclasses import dataclass


@dataclass
class Contact:
    email: str
    topic: str
