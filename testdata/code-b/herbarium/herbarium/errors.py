"""What can go wrong."""


class HerbariumError(Exception):
    """Of all errors of this package."""


class NotFound(HerbariumError):
    pass


class BadAddress(HerbariumError):
    pass
