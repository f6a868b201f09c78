"""An exported ledger as typed values; see docs/export.md.

Anything that deviates from it raises LedgerError, which names the place.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.ledger.export import FORMAT
from bot.ledger.nodes import Node, object_at
from bot.values.ledger_records import DAY, LedgerError
from bot.values.options import LEAST_STACK, MOST_STACK
from ofc_engine.deal import NO_SEED
from ofc_engine.stacks import LEVELS

# The largest integer of SQLite, in which ids are kept.
_LARGEST_ID: Final = 2**63 - 1
_LATEST: Final = 2**40
"""Unix seconds, some 35,000 years ahead: no later time is accepted."""
_MOST_POINTS: Final = 10**9
# R7.2: no Fantasyland has more cards.
_MOST_CARDS: Final = 17
# A hand has far fewer: a forged file must not keep the import busy.
_MOST_OPERATIONS: Final = 200
_SUMS: Final = ("points", "best", "worst")


@dataclass(frozen=True)
class PlayerEntry:
    """A player of the document; a computer player has a `level`."""

    id: int
    user_id: int | None
    name: str
    handle: str
    level: str | None


@dataclass(frozen=True)
class FinalLine:
    """A line of a finished season's table."""

    player: int
    hands: int
    points: int
    best: int
    worst: int


@dataclass(frozen=True)
class SeasonEntry:
    """A season of the document; `ended_at` is None while it runs.

    `void` has the numbers of its hands that were void when it ended, None if that is not stated.
    """

    number: int
    name: str
    started_at: int
    ended_at: int | None
    final: tuple[FinalLine, ...]
    void: frozenset[int] | None


@dataclass(frozen=True)
class TableEntry:
    """A table of the document; `stack` and `levels` are a tournament's (R10, R14.1)."""

    id: int
    channel_id: int
    host: int
    locale: str
    rules: str
    seats: int
    stake: int
    stack: int | None
    levels: str


@dataclass(frozen=True)
class LineupEntry:
    """Somebody's part in a hand of the document; `seat` None sat out."""

    table_seat: int
    player: int
    seat: int | None
    fantasyland: int
    can_lose: int | None


@dataclass(frozen=True)
class PairEntry:
    """A number between two players: points, or a stake."""

    a: int
    b: int
    value: int


@dataclass(frozen=True)
class HandEntry:
    """A hand of the document; `corrections` are reasons and times.

    The first took the hand back, the second made it count again, and so on.
    """

    number: int
    booked_at: int
    season: int
    origin: str
    table: int
    table_hand: int
    button: int
    secret: bytes
    commitment: bytes
    seeds: tuple[str, ...]
    message: str | None
    joined: str
    dealt_as: int | None
    lineup: tuple[LineupEntry, ...]
    stakes: tuple[PairEntry, ...]
    operations: tuple[str, ...]
    on_behalf: tuple[int, ...]
    boards: tuple[tuple[str, str], ...]
    entries: tuple[PairEntry, ...]
    corrections: tuple[tuple[str, int], ...]

    def corrected_before(self, at: int) -> int:
        """How many times it was corrected before a time (Unix seconds)."""
        return sum(each < at for _reason, each in self.corrections)


@dataclass(frozen=True)
class Document:
    """An exported ledger, or a part of it; `last` is how many hands the whole ledger has."""

    guild_id: int
    last: int
    players: tuple[PlayerEntry, ...]
    seasons: tuple[SeasonEntry, ...]
    tables: tuple[TableEntry, ...]
    hands: tuple[HandEntry, ...]


def read(text: str) -> Document:
    """The document in a text; raises LedgerError."""
    try:
        made = json.loads(text)
    except RecursionError:
        raise LedgerError("This file isn't a ledger: it's nested too deeply.") from None
    except ValueError as error:
        raise LedgerError("This file isn't JSON: {error}.", error=error) from None
    top = object_at(made, "")
    if top.values.get("format") != FORMAT:
        raise LedgerError("This file isn't a ledger in the format {format}.", format=FORMAT)
    return Document(
        guild_id=top.snowflake("guild_id"),
        last=top.integer("last", 0, _LARGEST_ID),
        players=tuple(map(_player, top.objects("players"))),
        seasons=tuple(map(_season, top.objects("seasons"))),
        tables=tuple(map(_table, top.objects("tables"))),
        hands=tuple(map(_hand, top.objects("hands"))),
    )


def _id(node: Node, name: str) -> int:
    return node.integer(name, 1, _LARGEST_ID)


def _time(node: Node, name: str) -> int:
    return node.integer(name, DAY, _LATEST)


