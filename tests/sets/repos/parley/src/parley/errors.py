"""What can go wrong."""


class ParleyError(Exception):
    """The root of all errors of this library."""


class UnknownChanel(ParleyError):
    """There is no channel of that name."""
