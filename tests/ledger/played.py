"""Ledgers of hands that were really played, and their documents."""

import sqlite3
from pathlib import Path
from random import Random

from bot.game import corrections
from bot.game.outcomes import parts_of_score, transfers_of
from bot.ledger.document import Document, read
from bot.ledger.export import Json, document, written
from bot.store import hands, players, seats, tables
from bot.store.connection import connect
from bot.store.engine import Connection
from bot.store.hands import HandState, LineupRow
from bot.store.ledger import journal, seasons
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.store.players import Person
from bot.store.proposals import Proposal
from bot.values.ledger_records import DAY
from bot.values.options import Destination, TableOptions
from engine.tests.hands import play
from ofc_engine.deal import Deal
from ofc_engine.rulesets import PRESETS
from ofc_engine.scoring import score_hand

GUILD, OTHER = 5, 6


def typed(made: Json) -> Document:
    """A document as it is read from its file."""
    return read(written(made))


def played_ledger(
    db: sqlite3.Connection, seed: int, count: int, *, around: bool = True, messages: bool = True
) -> None:
    """Hands of random presets and sizes, played to the end, one of them void.

    `around` them are a season and a hand played with real cards; the deals of some have `messages`.
    """
    random = Random(seed)
    ids = [players.remember(db, Person(100 + n, f"=P{n}", f"p{n}", "de")).id for n in range(4)]
    for number in range(1, count + 1):
        if number == 2 and around:
            seasons.start(db, GUILD, "Winter", now=DAY)
        preset = random.choice(list(PRESETS))
        size = random.randint(2, PRESETS[preset].variant.most_players)
        message = f"144{number}" if messages and number % 2 else None
        book_played(db, preset, random.sample(ids, size), random, number, message)
    if count > 2:
        journal.correct(db, 2, is_void=True, reason="misdeal", now=9 * DAY)
    if not around:
        return
    season = seasons.running(db, GUILD)
    if season is not None:
        seasons.end(db, season, now=9 * DAY)
    sheet = corrections.PaperHand.of(
        PRESETS["german"],
        3,
        ids[:2],
        ["6c6d4d / TcTd9sQh8c / 3c3d3h2c2d", "AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"],
    )
    body = str(sheet)
    made = Proposal(1, GUILD, 7, "record", None, None, body, ids[2], 9 * DAY, "open", "", ())
    corrections.book(db, made, 9 * DAY)


def book_played(
    db: Connection,
    preset: str,
    ids: list[int],
    random: Random,
    number: int,
    message: str | None = None,
) -> None:
    rules = PRESETS[preset]
    secret, none = random.randbytes(32), ("-",) * len(ids)
    deal = Deal(secret) if message is None else Deal(secret, 1, none, message=message)
    game = play(rules, (0,) * len(ids), deal, random, mishaps=0.05)
    table = tables.add(
        db,
        TableOptions(rules, len(ids), number),
        Destination(GUILD, 70 + number, "en-US"),
        host_id=ids[0],
        now=DAY,
        is_open=False,
    )
    has_limit, pair = random.random() < 0.5, frozenset(random.sample(ids, 2))
    seats.agree_on_stake(db, table, pair, 7, from_hand=1)
    left = [random.randrange(50) if has_limit else None for _ in ids]
    lineup = [LineupRow(n + 1, ids[n], n, 0, left[n]) for n in range(len(ids))]
    hands.commit_deal(db, table, 1, game.secret, now=DAY)
    hand = hands.add(
        db,
        table,
        number=1,
        button=1,
        lineup=lineup,
        seeds=deal.seeds,
        message=deal.message,
        now=DAY,
    )
    on_behalf = random.sample(range(len(game.log)), 2)
    hands.append(db, hand, game.log, first=0, now=DAY, on_behalf=on_behalf)
    hands.end(db, hand, state=HandState.FINISHED, now=number * DAY)
    score = score_hand(game.hand)
    moved = transfers_of(score, lineup, number, {pair: 7})
    entries = [Entry(ids[t.a], ids[t.b], t.points) for t in moved]
    parts = parts_of_score(game.hand, score, ids)
    journal.book(db, hand, entries, parts, Stamp(rules.variant.name, number * DAY))


def exported_ledger(tmp_path: Path) -> Json:
    """The document of a ledger of three hands and one with real cards, and `here.sqlite3`."""
    db = connect(tmp_path / "here.sqlite3")
    db.execute("BEGIN")
    played_ledger(db, 1, 3)
    db.execute("COMMIT")
    made = document(db, GUILD)
    db.close()
    return made
