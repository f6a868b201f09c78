"""R14.3 without Discord: hands of all tables, and what becomes of those where nobody is there."""

import sqlite3
from dataclasses import replace

import pytest

from bot.game import lobby, presence
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.table import Table, TableError
from bot.game.tournaments import several_tables
from bot.game.tournaments.floors import with_floor
from bot.game.tournaments.knockout import BREAK, HAND
from bot.ledger.audit import first_wrong_event
from bot.store import players, surfaces
from bot.store.surfaces import Place, Slot
from bot.store.tournaments import origins, tournaments
from bot.store.tournaments.tournaments import Stage, TournamentRow
from bot.values.options import Destination
from bot.values.scenes import Presence
from bot.values.tournament_views import KNOCK_OUT
from ofc_engine.duplicate_match import shared_seed
from ofc_engine.rulesets import Ruleset
from ofc_engine.seat import Fate
from tests.e2e.house import secret_of
from tests.game.knock_outs import OPTIONS, KnockOut
from tests.store.rows import GUILD, add_players


def test_a_hand_is_dealt_at_a_few_tables_at_once_and_at_all_before_the_next(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
):
    """Every look may be the first of another process: what is left to deal stands in the rows."""
    monkeypatch.setattr("bot.game.tournaments.knockout._AT_ONCE", 1)
    tournament = KnockOut(db, 9)
    tournament.make_threads()
    tournament.look()
    assert tournament.dealt == [0, 0, 0]
    tournament.look()
    assert tournament.dealt == [1, 0, 0]
    tournament.give_up(tournament.found.tables[0])
    late = loaded(db, tournament.found.tables[2].id)
    leaving = late.people[late.seats[0].player_id]
    tournament.leave(leaving.id)
    assert loaded(db, late.id).presence_of(leaving.id) is Presence.LEAVING
    stranger = players.get(db, add_players(db, 10)[-1])
    with pytest.raises(TableError, match="This tournament has begun"):
        lobby.join(db, late, stranger, tournament.now)
    tournament.look(tournament.now + 60)
    assert tournament.dealt == [1, 1, 0], "no second hand before all have had the first"
    tournament.look()
    tournament.look()
    assert tournament.dealt == [1, 1, 1]
    until = {table.row.play_until for table in tournament.found.tables}
    assert until == {tournament.found.row.round_ends_at}
    assert tournament.found.row.due_at is None, "now the tables play"
    assert {each.presence for each in loaded(db, late.id).seats} == {
        Presence.HERE,
        Presence.LEAVING,
    }, "whoever leaves then misses that hand (R11.3)"
    for table in tournament.found.tables:
        tournament.give_up(table)
    for _look in range(5):
        tournament.look(tournament.now + 60)
    assert tournament.dealt == [2, 2, 2]
    assert leaving.id not in tournament.found.stacks


def begun(db: sqlite3.Connection, people: int) -> KnockOut:
    """A tournament whose first hand was played, by giving up."""
    tournament = KnockOut(db, people)
    tournament.make_threads()
    tournament.let_pass(0)
    for table in tournament.found.tables:
        tournament.give_up(table)
    return tournament


def test_a_table_tells_who_came_to_it_from_which_other_table(db: sqlite3.Connection):
    tournament = begun(db, 9)
    first, second, _third = tournament.found.tables
    for seat in (*first.seats[:2], second.seats[0]):
        tournament.leave(seat.player_id)
    tournament.let_pass(BREAK)
    came = {
        (table.row.room, *each)
        for table in tournament.found.tables
        if (floor := with_floor(db, loaded(db, table.id)).extras.floor) is not None
        for each in floor.came
    }
    left = first.people[first.seats[2].player_id].name
    assert came == {(second.row.room, left, first.row.room)}


def all_sit_out(tournament: KnockOut, table: Table) -> None:
    for seat in table.seats:
        here = loaded(tournament.db, table.id)
        presence.sit_out(tournament.db, here, table.people[seat.player_id])
    changed(tournament.db, table.id, tournament.now)


def test_r11_3_a_table_at_which_nobody_is_there_holds_up_none_of_the_others(
    db: sqlite3.Connection,
):
    tournament = begun(db, 6)
    absent, there = tournament.found.tables
    all_sit_out(tournament, absent)
    before = dict(tournament.found.stacks)
    tournament.let_pass(BREAK)
    assert tournament.dealt == [2, 2]
    assert loaded(db, absent.id).running is None, "nobody plays it, so it is over at once"
    assert loaded(db, there.id).running is not None
    assert {p: tournament.found.stacks[p] for p in before} == before, "and settles nothing"
    tournament.give_up(there)
    tournament.let_pass(BREAK)
    assert tournament.dealt == [3, 3]


