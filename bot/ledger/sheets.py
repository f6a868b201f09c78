"""A server's ledger, and its tournaments, as sheets; see docs/export.md."""

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final

from bot.game.tournaments.past_tournaments import PastTournament
from bot.ledger import export
from bot.ledger.export import ALL, Span
from bot.store import players
from bot.store.engine import Connection

_ENTRY_COLUMNS: Final = (
    "hand",
    "time",
    "player",
    "player_id",
    "opponent",
    "opponent_id",
    "points",
    "reverses",
    "reason",
)
_HAND_COLUMNS: Final = (
    "hand",
    "time",
    "channel_id",
    "season",
    "variant",
    "stake",
    "player",
    "player_id",
    "board",
    "fate",
    "fantasyland",
    "front_royalties",
    "middle_royalties",
    "back_royalties",
    "points",
    "void",
    "given_away",
    "luck",
)


_MARK: Final = "\ufeff"
"""The byte order mark, without which Excel takes UTF-8 for another encoding."""


def entries_csv(db: Connection, guild_id: int, span: Span = ALL) -> str:
    """Every entry of some hands, reversing ones included: what `player` won from `opponent`."""
    rows = db.execute(
        f"""
        SELECT b.number, e.booked_at, {players.named(":guild", "one")}, one.id,
            {players.named(":guild", "two")}, two.id, e.points,
            CASE WHEN e.reverses IS NULL THEN 0 ELSE 1 END, e.reason
        FROM entries e JOIN bookings b USING (hand_id)
            JOIN players one ON one.id = e.a JOIN players two ON two.id = e.b
        WHERE b.guild_id = :guild AND b.number BETWEEN :first AND :last ORDER BY b.number, e.id
        """,
        {"guild": guild_id, **span._asdict()},
    )
    return _csv(_ENTRY_COLUMNS, ((n, _time(at), *rest) for n, at, *rest in map(tuple, rows)))


def hands_csv(db: Connection, guild_id: int, span: Span = ALL) -> str:
    """A line for each player's part in some hands, with the board in the text notation."""
    rows = db.execute(
        f"""
        SELECT b.number, b.booked_at, b.channel_id, season, variant, stake,
            {players.named(":guild")}, players.id, board, fate, fantasyland, front, middle, back,
            points, b.is_void, given / 1000.0, luck / 1000.0
        FROM bookings b JOIN results r USING (hand_id) JOIN players ON players.id = r.player_id
            JOIN hands h ON h.id = b.hand_id JOIN tables t ON t.id = table_id
            LEFT JOIN judgements j ON j.hand_id = b.hand_id AND j.seat = r.seat
        WHERE b.guild_id = :guild AND b.number BETWEEN :first AND :last ORDER BY b.number, r.seat
        """,
        {"guild": guild_id, **span._asdict()},
    )
    return _csv(_HAND_COLUMNS, ((n, _time(at), *rest) for n, at, *rest in map(tuple, rows)))


def tournaments_csv(db: Connection, guild_id: int) -> str:
    """A line for each player's part in each hand of a server's tournaments that are over."""
    return sheet_of(db, export.past_tournaments_in(db, guild_id))


def sheet_of(db: Connection, past: Iterable[PastTournament]) -> str:
    """A line for each player's part in each hand of these tournaments, as CSV."""
    found = (line for each in past for line in export.lines(db, each))
    return _csv(export.COLUMNS, ((*line[:3], _time(line[3]), *line[4:]) for line in found))


def _csv(columns: Iterable[str], rows: Iterator[tuple[Any, ...]]) -> str:
    text = io.StringIO()
    text.write(_MARK)
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_harmless(value) for value in row] for row in rows)
    return text.getvalue()


def _harmless(value: object) -> object:
    """Prefix an apostrophe to text, such as a name, that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in set("=+-@\t") else value


def _time(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()
