"""Pages of a long list."""


def page(items: list, number: int, size: int = 50) -> list:
    return items[(number - 1) * size : number * size]