def test_where_nobody_is_there_it_waits_for_them_and_then_the_stacks_decide(
    db: sqlite3.Connection,
):
    tournament = begun(db, 6)
    for table in tournament.found.tables:
        all_sit_out(tournament, table)
    began = tournament.now
    tournament.let_pass(HAND - 1)
    assert tournament.row.round == 1, "no hand is dealt that nobody plays"
    assert tournament.row.empty_until == began + HAND
    tournament.let_pass(1)
    assert (tournament.row.is_over, tournament.row.is_won) == (True, True)
    assert [each.place for each in tournament.found.standing()] == [1] * 6
    assert tournament.found.tables == ()


def test_all_its_tables_are_drawn_once_more_when_it_ends(db: sqlite3.Connection):
    tournament = begun(db, 6)
    for table in tournament.found.tables:
        all_sit_out(tournament, table)
    ids = {table.id for table in tournament.found.tables}
    tournament.look(tournament.now + 1)
    touched = several_tables.step(db, tournament.id, tournament.now + 1 + HAND, tournament.secret)
    assert tournament.row.is_over
    assert touched >= ids


def test_threads_that_too_many_were_made_of_get_no_table(db: sqlite3.Connection):
    tournament = KnockOut(db, 9)
    for player in tournament.people[5:]:
        tournament.leave(player)
    tournament.make_threads()
    for hand in (1, 2):
        tournament.let_pass(BREAK)
        assert tournament.dealt == [hand, hand], "five people need two tables"
        assert len(tournament.found.every) == 2, "nor is one opened only to be closed"
        for table in tournament.found.tables:
            tournament.give_up(table)


def test_computer_players_of_a_level_have_numbers_from_the_second_on(db: sqlite3.Connection):
    tournament = KnockOut(db, 1, computers=3)
    computers = [p for p in tournament.found.people.values() if p.is_computer]
    assert [(each.name, each.handle) for each in computers] == [
        ("Dreamer (bot)", "beginner_bot"),
        ("Dreamer 2 (bot)", "beginner_2_bot"),
        ("Dreamer 3 (bot)", "beginner_3_bot"),
    ]


def test_whoever_comes_back_in_time_plays_on(db: sqlite3.Connection):
    tournament = begun(db, 3)
    (table,) = tournament.found.tables
    all_sit_out(tournament, table)
    tournament.let_pass(HAND - 1)
    one = table.people[table.seats[0].player_id]
    presence.come_back(db, loaded(db, table.id), one, tournament.now)
    tournament.let_pass(0)
    assert tournament.row.empty_until is None
    assert tournament.dealt == [2], "they are ready, and wait for nobody"
    assert tournament.found.stacks[one.id] == 400 + 2 * 3


