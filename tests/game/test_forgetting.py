"""Whoever wants to be forgotten in a tournament is out of it at once, and forgotten soon after."""

import sqlite3

import pytest

from bot.game import forgetting, lobby
from bot.game.loading import loaded
from bot.game.tournaments.knockout import BREAK
from bot.store import players, seats
from bot.upkeep import forget_again
from bot.values.ledger_records import LedgerError
from bot.values.options import Destination, TableOptions
from tests.e2e.house import secret_of
from tests.game.knock_outs import KnockOut
from tests.game.league import League
from tests.store.rows import GUILD, add_players, add_table


def is_forgotten(db: sqlite3.Connection, player: int) -> bool:
    return players.get(db, player).user_id is None


def test_in_a_duplicate_tournament_the_round_is_finished_first(db: sqlite3.Connection):
    league = League(db, 6, rounds=3)
    league.start()
    host, leaver, *_others = league.people
    elsewhere = add_table(db, host, channel=78)
    seats.wait(db, elsewhere, leaver, now=league.now)
    is_done, touched = forgetting.ask(db, leaver, league.now)
    assert not is_done
    assert elsewhere in touched
    assert not seats.waiters(db, elsewhere), "no seat is given to them meanwhile"
    assert leaver in league.withdrawn()
    forgetting.forget_whoever_asked(db)
    assert not is_forgotten(db, leaver), "their group still plays"
    league.play(leaver)
    assert league.found.row.round == 2
    forgetting.forget_whoever_asked(db)
    assert is_forgotten(db, leaver)
    league.play()
    assert league.found.row.round == 3, "it goes on without them"


def test_in_a_knock_out_the_hand_is_over_first(db: sqlite3.Connection):
    tournament = KnockOut(db, 6)
    tournament.make_threads()
    tournament.let_pass(0)
    leaver = tournament.people[1]
    assert forgetting.ask(db, leaver, tournament.now)[0] is False
    assert leaver not in tournament.found.stacks
    for table in tournament.found.tables:
        tournament.give_up(table)
    forgetting.forget_whoever_asked(db)
    assert is_forgotten(db, leaver)
    tournament.let_pass(BREAK)
    assert tournament.row.round == 2


def test_between_hands_and_before_the_start_it_is_done_at_once(db: sqlite3.Connection):
    tournament = KnockOut(db, 6)
    early, late = tournament.people[1:3]
    assert forgetting.ask(db, early, tournament.now)[0], "the threads are still made"
    tournament.make_threads()
    tournament.let_pass(0)
    for table in tournament.found.tables:
        tournament.give_up(table)
    assert forgetting.ask(db, late, tournament.now)[0]
    assert is_forgotten(db, early)
    assert is_forgotten(db, late)


@pytest.mark.parametrize("stack", [None, 50])
def test_whoever_has_a_seat_at_a_table_is_told_what_works_there(
    db: sqlite3.Connection, stack: int | None
):
    ann, bob = (players.get(db, player) for player in add_players(db, 2))
    table_id = lobby.open_table(
        db,
        ann,
        TableOptions(stack=stack),
        Destination(GUILD, 77, "en-US"),
        secret=secret_of(0),
        now=1_000_000,
    )
    lobby.join(db, loaded(db, table_id), bob, 1_000_000)
    with pytest.raises(LedgerError, match=r"in <#77>\. Leave it there first with /ofc leave,"):
        forgetting.ask(db, bob.id, 1_000_000)
    lobby.leave(db, loaded(db, table_id), bob, 1_000_000)
    assert forgetting.ask(db, bob.id, 1_000_000)[0]


def test_whoever_a_backup_brings_back_into_a_tournament_is_forgotten_again(db: sqlite3.Connection):
    tournament = KnockOut(db, 6)
    tournament.make_threads()
    tournament.let_pass(0)
    back = tournament.people[1]
    (tag,) = db.execute("SELECT tag FROM players WHERE id = ?", (back,)).fetchone()
    forget_again(db, [tag], tournament.now)
    assert is_forgotten(db, back)
    assert back not in tournament.found.stacks
