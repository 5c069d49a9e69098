"""Text without surprises."""

import unicodedata


def squeeze(text: str) -> str:
    return " ".join(text.split())


def fold(text: str) -> str:
    return unicodedata.normalize("NFKD", text).casefold()
