"""Seals: a chain of them over each server's ledger, and one over each hand that is over."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from bot.store.engine import Connection, streamed

# Each night checks the newest hands, where damage is likeliest, and a share of the others, so that
# all have their turn within some nights however large the ledger is.
_AT_ONCE: Final = 10_000
_NEWEST: Final = 2_000


@dataclass(frozen=True)
class Share:
    """Share `part` of `parts` of things that are numbered up to `last`.

    Everything is in one of the shares; the newest are in all of them.
    """

    part: int
    parts: int
    last: int

    @staticmethod
    def of_night(night: int, last: int) -> "Share":
        """The share of a night (days since 1970): the newest 2,000 and 10,000 others."""
        parts = max(1, -(-(last - _NEWEST) // _AT_ONCE))
        return Share(night % parts, parts, last)

    @property
    def newest(self) -> int:
        """The last number before the newest."""
        return self.last - _NEWEST

    def has(self, number: int) -> bool:
        """True if the thing of that number belongs to the share."""
        return number > self.newest or number % self.parts == self.part


WHOLE: Final = Share(0, 1, 0)
"""Everything."""


# --- seals -----------------------------------------------------------------------------------

_NO_SEAL: Final = bytes(32)


class SealKind(StrEnum):
    """The kinds of things that are sealed."""

    HAND = "hand"
    """A booked hand: its deal, players, operations, results and entries."""
    VOID = "void"
    """A correction: the entries that make a hand void, or make it count again."""
    SEASON = "season"
    """A season that has ended, with its table."""


class Seal(NamedTuple):
    """A server's seal with its number, from 1; `about` is the number of the hand or season."""

    number: int
    kind: SealKind
    about: int
    seal: bytes

    @property
    def written(self) -> str:
        """The form that people note down and `verify --seal` takes: `15:5e21...`."""
        return f"{self.number}:{self.seal.hex()}"


def add(db: Connection, guild_id: int, kind: SealKind, about: int) -> None:
    """Seal what has just been stored; `about` is the number of a hand or season of the server."""
    last = latest(db, guild_id)
    number, before = (1, _NO_SEAL) if last is None else (last.number + 1, last.seal)
    nth = 1 if kind is not SealKind.VOID else 1 + _corrections(db, guild_id, about)
    db.execute(
        "INSERT INTO seals (guild_id, number, kind, about, seal) VALUES (?, ?, ?, ?, ?)",
        (guild_id, number, kind, about, _seal(db, guild_id, kind, about, nth, before)),
    )


def _corrections(db: Connection, guild_id: int, number: int) -> int:
    """How many corrections of a hand are sealed."""
    # `kind <> 'hand'`, here and elsewhere, makes SQLite use the partial index `seals_but_of_hands`.
    return db.execute(
        "SELECT COUNT(*) FROM seals"
        " WHERE guild_id = ? AND kind = 'void' AND kind <> 'hand' AND about = ?",
        (guild_id, number),
    ).fetchone()[0]


def latest(db: Connection, guild_id: int) -> Seal | None:
    """A server's latest seal; None if nothing has been booked there."""
    row = db.execute(
        "SELECT number, kind, about, seal FROM seals WHERE guild_id = ?"
        " ORDER BY number DESC LIMIT 1",
        (guild_id,),
    ).fetchone()
    return None if row is None else _read(row)


def of_season(db: Connection, guild_id: int, number: int) -> Seal | None:
    """The seal over a season and all that was booked before its end; None if it has not ended."""
    row = db.execute(
        "SELECT number, kind, about, seal FROM seals"
        " WHERE guild_id = ? AND kind = 'season' AND kind <> 'hand' AND about = ?",
        (guild_id, number),
    ).fetchone()
    return None if row is None else _read(row)


def is_kept(db: Connection, written: str) -> bool:
    """True if any server has this seal, as `Seal.written` gives it."""
    number, _, seal = written.partition(":")
    query = "SELECT 1 FROM seals WHERE number = ? AND seal = ?"
    return db.execute(query, (int(number), bytes.fromhex(seal))).fetchone() is not None


def every(db: Connection, guild_id: int) -> Iterator[Seal]:
    """All seals of a server, in order."""
    rows = streamed(
        db,
        "SELECT number, kind, about, seal FROM seals WHERE guild_id = ? ORDER BY number",
        (guild_id,),
    )
    return map(_read, rows)