def _player(node: Node) -> PlayerEntry:
    handle = node.name("handle") if node.text("handle") else ""
    return PlayerEntry(
        id=_id(node, "id"),
        user_id=node.unless_null("user_id", node.snowflake),
        name=node.name("name") or handle or f"Player {_id(node, 'id')}",
        handle=handle,
        level=node.unless_null("level", node.text),
    )


def _season(node: Node) -> SeasonEntry:
    number = node.integer("number", 1, 10**6)
    return SeasonEntry(
        number=number,
        name=node.typed("name", 40) or str(number),
        started_at=node.integer("started_at", 0, _LATEST),
        ended_at=node.unless_null("ended_at", lambda name: node.integer(name, 0, _LATEST)),
        final=tuple(_final_lines(node)),
        void=node.unless_null("void", lambda name: frozenset(node.integers(name, _MOST_POINTS))),
    )


def _final_lines(node: Node) -> Iterator[FinalLine]:
    for line in node.objects("final"):
        yield FinalLine(
            _id(line, "player"),
            line.integer("hands", 1, _MOST_POINTS),
            *(line.integer(name, -_MOST_POINTS, _MOST_POINTS) for name in _SUMS),
        )


def _table(node: Node) -> TableEntry:
    return TableEntry(
        id=_id(node, "id"),
        channel_id=node.snowflake("channel_id"),
        host=_id(node, "host"),
        locale=node.text("locale", 20),
        rules=node.text("rules"),
        seats=node.integer("seats", 2, 5),
        stake=node.integer("stake", 1, 1000),
        stack=node.unless_null("stack", lambda name: node.integer(name, LEAST_STACK, MOST_STACK)),
        levels=node.unless_null("levels", lambda name: _levels(node, name)) or "none",
    )


def _levels(node: Node, name: str) -> str:
    if node.text(name) not in LEVELS:
        raise node.fault(name, "a schedule of stakes")
    return node.text(name)


def _hand(node: Node) -> HandEntry:
    return HandEntry(
        number=node.integer("number", 1, _MOST_POINTS),
        booked_at=_time(node, "booked_at"),
        season=node.integer("season", 0, 10**6),
        origin=node.text("origin", 10),
        table=_id(node, "table"),
        table_hand=node.integer("table_hand", 1, _MOST_POINTS),
        button=node.integer("button", 0, 9),
        secret=node.hexadecimal("secret"),
        commitment=node.hexadecimal("commitment"),
        seeds=node.texts("seeds", 6),
        message=node.unless_null("message", node.text),
        joined=node.unless_null("joined", node.text) or NO_SEED,
        dealt_as=node.unless_null("dealt_as", lambda n: node.integer(n, 1, _MOST_POINTS)),
        lineup=tuple(map(_part, node.objects("lineup", 6))),
        stakes=tuple(_pairs(node, "stakes", "stake", 1, 1000)) if "stakes" in node.values else (),
        operations=node.texts("operations", _MOST_OPERATIONS),
        on_behalf=node.integers("on_behalf", _MOST_OPERATIONS),
        boards=tuple((each.text("board"), each.text("fate")) for each in node.objects("boards", 6)),
        entries=tuple(_pairs(node, "entries", "points", -_MOST_POINTS, _MOST_POINTS)),
        corrections=tuple(_corrections(node)),
    )


def _corrections(node: Node) -> Iterator[tuple[str, int]]:
    latest = node.unless_null(
        "void", lambda _: object_at(node.values["void"], f"{node.place}void.")
    )
    each = [] if latest is None else [latest]
    if "corrections" in node.values:
        each = node.objects("corrections", _MOST_OPERATIONS)
    if len(each) % 2 != (latest is not None):
        raise node.fault("corrections", "as many as make the hand void, or not")
    yield from ((one.typed("reason"), _time(one, "at")) for one in each)


def _part(node: Node) -> LineupEntry:
    return LineupEntry(
        table_seat=node.integer("table_seat", 1, 9),
        player=_id(node, "player"),
        seat=node.unless_null("seat", lambda name: node.integer(name, 0, 4)),
        fantasyland=node.integer("fantasyland", 0, _MOST_CARDS),
        can_lose=node.unless_null("can_lose", lambda name: node.integer(name, 0, _MOST_POINTS)),
    )


def _pairs(node: Node, name: str, value: str, low: int, high: int) -> Iterator[PairEntry]:
    for each in node.objects(name, 10):
        if _id(each, "a") == _id(each, "b"):
            raise each.fault("b", "another player")
        yield PairEntry(_id(each, "a"), _id(each, "b"), each.integer(value, low, high))