def test_a_pause_leaves_them_all_their_time_to_come_back(db: sqlite3.Connection):
    tournament = begun(db, 3)
    all_sit_out(tournament, tournament.found.tables[0])
    tournament.let_pass(HAND // 2)
    several_tables.pause(db, tournament.row, tournament.now)
    tournament.let_pass(10 * HAND)
    assert tournament.row.empty_until is None
    several_tables.resume(db, tournament.row, tournament.now)
    tournament.let_pass(HAND - 1)
    assert not tournament.row.is_over
    tournament.let_pass(1)
    assert tournament.row.is_over


def test_whoever_leaves_while_the_threads_are_made_plays_no_part(db: sqlite3.Connection):
    tournament = KnockOut(db, 6)
    first, second, *_others = tournament.people
    tournament.leave(first)
    tournament.remove(second)
    assert tournament.row.state is Stage.SEATING
    tournament.make_threads()
    tournament.let_pass(0)
    assert sorted(tournament.found.stacks) == tournament.people[2:]
    assert sorted(len(table.seats) for table in tournament.found.tables) == [2, 2]


def test_with_too_few_left_by_then_it_is_called_off(db: sqlite3.Connection):
    tournament = KnockOut(db, 3, computers=1)
    for player in tournament.people:
        tournament.leave(player)
    tournament.let_pass(0)
    assert (tournament.row.is_over, tournament.row.is_won) == (True, False)
    assert tournament.row.round == 0


def test_whoever_lost_their_thread_and_leaves_keeps_their_place(db: sqlite3.Connection):
    tournament = begun(db, 6)
    gone, _other = tournament.found.tables
    tournament.lose_thread(gone)
    one, two, _three = (seat.player_id for seat in gone.seats)
    tournament.leave(one)
    tournament.remove(two)
    assert {one, two} <= tournament.found.outs.keys()
    assert {each.place for each in tournament.found.standing()} == {1, 5}


def test_a_knock_out_that_all_have_left_is_nobodys(db: sqlite3.Connection):
    tournament = begun(db, 3)
    for player in tournament.people:
        tournament.leave(player)
    tournament.let_pass(BREAK)
    assert (tournament.row.is_over, tournament.row.is_won) == (True, False)


@pytest.mark.parametrize("rules", ["czech-tournament", "czech", "standard"])
def test_r11_1_the_end_of_a_hand_kills_nobodys_who_was_quick(db: sqlite3.Connection, rules: str):
    """One lets nineteen minutes pass with the first street, then all place at once, to no avail."""
    options = replace(OPTIONS, rules=Ruleset.of(rules, {"variant": "classic"}), seats=4)
    tournament = KnockOut(db, 4, options)
    tournament.make_threads()
    tournament.let_pass(0)
    (table,) = tournament.found.tables
    tournament.let_pass(HAND - 60)
    for _street in range(14):
        place_next(tournament, table)
        tournament.let_pass(4)
    assert all(each.presence is Presence.HERE for each in loaded(db, table.id).seats)
    tournament.let_pass(4)
    played = loaded(db, table.id).played
    assert played is not None
    assert played.is_finished
    assert {seat.fate for seat in played.hand.seats} == {Fate.PLAYING}
    assert len(played.on_behalf) > 8
    assert all(each.presence is Presence.HERE for each in loaded(db, table.id).seats)
    tournament.let_pass(BREAK)
    assert tournament.dealt == [2]
    assert loaded(db, table.id).running is not None, "all are dealt in"
    tournament.let_pass(HAND + BREAK)
    assert all(each.presence is Presence.OUT for each in loaded(db, table.id).seats)


def test_r11_1_whoever_lets_their_own_time_run_out_has_a_dead_hand(db: sqlite3.Connection):
    rules = Ruleset.of("czech-tournament", {"variant": "classic"})
    tournament = KnockOut(db, 4, replace(OPTIONS, rules=rules, seats=4, clock=60))
    tournament.make_threads()
    tournament.let_pass(0)
    (table,) = tournament.found.tables
    tournament.let_pass(60)
    running = loaded(db, table.id).running
    assert running is not None
    assert [seat.fate for seat in running.hand.seats].count(Fate.DEAD) == 1


def place_next(tournament: KnockOut, table: Table) -> None:
    """Have whoever is waited for at a table place."""
    running = loaded(tournament.db, table.id).running
    assert running is not None
    tournament.act(running.player_at(running.hand.waiting_on[0]), table.id)


def test_deals_come_from_what_joining_added_until_the_start_whoever_comes_and_goes(
    db: sqlite3.Connection,
):
    host, ann, bob, cid = (players.get(db, each) for each in add_players(db, 4))
    tournament_id = several_tables.open_tournament(
        db, host, OPTIONS, Destination(GUILD, 77, "de"), form=KNOCK_OUT, now=1
    )

    def row() -> TournamentRow:
        return several_tables.find(db, tournament_id)

    origins.add(db, tournament_id, b"o" * 32, 1)
    origins.add_seed(db, tournament_id, host.id, "11", 1)
    for now, player in enumerate((ann, bob, cid), start=2):
        several_tables.join(db, row(), player, now)
        origins.add_seed(db, tournament_id, player.id, f"2{now}", now)
    several_tables.leave(db, row(), bob.id, 5)
    several_tables.start(db, row(), 6, lambda: secret_of(6))
    several_tables.leave(db, row(), ann.id, 7)
    tournaments.enter(db, tournament_id, bob.id, 8)
    parts = ("11", "22", "24")
    assert origins.added(db, tournament_id) == parts, "Ann was there at the start, Bob was not"
    origin = origins.get(db, tournament_id)
    assert origin is not None
    assert origin.joined == shared_seed(parts)
    assert first_wrong_event(db, GUILD) is None
    for statement in ("UPDATE entry_seeds SET seed = '9'", "DELETE FROM entry_seeds"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            db.execute(statement)
    db.execute("DROP TRIGGER entry_seeds_stay")
    db.execute("UPDATE entry_seeds SET seed = '9' WHERE player_id = ?", (ann.id,))
    wrong = first_wrong_event(db, GUILD)
    assert wrong == f"Tournament {tournament_id} has another seed than was added by joining."


def test_a_table_that_lost_its_thread_tells_where_its_people_play_on(db: sqlite3.Connection):
    tournament = begun(db, 6)
    lost, _other = tournament.found.tables
    tournament.lose_thread(lost)
    closing = surfaces.get(db, lost.id, Place(Slot.CLOSING))
    assert closing is not None
    surfaces.painted(db, closing)
    while tournament.table_of(lost.seats[0].player_id) is None:
        tournament.let_pass(BREAK)
        tournament.make_threads()
        for table in tournament.found.tables:
            tournament.give_up(table)
    assert Place(Slot.CLOSING) in {each.place for each in surfaces.unpainted(db, lost.id)}
