"""What is kept of matches and tournaments is what their hands say: whatever is changed is seen."""

import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Final

import pytest

from bot.game import lobby, play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.tournaments import several_tables
from bot.game.tournaments.knockout import BREAK
from bot.ledger.audit import every_server, first_wrong_event
from bot.store import players
from bot.store.ledger.seals import Share
from bot.store.tables import State
from bot.values.options import Destination, TableOptions
from ofc_engine.rulesets import STANDARD
from tests.e2e.house import secret_of
from tests.game.duplicate_matches import Match
from tests.game.knock_outs import KnockOut
from tests.game.league import League
from tests.game.one_table import NOW, win
from tests.store.rows import GUILD, add_players

STACKS: Final = TableOptions(STANDARD.changed({"variant": "chinese"}), 4, stack=20, books=False)


@contextmanager
def forged(db: sqlite3.Connection, statement: str) -> Generator[None]:
    """With a statement run that no trigger would let any program run."""
    db.execute("SAVEPOINT forged")
    triggers = db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        db.execute(f"DROP TRIGGER {name}")
    db.execute("PRAGMA ignore_check_constraints = ON")
    assert db.execute(statement).rowcount > 0, "it changes something"
    yield
    db.execute("PRAGMA ignore_check_constraints = OFF")
    db.execute("ROLLBACK TO forged")
    db.execute("RELEASE forged")


def sit_and_go(db: sqlite3.Connection) -> None:
    """One of four, of whom one leaves after a hand and one wins; and a table that is none."""
    first, *others = (players.get(db, each) for each in add_players(db, 4))
    open_table = partial(lobby.open_table, db, first, secret=secret_of(0), now=NOW)
    table_id = open_table(STACKS, Destination(GUILD, 77, "en-US"))
    for other in others:
        lobby.join(db, loaded(db, table_id), other, NOW)
    for number in range(1, 20):
        if loaded(db, table_id).state is State.CLOSED:
            break
        play.deal(db, loaded(db, table_id), secret_of(number), NOW)
        win(db, table_id, first.id)
        if number == 1:
            lobby.leave(db, loaded(db, table_id), others[0], NOW)
            changed(db, table_id, NOW)
    open_table(TableOptions(duplicate=None), Destination(GUILD, 78, "en-US"))


def knock_out(db: sqlite3.Connection) -> None:
    """One of six at two tables, in which somebody leaves before the second hand."""
    tournament = KnockOut(db, 6, STACKS, origin=secret_of(50))
    for number in range(20):
        tournament.make_threads()
        tournament.let_pass(BREAK)
        for table in tournament.found.tables:
            win(db, table.id, min(seat.player_id for seat in table.seats))
        if number == 0:
            tournament.leave(tournament.people[-1])
        if tournament.row.is_over:
            return
    raise AssertionError("it does not end")


def league(db: sqlite3.Connection) -> None:
    """A duplicate tournament of which two of four rounds are over; somebody missed the first."""
    made = League(db, 4, rounds=4)
    made.start()
    made.play(made.people[-1])
    made.let_pass(48 * 3600 + 60)
    made.play()
    assert made.found.row.round == 3


def match(db: sqlite3.Connection) -> None:
    """A duplicate match of three deals, of which one has come again."""
    made = Match(db)
    made.play(4)


