"""Whoever plays no more is told why and where they ended, once, and keeps their last result."""

import sqlite3

from bot.game import leaving, lobby, play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.tournaments import several_tables
from bot.game.tournaments.announcing import finale_of
from bot.game.tournaments.formats import FORMATS
from bot.game.tournaments.knockout import BREAK
from bot.screens.components import Illustration, Picture
from bot.screens.private_screen import waiting_screen
from bot.store import players, surfaces
from bot.store.surfaces import Place, ShownAt, Slot
from bot.surfaces.contents import late, own_part
from bot.surfaces.queue import keep_shown, next_job, todo_at
from bot.texts import texts_for
from bot.values.draft import Spot
from bot.values.options import Destination, TableOptions
from bot.values.scenes import Presence
from bot.values.standings import OutReason, OwnFinish, StacksScene
from bot.values.tournament_views import DUPLICATE
from ofc_engine.operations import DeclaredDead
from tests.e2e.house import secret_of
from tests.game.knock_outs import KnockOut
from tests.game.league import League
from tests.store.rows import GUILD, add_players

NOW = 1_000_000


def told(db: sqlite3.Connection, player: int) -> list[OwnFinish]:
    """What somebody is told at all tables of how they ended."""
    rows = db.execute(
        "SELECT table_id FROM surfaces WHERE slot = ? AND player_id = ? AND key <> ''"
        " ORDER BY table_id",
        (Slot.PLACE, player),
    ).fetchall()
    found: list[OwnFinish] = []
    for (table_id,) in rows:
        db.execute(
            "UPDATE surfaces SET painted_key = key, painted_version = version"
            " WHERE player_id = ? AND slot <> ?",
            (player, Slot.PLACE),
        )
        surfaces.forget(db, table_id, Place(Slot.PLACE, player))
        job = next_job((table_id, player), db)
        assert job is not None
        assert job.table.extras.finish is not None
        found.append(job.table.extras.finish)
    return found


def paint(db: sqlite3.Connection, table_id: int) -> None:
    """Show everything that is to be shown at a table."""
    for message in range(1, 50):
        jobs = todo_at(table_id, db).jobs
        if not jobs:
            return
        for job in jobs:
            keep_shown(job, ShownAt(5, message, NOW), db)
    raise AssertionError("it does not end")


def play_hand(db: sqlite3.Connection, table_id: int) -> None:
    """Deal a hand in which everybody is dead at once."""
    play.deal(db, loaded(db, table_id), secret_of(1), NOW)
    changed(db, table_id, NOW)
    while (played := loaded(db, table_id).running) is not None:
        seat = next(iter(played.hand.waiting_on))
        play.carry_out(db, loaded(db, table_id), DeclaredDead(seat), NOW)
        changed(db, table_id, NOW)


def test_a_result_that_somebody_keeps_is_of_the_last_hand_they_played(db: sqlite3.Connection):
    ann, *others = (players.get(db, player) for player in add_players(db, 3))
    table_id = lobby.open_table(
        db,
        ann,
        TableOptions(seats=3),
        Destination(GUILD, 77, "en-US"),
        secret=secret_of(0),
        now=NOW,
    )
    for each in others:
        lobby.join(db, loaded(db, table_id), each, NOW)
    play_hand(db, table_id)
    gone = others[-1]
    leaving.remove(db, loaded(db, table_id), gone, NOW)
    changed(db, table_id, NOW)
    paint(db, table_id)
    play_hand(db, table_id)
    paint(db, table_id)
    latest = loaded(db, table_id).played
    assert latest is not None
    assert latest.row.number == 2
    surfaces.edit_result_again(db, table_id, latest.row.id)
    assert next_job((table_id, gone.id), db) is None, "that hand is none of theirs"
    surfaces.edit_again(db, table_id, Place(Slot.PRIVATE, gone.id))
    job = next_job((table_id, gone.id), db)
    assert job is not None
    assert job.table.played is not None
    assert job.table.played.row.number == 1
    assert job.table.is_past


def begun(db: sqlite3.Connection, people: int) -> KnockOut:
    tournament = KnockOut(db, people)
    tournament.make_threads()
    tournament.let_pass(0)
    return tournament


def give_up_all(tournament: KnockOut) -> None:
    for table in tournament.found.tables:
        tournament.give_up(table)
    tournament.let_pass(BREAK)


