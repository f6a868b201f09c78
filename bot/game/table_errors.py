"""Errors for whoever asks a table for something that cannot be."""

from bot.store.players import Player
from ofc_engine.errors import OfcError


class TableError(OfcError):
    """Something that this table, or this person, cannot do now."""


class StaleError(TableError):
    """A press on something that has changed since; the answer is a fresh screen."""


def only_host(host: Player) -> TableError:
    """The error for somebody who neither is this host nor manages the server."""
    return TableError(
        "Only the host, {name}, or somebody with Manage Server can do this.", name=host.name
    )
