"""Seals: over anything that is kept, and over each hand that is over, in a ledger or not."""

import hashlib
import json
from collections.abc import Sequence
from typing import Final

from bot.store.engine import Connection

_HAND: Final = """
    SELECT number, button, seeds, message, joined, by_seat, dealt_as, counts, seen, state,
        started_at, ended_at
    FROM hands WHERE id = ?
"""
_LINEUP: Final = """
    SELECT table_seat, COALESCE(former_id, player_id), seat, fantasyland, can_lose
    FROM lineups LEFT JOIN former_players USING (hand_id, player_id)
    WHERE hand_id = ? ORDER BY table_seat
"""
_OPERATIONS: Final = """
    SELECT operation, at, on_behalf FROM operations WHERE hand_id = ? ORDER BY number
"""
_OVER: Final = "SELECT id FROM hands WHERE state <> 'playing' AND seal IS NULL"


def digest(contents: Sequence[object], before: bytes = b"") -> bytes:
    """The SHA-256 of the seal before and of the contents as JSON, without blanks."""
    text = json.dumps(contents, separators=(",", ":"), ensure_ascii=False, default=bytes.hex)
    return hashlib.sha256(before + text.encode()).digest()


def of_hand(db: Connection, hand_id: int) -> bytes:
    """The seal over a hand as it is kept now: how it was dealt, its players, its operations."""
    parts = (_HAND, _LINEUP, _OPERATIONS)
    return digest([list(map(list, db.execute(query, (hand_id,)))) for query in parts])


def seal_hands(db: Connection) -> None:
    """Seal all hands that are over and have no seal yet."""
    for (hand_id,) in db.execute(_OVER).fetchall():
        db.execute("UPDATE hands SET seal = ? WHERE id = ?", (of_hand(db, hand_id), hand_id))
