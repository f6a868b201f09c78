"""Verifies a whole database: values that nobody can read, deals played alone, all ledgers."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from math import isfinite
from typing import Any, Final, TypeAlias
from zoneinfo import ZoneInfo

from bot.game.tournaments.formats import FORMATS
from bot.ledger.audit import ServerAudit, every_server
from bot.pictures.theme import DECKS, SKINS
from bot.solo.solo_game import SoloGame
from bot.solo.solo_hand import OF_ALL, SoloHand
from bot.store import schema, solo_deals
from bot.store.deal_sets import WEEK
from bot.store.drafts import DraftKind
from bot.store.engine import Connection, DbRow, streamed
from bot.store.ledger.seals import WHOLE, Share
from bot.store.schema import unless_damaged
from bot.store.solo_deals import Attempt, SoloMode, attempt_of
from bot.store.surfaces import Slot
from bot.store.tables import options_from
from bot.values.hand_skill import Leak, PartGaps
from bot.values.ledger_records import FeatKind
from bot.values.options import Length
from bot.values.scenes import Reminded
from bot.values.tournament_views import StartNews
from ofc_engine import stacks
from ofc_engine.board import Board
from ofc_engine.deal import SECRET_BYTES, commitment, verify_seed
from ofc_engine.players import levels
from ofc_engine.rulesets import Ruleset


def _one_of(*words: object) -> Callable[[str], object]:
    known = set(map(str, words))

    def read(text: str) -> None:
        if text not in known:
            raise ValueError(text)

    return read


def _options(text: str) -> None:
    options_from(json.loads(text))


def _length(text: str) -> None:
    if text:
        Length.parse(text)


_LOOKS: Final = {"skin": _one_of(*SKINS), "deck": _one_of(*DECKS)}
KINDS: Final[Mapping[str, Mapping[str, Callable[[str], object]]]] = {
    "achievements": {"kind": FeatKind},
    "best_boards": {"board": Board.parse},
    "drafts": {"kind": DraftKind, "brush": _one_of(*"fmbx")},
    "feats": {"kind": FeatKind},
    "entry_seeds": {"seed": verify_seed},
    "guilds": {**_LOOKS, "rules": Ruleset.parse, "time_zone": ZoneInfo},
    "mistakes": {"kind": Leak, "parts": PartGaps.parse},
    "players": {**_LOOKS, "level": _one_of(*levels.LEVELS), "time_zone": ZoneInfo},
    "proposals": {"body": str},
    "reminders": {"told": Reminded},
    "seeds": {"seed": verify_seed},
    "start_notices": {"kind": StartNews},
    "surfaces": {"slot": Slot},
    "tables": {
        **_LOOKS,
        "levels": _one_of(*stacks.LEVELS),
        "length": _length,
        "rules": Ruleset.parse,
    },
    "tournaments": {
        "format": _one_of(*FORMATS),
        "options": _options,
    },
}
"""Table -> column -> what reads its values; it raises ValueError or KeyError for unknown ones."""


def first_unreadable(db: Connection) -> str | None:
    """The first value of a database that nobody can read, in a sentence; None if all can be."""
    return next(_unreadable(db), None)


def _unreadable(db: Connection) -> Iterator[str]:
    if schema.is_file(db):  # a server takes nothing else
        for table, columns in schema.texts(db).items():
            yield from _no_text(db, table, columns)
    for table, readers in KINDS.items():
        for column, read in readers.items():
            query = f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL"
            for (word,) in db.execute(query).fetchall():
                if not _is_read(read, word):
                    yield f"A value of {table}.{column} cannot be read."


def _no_text(db: Connection, table: str, columns: tuple[str, ...]) -> Iterator[str]:
    values = ", ".join(f"CAST({column} AS BLOB)" for column in columns)
    for row in streamed(db, f"SELECT {values} FROM {table}"):
        for column, value in zip(columns, row, strict=True):
            if value is not None and not _is_read(bytes.decode, value):
                yield f"A value of {table}.{column} is no text."


def _is_read(read: Callable[[Any], object], value: Any) -> bool:  # noqa: ANN401 - text or bytes
    # Damaged data may raise anything.
    with suppress(Exception):
        read(value)
        return True
    return False


# --- deals played alone ----------------------------------------------------------------------

_DEALS: Final = """
    SELECT id, mode, secret, commitment, day, place,
        (SELECT COUNT(*) FROM challenges WHERE deal_id = fixed_deals.id) AS challenges
    FROM fixed_deals LEFT JOIN daily_deals ON deal_id = id ORDER BY id
"""
_WEEKS: Final = """
    SELECT day FROM daily_deals WHERE place > 0 GROUP BY day HAVING COUNT(*) <> ? OR MAX(place) <> ?
"""
_ATTEMPTS: Final = "SELECT * FROM attempts ORDER BY deal_id, player_id, practice"
_TOGETHER: Final = """
    SELECT deal_id FROM attempts JOIN fixed_deals ON id = deal_id
    WHERE mode = 'alone' GROUP BY deal_id HAVING COUNT(*) > 1 OR MAX(practice) = 1
"""
_OTHERS: Final = """
    SELECT c.id FROM challenges c JOIN attempts a ON a.deal_id = c.deal_id AND practice = 0
    WHERE a.player_id NOT IN (c.player_id, c.rival_id)