def first_broken(db: Connection, guild_id: int, share: Share = WHOLE) -> Seal | None:
    """The first seal of a server that does not match what is stored now; None if all do.

    Only the seals of the share are checked.
    """
    before = _NO_SEAL
    corrections = Counter[int]()
    for each in every(db, guild_id):
        corrections[each.about] += each.kind is SealKind.VOID
        nth = corrections[each.about]
        if share.has(each.number) and each.seal != _seal(
            db, guild_id, each.kind, each.about, nth, before
        ):
            return each
        before = each.seal
    return None


def first_missing(db: Connection, guild_id: int) -> str | None:
    """The first thing with no seal or too many, in a sentence; None if each has its own."""
    missing = db.execute(_UNSEALED, {"guild": guild_id}).fetchone()
    if missing is not None:
        return f"{missing[0].capitalize()} #{missing[1]} is not sealed as it should be."
    numbers = db.execute(
        "SELECT COUNT(*), COALESCE(MAX(number), 0) FROM seals WHERE guild_id = ?", (guild_id,)
    ).fetchone()
    return None if numbers[0] == numbers[1] else "A seal is missing."


def _read(row: Any) -> Seal:  # noqa: ANN401 - a row or a tuple
    number, kind, about, seal = row
    return Seal(number, SealKind(kind), about, seal)


def _seal(
    db: Connection, guild_id: int, kind: SealKind, about: int, nth: int, before: bytes
) -> bytes:
    """The seal over something that is stored; a correction is the `nth` of its hand."""
    values = (guild_id, about, nth) if kind is SealKind.VOID else (guild_id, about)
    parts = [db.execute(query, values).fetchall() for query in _CONTENTS[kind]]
    return digest([kind, about, *([list(row) for row in rows] for rows in parts)], before)


