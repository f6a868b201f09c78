"""Errors about a database or a backup, as sentences a person can act on."""

from bot.ofc.errors import OfcError


class StoreError(OfcError):
    """A database or a backup that cannot be used, or cannot be written."""


class DamagedError(StoreError):
    """A file whose contents are no sound database."""


class MissingError(DamagedError):
    """A database of which nothing is left where it should be."""


class InUseError(StoreError):
    """A database that another bot works with."""