def test_in_a_knock_out_everybody_is_told_their_place_once_it_is_known(db: sqlite3.Connection):
    tournament = begun(db, 6)
    first, removed, *stay = tournament.people
    tournament.leave(first)
    tournament.remove(removed)
    assert [each.why for each in told(db, removed)] == [OutReason.REMOVED]
    assert told(db, removed)[0].place is None, "others may fall in the same hand"
    assert not told(db, first)
    give_up_all(tournament)
    assert [(each.why, each.place, each.of) for each in told(db, first)] == [(OutReason.OUT, 5, 6)]
    assert [(each.why, each.place) for each in told(db, removed)] == [(OutReason.REMOVED, 5)]
    *leaving, last = stay
    for each in leaving:
        tournament.leave(each)
    give_up_all(tournament)
    assert tournament.row.is_over
    assert [(each.place, each.of) for each in told(db, first)] == [(5, 6)]
    assert [(each.why, each.place) for each in told(db, removed)] == [(OutReason.REMOVED, 5)]
    for each in leaving:
        assert [end.why for end in told(db, each)] == [OutReason.OUT]
    assert [(end.why, end.place, end.won) for end in told(db, last)] == [(OutReason.OVER, 1, True)]


def test_where_people_end_it_those_who_fell_are_told_their_place(db: sqlite3.Connection):
    tournament = begun(db, 6)
    gone, *stay = tournament.people
    tournament.leave(gone)
    give_up_all(tournament)
    several_tables.end_now(db, tournament.row, tournament.now)
    assert [(each.why, each.place) for each in told(db, gone)] == [(OutReason.OUT, 6)]
    for each in stay:
        assert [end.why for end in told(db, each)] == [OutReason.ENDED]


def test_whoever_comes_back_after_they_were_taken_out_is_told_how_it_ended(db: sqlite3.Connection):
    league = League(db, 4, rounds=1)
    league.start()
    gone = players.get(db, league.people[1])
    assert gone.user_id is not None
    several_tables.remove(db, league.found.row, gone.user_id, league.now)
    assert [end.why for end in told(db, gone.id)] == [OutReason.REMOVED]
    FORMATS[DUPLICATE].come_back(db, league.found.row, gone.id, league.now)
    league.play()
    ended = told(db, gone.id)
    assert [end.why for end in ended] == [OutReason.OVER]
    assert ended[0].place is not None


def test_whoever_stays_when_all_others_leave_has_won(db: sqlite3.Connection):
    league = League(db, 4, rounds=3)
    league.start()
    *leaving, stays = league.people
    for player in leaving:
        FORMATS[DUPLICATE].leave(db, league.found.row, player, league.now)
    league.play()
    assert league.found.row.is_over
    assert [(end.why, end.won) for end in told(db, stays)] == [(OutReason.OVER, True)]
    assert not any(told(db, player) for player in leaving)


def own_screen(db: sqlite3.Connection, table_id: int, player: int, hand: int) -> str:
    """A player's own screen of a hand of a table, in words."""
    table = loaded(db, table_id, hand=hand)
    picture = Illustration(Picture("cards.png", b""), "alt")
    spot, _ = Spot(table_id, hand), texts_for("en-US")
    screen = waiting_screen(own_part(table, player), picture, spot, _, may_call_time=False)
    return str(screen.components)


def test_a_result_says_nothing_of_the_hand_that_runs(db: sqlite3.Connection):
    tournament = begun(db, 3)
    (table,) = tournament.found.tables
    give_up_all(tournament)
    waits = next(iter(loaded(db, table.id).deadlines))
    assert "Your time runs out" in own_screen(db, table.id, waits, 2)
    assert "Your time runs out" not in own_screen(db, table.id, waits, 1)
    tournament.remove(waits)
    assert loaded(db, table.id).presence_of(waits) is Presence.LEAVING
    assert "I'll finish this hand for you." in own_screen(db, table.id, waits, 2)
    assert "I'll finish this hand for you." not in own_screen(db, table.id, waits, 1)


def test_no_time_ran_out_of_who_was_taken_out_amid_a_hand(db: sqlite3.Connection):
    tournament = begun(db, 3)
    (table,) = tournament.found.tables
    gone, slow, _ = tournament.people
    tournament.remove(gone)
    while (found := loaded(db, table.id)).running is not None:
        tournament.do_next()
    assert found.seat_of(gone) is None
    assert tournament.person(slow).name in late(found)
    assert tournament.person(gone).name not in late(found)


def test_the_chart_of_stacks_has_people_out_when_the_places_have(db: sqlite3.Connection):
    tournament = begun(db, 3)
    (table,) = tournament.found.tables
    tournament.give_up(table)
    _, *others = tournament.people
    for each in others:
        tournament.remove(each)
    tournament.let_pass(0)
    finale = finale_of(db, tournament.found)
    assert finale is not None
    assert finale.course is not None
    assert tournament.found.row.is_over
    assert isinstance(finale.standing, StacksScene)
    places = finale.standing.standing
    outs = {place.out.hand for place in places if place.out is not None}
    assert outs == {2}, "between two hands one is out in the next"
    assert {*finale.course.outs} == {None, 2}