_HAND: Final = """
    SELECT season, b.channel_id, variant, booked_at, origin, rules, stake, h.number, h.button,
        CASE WHEN h.message IS NULL THEN seeds ELSE h.message || ':' || joined || ':' || seeds END,
        secret, commitment
    FROM bookings b JOIN hands h ON h.id = hand_id JOIN tables t ON t.id = h.table_id
        LEFT JOIN deals d ON d.table_id = h.table_id AND d.number = h.number
    WHERE b.guild_id = ? AND b.number = ?
"""
_LINEUP: Final = """
    SELECT table_seat, COALESCE(former_id, player_id), seat, fantasyland, can_lose
    FROM bookings b JOIN lineups USING (hand_id) LEFT JOIN former_players USING (hand_id, player_id)
    WHERE b.guild_id = ? AND b.number = ? ORDER BY table_seat
"""
_OPERATIONS: Final = """
    SELECT operation, at, on_behalf FROM bookings b JOIN operations o USING (hand_id)
    WHERE b.guild_id = ? AND b.number = ? ORDER BY o.number
"""
_RESULTS: Final = """
    SELECT seat, COALESCE(former_id, player_id), board, fate, fantasyland, earned, is_foul, scoops,
        front, middle, back, points
    FROM bookings b JOIN results USING (hand_id) LEFT JOIN former_players USING (hand_id, player_id)
    WHERE b.guild_id = ? AND b.number = ? ORDER BY seat
"""
_BOOKED: Final = """
    SELECT CASE WHEN x < y THEN x ELSE y END AS a, CASE WHEN x < y THEN y ELSE x END AS b,
        CASE WHEN x < y THEN points ELSE -points END AS points, reason, booked_at, id
    FROM (
        SELECT COALESCE(one.former_id, a) AS x, COALESCE(two.former_id, b) AS y, points, reason,
            e.booked_at, e.id
        FROM bookings g JOIN entries e USING (hand_id)
            LEFT JOIN former_players one ON one.hand_id = e.hand_id AND one.player_id = a
            LEFT JOIN former_players two ON two.hand_id = e.hand_id AND two.player_id = b
        WHERE g.guild_id = ? AND g.number = ? AND {which}
    ) AS booked
"""
"""Entries under the ids that players had when the hand was sealed, the lower id first."""
_ENTRIES: Final = f"""
    SELECT a, b, points, booked_at FROM ({_BOOKED.format(which="+reverses IS NULL")}) AS entries
    ORDER BY a, b
"""
_CORRECTION: Final = f"""
    SELECT a, b, points, reason, booked_at FROM (
        SELECT a, b, points, reason, booked_at,
            ROW_NUMBER() OVER (PARTITION BY a, b ORDER BY id) AS nth
        FROM ({_BOOKED.format(which="reverses IS NOT NULL")}) AS reversing
    ) AS corrections WHERE nth = ? ORDER BY a, b
"""
_SEASON: Final = """
    SELECT name, started_at, ended_at FROM seasons WHERE guild_id = ? AND number = ?
"""
_FINALS: Final = """
    SELECT place, player_id, hands, points, best, worst
    FROM seasons JOIN (
        SELECT season_id, place, player_id, hands, points, best, worst FROM former_finals
        UNION ALL
        SELECT season_id, place, player_id, hands, points, best, worst FROM finals f
        WHERE NOT EXISTS (SELECT 1 FROM former_finals o WHERE o.season_id = f.season_id)
    ) AS sealed ON season_id = seasons.id
    WHERE guild_id = ? AND number = ? ORDER BY place
"""
_UNSEALED: Final = """
    SELECT kind, about FROM (
        SELECT kind, about, 1 AS has, 0 AS wants FROM seals WHERE guild_id = :guild
        UNION ALL SELECT 'hand', number, 0, 1 FROM bookings WHERE guild_id = :guild
        UNION ALL SELECT 'void', number, 0, COUNT(reverses) / (COUNT(*) - COUNT(reverses))
        FROM bookings JOIN entries USING (hand_id) WHERE bookings.guild_id = :guild
        GROUP BY number HAVING COUNT(reverses) > 0
        UNION ALL SELECT 'season', number, 0, 1 FROM seasons
        WHERE guild_id = :guild AND ended_at IS NOT NULL
    ) AS sealed
    GROUP BY kind, about HAVING SUM(has) <> SUM(wants) ORDER BY kind, about LIMIT 1
"""
_CONTENTS: Final = {
    SealKind.HAND: (_HAND, _LINEUP, _OPERATIONS, _RESULTS, _ENTRIES),
    SealKind.VOID: (_CORRECTION,),
    SealKind.SEASON: (_SEASON, _FINALS),
}
"""Kind -> the queries whose rows are sealed; their parameters are server and number."""


# --- hands that are over, in a ledger or not -------------------------------------------------

_KEPT_HAND: Final = """
    SELECT number, button, seeds, message, joined, by_seat, dealt_as, counts, seen, state,
        started_at, ended_at
    FROM hands WHERE id = ?
"""
_KEPT_LINEUP: Final = """
    SELECT table_seat, COALESCE(former_id, player_id), seat, fantasyland, can_lose
    FROM lineups LEFT JOIN former_players USING (hand_id, player_id)
    WHERE hand_id = ? ORDER BY table_seat
"""
_KEPT_OPERATIONS: Final = """
    SELECT operation, at, on_behalf FROM operations WHERE hand_id = ? ORDER BY number
"""
_OVER: Final = "SELECT id FROM hands WHERE state <> 'playing' AND seal IS NULL"


def digest(contents: Sequence[object], before: bytes = b"") -> bytes:
    """The SHA-256 of the seal before, followed by the contents as JSON without blanks."""
    text = json.dumps(contents, separators=(",", ":"), ensure_ascii=False, default=bytes.hex)
    return hashlib.sha256(before + text.encode()).digest()


def over_hand(db: Connection, hand_id: int) -> bytes:
    """The seal over a hand as it is stored now: how it was dealt, its players, its operations."""
    parts = (_KEPT_HAND, _KEPT_LINEUP, _KEPT_OPERATIONS)
    return digest([list(map(list, db.execute(query, (hand_id,)))) for query in parts])


def seal_hands(db: Connection) -> None:
    """Seal every hand that is over and has no seal yet."""
    for (hand_id,) in db.execute(_OVER).fetchall():
        db.execute("UPDATE hands SET seal = ? WHERE id = ?", (over_hand(db, hand_id), hand_id))
