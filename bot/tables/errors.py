"""Refusals of a table, as sentences that a person can act on."""

from bot.ofc.errors import OfcError


class TableError(OfcError):
    """Something that this table, or this person, cannot do now."""


class StaleError(TableError):
    """A press on something that has changed since; the answer is a fresh screen."""
