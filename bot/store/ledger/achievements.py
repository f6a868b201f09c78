"""Achievements: the hand of a server with which somebody first reached something.

They follow from the hands alone, without void ones. When a hand becomes void, its achievements move
to the next hand that reached the same, if there is one; when it counts again, they move back.
"""

from collections.abc import Iterator
from typing import Any, Final

from bot.store import players
from bot.store.engine import Connection
from bot.values.ledger_records import Feat, FeatKind
from ofc_engine.board import Board
from ofc_engine.cards import JOKERS, Cards, parse_cards
from ofc_engine.jokers import rows_with_jokers

CLEAN_HANDS: Final = 10
"""Hands in a row without a foul that make an achievement."""
_SWEEP: Final = 2
_ROYAL: Final = set(range(10, 15))
_CONDITIONS: Final = {
    FeatKind.FANTASYLAND: "earned > 0",
    FeatKind.STAY: "earned > 0 AND fantasyland > 0",
    FeatKind.SWEEP: f"scoops >= {_SWEEP}",
    FeatKind.ROYAL: "is_foul = 0 AND fate = 'playing'",
}
"""The conditions on a result in SQL; for a royal flush `_fits` then looks at the board."""
KINDS: Final = (*_CONDITIONS, FeatKind.CLEAN)


def add(db: Connection, hand_id: int) -> None:
    """Record what the players of a newly booked hand reached with it for the first time."""
    for guild_id, player_id, number in _of_hand(db, hand_id):
        held = set(of_player(db, guild_id, player_id))
        for kind in KINDS:
            if kind not in held and _reached(db, guild_id, player_id, kind, number):
                _keep(db, guild_id, player_id, kind, number)


def _of_hand(db: Connection, hand_id: int) -> list[tuple[int, int, int]]:
    """The server of a hand, each of its players, and its number."""
    query = "SELECT guild_id, player_id, number FROM results WHERE hand_id = ?"
    rows = db.execute(query, (hand_id,)).fetchall()
    return [(row["guild_id"], row["player_id"], row["number"]) for row in rows]


def count_anew(db: Connection, guild_id: int, player_id: int) -> None:
    """Find the first hands that count with which a player reached each of them."""
    db.execute(
        "DELETE FROM achievements WHERE guild_id = ? AND player_id = ?", (guild_id, player_id)
    )
    for kind in KINDS:
        found = first(db, guild_id, player_id, kind)
        if found is not None:
            _keep(db, guild_id, player_id, kind, found)


def first(db: Connection, guild_id: int, player_id: int, kind: FeatKind) -> int | None:
    """The number of the hand with which a player first reached something; None if never."""
    if kind is FeatKind.CLEAN:
        run = 0
        for row in _results(db, guild_id, player_id, "TRUE", ()):
            run = 0 if row["is_foul"] else run + 1
            if run == CLEAN_HANDS:
                return row["number"]
        return None
    rows = _results(db, guild_id, player_id, _CONDITIONS[kind], ())
    return next((row["number"] for row in rows if _fits(kind, row["board"])), None)


def _reached(db: Connection, guild_id: int, player_id: int, kind: FeatKind, number: int) -> bool:
    """True if a player's latest hand, `number`, reaches it."""
    if kind is FeatKind.CLEAN:
        rows = db.execute(
            "SELECT is_foul FROM results WHERE guild_id = ? AND player_id = ? AND number <= ?"
            " AND is_void = 0 ORDER BY number DESC LIMIT ?",
            (guild_id, player_id, number, CLEAN_HANDS),
        ).fetchall()
        return len(rows) == CLEAN_HANDS and not any(row["is_foul"] for row in rows)
    rows = _results(db, guild_id, player_id, f"number = ? AND {_CONDITIONS[kind]}", (number,))
    return any(_fits(kind, row["board"]) for row in rows)


def _results(
    db: Connection, guild_id: int, player_id: int, where: str, values: tuple[Any, ...]
) -> Iterator[Any]:
    yield from db.execute(
        "SELECT number, is_foul, board FROM results WHERE guild_id = ? AND player_id = ?"
        f" AND is_void = 0 AND {where} ORDER BY number",
        (guild_id, player_id, *values),
    )


def _fits(kind: FeatKind, board: str) -> bool:
    """True if a board has what SQL cannot check: a royal flush, in Middle or Back."""
    return kind is not FeatKind.ROYAL or any(map(_is_royal, _as_read(board)[1:]))


def _as_read(board: str) -> list[Cards]:
    """The rows of a board, with the cards that jokers count as (R13.2)."""
    rows = [parse_cards(row.strip().replace("-", "")) for row in board.split("/")]
    if not any(card.is_joker for row in rows for card in row):
        return rows
    stands = rows_with_jokers(len(JOKERS), strict=False).stands(Board(*rows))
    return [tuple(stands.get(card, card) for card in row) for row in rows]


def _is_royal(row: Cards) -> bool:
    return {card.rank for card in row} == _ROYAL and len({card.suit for card in row}) == 1


def _keep(db: Connection, guild_id: int, player_id: int, kind: FeatKind, number: int) -> None:
    db.execute(
        "INSERT INTO achievements (guild_id, player_id, kind, hand_id, number)"
        " SELECT guild_id, ?, ?, hand_id, number FROM bookings WHERE guild_id = ? AND number = ?",
        (player_id, kind, guild_id, number),
    )


def of_player(db: Connection, guild_id: int, player_id: int) -> dict[FeatKind, int]:
    """A player's achievements in a server -> the number of the hand, the oldest first."""
    rows = db.execute(
        "SELECT kind, number FROM achievements WHERE guild_id = ? AND player_id = ?"
        " ORDER BY number, kind",
        (guild_id, player_id),
    )
    return {FeatKind(row["kind"]): row["number"] for row in rows}


def of_hand(db: Connection, hand_id: int) -> tuple[Feat, ...]:
    """The achievements that players first reached with a hand."""
    rows = db.execute(
        f"SELECT kind, {players.named('achievements.guild_id')} AS name, number"
        " FROM achievements JOIN players ON players.id = player_id"
        " WHERE hand_id = ? ORDER BY kind, player_id",
        (hand_id,),
    )
    return tuple(Feat(FeatKind(row["kind"]), row["name"], 0, row["number"]) for row in rows)
