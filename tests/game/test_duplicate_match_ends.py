"""R14.6: how a duplicate match ends, and what is kept of it."""

import json
import sqlite3
from pathlib import Path

import pytest

from bot.game import lobby, presence
from bot.game.changes import changed
from bot.game.corrections import correct
from bot.game.results import find_replay
from bot.game.table import TableError
from bot.game.terms import limit_losses, verify_stake
from bot.ledger import export
from bot.ledger.document import read
from bot.ledger.import_ import import_document
from bot.store import judgements, players
from bot.store.connection import connect
from bot.store.ledger import bookings
from bot.store.tables import State
from bot.store.tournaments import duplicates
from bot.values.hand_skill import HandSkill, Mistake
from bot.values.options import Guild, TableOptions
from ofc_engine.errors import RulesetError
from tests.game.duplicate_matches import Match, faults, hand_id
from tests.store.rows import GUILD, add_players, everything_about


def test_whoever_leaves_between_two_hands_ends_the_match(db: sqlite3.Connection):
    match = Match(db)
    match.play(4)
    lobby.leave(db, match.table, players.get(db, match.people[1]), match.now)
    changed(db, match.id, match.now)
    table = match.table
    assert table.state is State.CLOSED
    assert table.match is not None
    assert len(table.match.over) == 1
    assert match.booked[2:] == [n for n in (1, 2, 3) if n != match.deal_of(4)]
    assert find_replay(db, match.id, 1).last > 0
    assert faults(db) == []


def test_whoever_leaves_in_mid_hand_ends_it_with_the_hand(db: sqlite3.Connection):
    match = Match(db, rules="standard")
    match.deal()
    lobby.leave(db, match.table, players.get(db, match.people[1]), match.now)
    changed(db, match.id, match.now)
    while match.act():
        pass
    assert match.table.state is State.CLOSED
    assert match.booked == [1]
    assert faults(db) == []


def test_nobody_joins_a_match_that_has_begun(db: sqlite3.Connection):
    match = Match(db)
    (late,) = add_players(db, 3)[2:]
    match.play()
    with pytest.raises(TableError, match="duplicate match has begun"):
        lobby.join(db, match.table, players.get(db, late), match.now)


def test_it_waits_for_all_its_seats(db: sqlite3.Connection):
    match = Match(db, seats=3)
    lobby.leave(db, match.table, players.get(db, match.people[2]), match.now)
    with pytest.raises(TableError, match="once all 3 seats are taken"):
        match.deal()


def test_it_waits_for_whoever_sits_out(db: sqlite3.Connection):
    match = Match(db)
    match.play()
    presence.sit_out(db, match.table, players.get(db, match.people[1]))
    with pytest.raises(TableError, match="paused"):
        match.deal()


def test_a_deal_does_not_count_once_a_hand_of_it_is_taken_back(db: sqlite3.Connection):
    match = Match(db)
    match.play(4)
    booking = bookings.of_hand(db, hand_id(match, 4))
    assert booking is not None
    correct(db, booking, "misdeal", match.now)
    table = match.table
    assert table.match is not None
    assert table.match.over == ()
    assert table.match.deals == (match.deal_of(4),)
    assert faults(db) == []


def test_nobody_has_a_limit_of_their_own(db: sqlite3.Connection):
    match = Match(db)
    host = players.get(db, match.people[0])
    with pytest.raises(TableError, match="has no loss limit"):
        limit_losses(db, match.table, host, 20)
    with pytest.raises(TableError, match="stakes stay the same"):
        verify_stake(match.table, host, players.get(db, match.people[1]), 2)


def test_options_that_do_not_fit_are_refused():
    opening = lobby.NewTable(TableOptions(duplicate=3, loss_limit=50))
    with pytest.raises(RulesetError, match="no loss limit"):
        opening.in_guild(Guild(GUILD)).verify()
    with pytest.raises(RulesetError, match="2 or 3 seats"):
        lobby.NewTable(TableOptions(duplicate=3), variant="classic", seats=4).in_guild(Guild(GUILD))


def test_an_export_is_imported_with_its_deals(db: sqlite3.Connection, tmp_path: Path):
    match = Match(db)
    match.play(6)
    document = export.document(db, GUILD)
    assert [hand["dealt_as"] for hand in document["hands"]] == [
        match.deal_of(hand["table_hand"]) for hand in document["hands"]
    ]
    other = connect(tmp_path / "other.sqlite3")
    other.execute("BEGIN")
    import_document(other, read(json.dumps(document)), GUILD)
    again = export.document(other, GUILD)
    assert [h["operations"] for h in again["hands"]] == [h["operations"] for h in document["hands"]]
    assert faults(other) == []
    other.close()


def test_the_audit_finds_a_play_that_was_changed(db: sqlite3.Connection):
    match = Match(db)
    match.play(6)
    db.execute("DROP TRIGGER plays_stay")
    db.execute("UPDATE plays SET points = points + 1 WHERE seat = 0")
    assert "other points in its match" in faults(db)[0]


def test_figures_count_once_the_deal_is_over(db: sqlite3.Connection):
    match = Match(db)
    match.play(4)
    assert judgements.next_unjudged(db) is not None
    assert duplicates.covered(db, match.id) == tuple({1, 2, 3} - {match.deal_of(4)})


def test_the_personal_export_has_what_hands_counted_and_which_mistakes_were_made(
    db: sqlite3.Connection,
):
    match = Match(db)
    match.play(4)
    fourth, (ann, bob) = hand_id(match, 4), match.people
    played = match.hand(4).played
    assert played is not None
    seat = played.seat_of(ann)
    given = [(HandSkill(part.player_id, 700, 0, 1), ()) for part in played.acting]
    assert seat is not None
    given[seat] = (given[seat][0], (Mistake(3, 1, 0, "fronts", 700),))
    judgements.keep(db, fourth, 2, given)
    about = everything_about(db, ann)
    assert [row["hand_id"] for row in about["plays"]] == [hand_id(match, n) for n in range(1, 5)]
    assert [row["cost"] for row in about["mistakes"]] == [700]
    assert everything_about(db, bob)["mistakes"] == []
