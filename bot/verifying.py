"""Looking through all of a sound database: for `verify`, a backup, and one that is moved."""

from collections.abc import Iterator
from typing import TypeAlias

from bot.ledger.audit import ServerAudit, every_server
from bot.ledger.readable import first_unreadable
from bot.solo.solo_audit import first_wrong_game
from bot.store.engine import Connection
from bot.store.ledger.seals import WHOLE, Share

Finding: TypeAlias = ServerAudit | str
"""How a server was found, or a fault of what is of no server, in a sentence."""


def findings(db: Connection, share: Share = WHOLE) -> Iterator[Finding]:
    """The findings in a database; `share` says which hands of its servers are looked at."""
    found = first_unreadable(db)
    if found is not None:
        yield found
    yield from every_server(db, share)
    found = first_wrong_game(db)
    if found is not None:
        yield found


def is_fault(found: Finding) -> bool:
    """True if something does not fit."""
    return isinstance(found, str) or found.fault is not None


def first_fault(db: Connection) -> Finding | None:
    """The first thing that does not fit; None if all does."""
    return next(filter(is_fault, findings(db)), None)