FORGERIES: Final[dict[Callable[[sqlite3.Connection], None], dict[str, str]]] = {
    sit_and_go: {
        "UPDATE lineups SET can_lose = can_lose + 1 WHERE hand_id = 1 AND player_id = 1": (
            "Table 1 has another stack in hand 1 than was left."
        ),
        "UPDATE lineups SET can_lose = can_lose - 1 WHERE hand_id = 2 AND player_id = 1": (
            "Table 1 has another stack in hand 2 than was left."
        ),
        "DELETE FROM entrants WHERE player_id = 3": (
            "Table 1 has somebody in who has lost their stack."
        ),
        "UPDATE entrants SET out_round = out_round - 1 WHERE player_id = 3": (
            "Table 1 has somebody in who has lost their stack."
        ),
        "UPDATE entrants SET out_stack = out_stack + 1 WHERE player_id = 2": (
            "Tournament 1 has somebody out with another stack than they had."
        ),
        "UPDATE tournaments SET is_won = 0": "Tournament 1 was won by others than its hands say.",
        "UPDATE finishes SET place = place + 1 WHERE player_id = 1": (
            "Tournament 1 was won by others than its hands say."
        ),
        "DELETE FROM finishes WHERE player_id = 4": (
            "Tournament 1 was won by others than its hands say."
        ),
    },
    knock_out: {
        "UPDATE arrivals SET round = round + 1 WHERE table_id = 1 AND player_id = 5": (
            "Table 1 has somebody in hand 1 who had not come yet."
        ),
        "UPDATE arrivals SET brought = brought + 1 WHERE table_id = 1 AND player_id = 5": (
            "Table 1 has another stack in hand 1 than was left."
        ),
        "UPDATE hands SET joined = '9' WHERE table_id = 2 AND number = 2": (
            "Table 2 was dealt a hand 2 that is not of its tournament."
        ),
        "UPDATE deals SET secret = zeroblob(32) WHERE table_id = 2 AND number = 1": (
            "Table 2 was dealt a hand 1 that is not of its tournament."
        ),
        "UPDATE origins SET commitment = zeroblob(32)": (
            "Tournament 1 has a secret that is not the one committed to."
        ),
        "UPDATE entrants SET out_stack = out_stack + 1 WHERE player_id = 6": (
            "Tournament 1 has somebody out with another stack than they had."
        ),
        "UPDATE entrants SET out_stack = out_stack + 1 WHERE player_id = 5": (
            "Tournament 1 has somebody out with another stack than they had."
        ),
        "UPDATE finishes SET against = against + 1 WHERE player_id = 1": (
            "Tournament 1 was won by others than its hands say."
        ),
        "DELETE FROM finishes": "Tournament 1 was won by others than its hands say.",
        "UPDATE entry_seeds SET seed = '9' WHERE player_id = 3": (
            "Tournament 1 has another seed than was added by joining."
        ),
    },
    league: {
        "UPDATE tables SET shared_seed = '9' WHERE id = 1": (
            "Table 1 has another seed than its tournament."
        ),
        "UPDATE hands SET seeds = '9' WHERE table_id = 2": (
            "Table 2 was dealt another hand 1 than the other groups."
        ),
        "UPDATE hands SET by_seat = 0 WHERE table_id = 1": (
            "Table 1 was dealt another hand 1 than the other groups."
        ),
        "UPDATE shared_deals SET secret = zeroblob(32) WHERE round = 2": (
            "Table 2 was dealt another hand 1 than the other groups."
        ),
        "UPDATE shared_deals SET secret = zeroblob(32) WHERE round = 4": (
            "Tournament 1 has another deal 1 of round 4 than was announced."
        ),
        "UPDATE shared_deals SET commitment = zeroblob(32) WHERE round = 1": (
            "Tournament 1 has another deal 1 of round 1 than was announced."
        ),
        "DELETE FROM shared_deals WHERE round = 4": (
            "Tournament 1 lacks deals that its rounds need."
        ),
        "UPDATE shared_deals SET hand = 2 WHERE round = 4": (
            "Tournament 1 lacks deals that its rounds need."
        ),
        "DELETE FROM missed_rounds": (
            "Tournament 1 has others who missed round 1 than its hands say."
        ),
        "INSERT INTO missed_rounds (tournament_id, player_id, round) VALUES (1, 1, 2)": (
            "Tournament 1 has others who missed round 2 than its hands say."
        ),
        "UPDATE entry_seeds SET seed = '9' WHERE player_id = 3": (
            "Tournament 1 has another seed than was added by joining."
        ),
        "INSERT INTO origins (tournament_id, number, secret, commitment, fixed_at)"
        " VALUES (1, 1, zeroblob(32), zeroblob(32), 0)": (
            "Tournament 1 has a secret that its deals do not come from."
        ),
    },
    match: {
        "UPDATE matches SET commitment = zeroblob(32)": (
            "Table 1 has a match whose secret is not the one committed to."
        ),
        "UPDATE deals SET secret = zeroblob(32) WHERE number = 2": (
            "Table 1 has a match with a deal that is not of its secret."
        ),
        "UPDATE matches SET seed = NULL": (
            "Table 1 has a match whose seed was not fixed with its first hand."
        ),
        "UPDATE hands SET dealt_as = dealt_as % 3 + 1 WHERE number = 4": (
            "Table 1 has a match whose hand 4 was not next."
        ),
        "UPDATE hands SET by_seat = 0 WHERE number = 2": (
            "Table 1 has a match whose hand 2 was not next."
        ),
        "UPDATE hands SET seeds = '9' WHERE number = 1": (
            "Table 1 has a match whose hand 1 was not next."
        ),
    },
}


@pytest.mark.parametrize("plays", FORGERIES, ids=lambda plays: plays.__name__)
def test_whatever_is_changed_behind_the_bots_back_is_seen(
    db: sqlite3.Connection, plays: Callable[[sqlite3.Connection], None]
):
    plays(db)
    assert first_wrong_event(db, GUILD) is None, "as it was played"
    told = {}
    for statement in FORGERIES[plays]:
        with forged(db, statement):
            told[statement] = first_wrong_event(db, GUILD)
    assert told == FORGERIES[plays]
    assert first_wrong_event(db, GUILD) is None


@pytest.mark.parametrize("plays", FORGERIES, ids=lambda plays: plays.__name__)
def test_within_some_nights_every_event_is_looked_at_and_the_newest_in_each(
    db: sqlite3.Connection, plays: Callable[[sqlite3.Connection], None]
):
    plays(db)
    nights = [Share(part, 7, last=100_000) for part in range(7)]
    newest = [Share(part, 7, last=100) for part in range(7)]
    for statement, fault in FORGERIES[plays].items():
        with forged(db, statement):
            assert fault in [first_wrong_event(db, GUILD, share) for share in nights]
            assert {first_wrong_event(db, GUILD, share) for share in newest} == {fault}
            audits = [next(every_server(db, share)).fault for share in nights]
            assert None in audits, "a night in which nothing of it is looked at"


def test_a_round_that_people_have_ended_is_missed_by_nobody(db: sqlite3.Connection):
    made = League(db, 4)
    made.start()
    several_tables.end_now(db, made.found.row, made.now)
    assert made.found.row.is_over
    assert first_wrong_event(db, GUILD) is None
