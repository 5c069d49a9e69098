"""Metres and feet on old labels."""


def metres(feet: float) -> int:
    return round(feet * 0.3048)