"""
_PLAYED: Final = """
    SELECT c.id FROM challenges c JOIN attempts a ON a.deal_id = c.deal_id AND practice = 0
    WHERE a.player_id IN (c.player_id, c.rival_id)
    GROUP BY c.id, c.state HAVING (c.state = 'open' AND COUNT(a.points) = 2)
        OR (c.state = 'played' AND COUNT(a.points) < COUNT(*))
"""


def first_wrong_game(db: Connection, share: Share = WHOLE) -> str | None:
    """The first deal that people play on their own, or attempt at one, that does not fit.

    In a sentence without cards; None if all fit. Only the attempts of the share are played again;
    they are numbered by their deals.
    """
    unread = "A deal that people play on their own cannot be read."
    return unless_damaged(db, lambda: next(_wrong(db, share), None), unread)


def _wrong(db: Connection, share: Share) -> Iterator[str]:
    for row in streamed(db, _DEALS):
        what = f"Deal {row['id']} of /daily, a challenge or a hand alone"
        if len(row["secret"]) != SECRET_BYTES or commitment(row["secret"]) != row["commitment"]:
            yield f"{what} is not the one that was announced."
        if _mode(row["place"], row["challenges"]) != row["mode"]:
            yield f"{what} is played for something else than it was made for."
    if db.execute(_WEEKS, (WEEK.deals, WEEK.deals)).fetchone() is not None:
        yield "A week has not the deals that it should have."
    for number, row in enumerate(streamed(db, _ATTEMPTS), start=1):
        if share.has(number) and not unless_damaged(db, partial(_fits, db, row), damaged=False):
            yield f"What player {row['player_id']} played of deal {row['deal_id']} does not fit."
    for (deal,) in db.execute(_TOGETHER).fetchall():
        yield f"Deal {deal} is played by several people, although it is of a hand alone."
    for (challenge,) in db.execute(_OTHERS).fetchall():
        yield f"Challenge {challenge} was played by others than it is between."
    for (challenge,) in db.execute(_PLAYED).fetchall():
        yield f"Challenge {challenge} is not over, or over, other than it was played."


def _mode(place: int | None, challenges: int) -> SoloMode | None:
    """The mode of a deal, by where it is used, which is nowhere for one alone; None if twice."""
    if place is None:
        return {0: SoloMode.ALONE, 1: SoloMode.CHALLENGE}.get(challenges)
    if challenges:
        return None
    return SoloMode.WEEKLY if place else SoloMode.DAILY


def _fits(db: Connection, row: DbRow) -> bool:
    attempt = attempt_of(row)
    deal = solo_deals.deal(db, attempt.deal_id)
    found = SoloGame(deal, attempt)
    if not _are_possible(found):
        return False
    if deal.joined is None:
        return _is_untouched(attempt, row["judge"])
    return _follows(found.play, attempt, row["judge"])


def _are_possible(found: SoloGame) -> bool:
    """True if the terms of a game are its mode's, and nothing of it follows from a hand to come."""
    if found.deal.mode is not SoloMode.ALONE:
        return found.terms == OF_ALL
    return found.deal.joined is not None or found.terms.visits == OF_ALL.visits


def _is_untouched(attempt: Attempt, judge: int | None) -> bool:
    """True for an attempt at a deal of which nobody has been dealt a card yet."""
    return not attempt.log and _is_open(attempt, judge)


def _is_open(attempt: Attempt, judge: int | None) -> bool:
    return (attempt.points, attempt.ended_at, attempt.costs, judge) == (None,) * 4


def _follows(play: SoloHand, attempt: Attempt, judge: int | None) -> bool:
    """True if an attempt's points, and its end, follow from its placements."""
    if play.waits_for is not None:
        return _is_open(attempt, judge)
    if attempt.points != play.outcome.points or attempt.ended_at is None:
        return False
    if attempt.costs is None:
        return judge is None
    costs = attempt.costs
    return judge is not None and len(costs) == len(play.decisions()) and all(map(_is_cost, costs))


def _is_cost(points: float) -> bool:
    return isfinite(points) and points >= 0


# --- all of it -------------------------------------------------------------------------------

Finding: TypeAlias = ServerAudit | str
"""How a server was found, or a fault of what is of no server, in a sentence."""


def findings(db: Connection, night: int | None = None) -> Iterator[Finding]:
    """The findings in a database; in a `night` (days since 1970) those of a share of many hands."""
    found = first_unreadable(db)
    if found is not None:
        yield found
    yield from every_server(db, _share(db, night, "SELECT COALESCE(MAX(id), 0) FROM hands"))
    found = first_wrong_game(db, _share(db, night, "SELECT COUNT(*) FROM attempts"))
    if found is not None:
        yield found


def _share(db: Connection, night: int | None, last: str) -> Share:
    """The share of a night of what is numbered up to the result of a query; else all of it."""
    return WHOLE if night is None else Share.of_night(night, db.execute(last).fetchone()[0])


def is_fault(found: Finding) -> bool:
    """True if something does not fit."""
    return isinstance(found, str) or found.fault is not None


def first_fault(db: Connection) -> Finding | None:
    """The first thing that does not fit; None if all does."""
    return next(filter(is_fault, findings(db)), None)
