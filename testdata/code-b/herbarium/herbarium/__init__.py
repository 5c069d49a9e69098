"""Lends pressed plants."""

__version__ = "1.3.0"
