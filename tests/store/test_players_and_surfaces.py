"""People are one row each; surfaces know what they show and what they should show."""

import sqlite3
from collections.abc import Callable

import pytest

from bot.store import players, seats, surfaces, tables
from bot.store.players import Person
from bot.store.surfaces import NOTHING, SAME_MESSAGE, Look, Place, ShownAt, Slot
from tests.store.rows import add_players, add_table

BOARD = Place(Slot.BOARD)


def test_a_person_is_brought_up_to_date(db: sqlite3.Connection):
    first = players.remember(db, Person(1, "Ann", "ann", "en-US"))
    again = players.remember(db, Person(1, "Anna", "ann", "de"))
    assert again.id == first.id
    assert players.find(db, 1) == again
    assert players.find(db, 2) is None


def test_who_is_only_named_by_somebody_keeps_their_language(db: sqlite3.Connection):
    players.remember(db, Person(1, "Ann", "ann", "de"))
    named = players.remember(db, Person(1, "Anna", "ann", ""))
    assert (named.name, named.locale) == ("Anna", "de")


def test_a_closed_door_is_remembered(db: sqlite3.Connection):
    ann = players.remember(db, Person(1, "Ann", "ann", "en-US"))
    players.keep_dm_channel(db, ann.id, 9)
    players.close_dms(db, ann.id, again_at=60)
    assert players.get(db, ann.id).dm_closed
    assert players.get(db, ann.id).dm_channel_id is None, "it is opened anew when they ask"


def test_a_channel_has_one_open_table(db: sqlite3.Connection):
    (ann,) = add_players(db, 1)
    first = add_table(db, ann)
    with pytest.raises(sqlite3.IntegrityError):
        add_table(db, ann)
    tables.close(db, first, now=2)
    second = add_table(db, ann)
    assert tables.open_in_channel(db, 77) == second


def table(db: sqlite3.Connection) -> int:
    return add_table(db, add_players(db, 1)[0])


def paint(db: sqlite3.Connection, table_id: int, message_id: int | None = 1) -> None:
    for surface in surfaces.unpainted(db, table_id):
        surfaces.painted_at(db, surface, ShownAt(7, message_id, 1))


def test_a_surface_is_unpainted_until_it_shows_what_it_should(db: sqlite3.Connection):
    table_id = table(db)
    surfaces.set_looks(db, table_id, {BOARD: Look("1", "a")})
    assert surfaces.tables_to_paint(db) == (table_id,)
    paint(db, table_id)
    assert surfaces.unpainted(db, table_id) == ()
    surfaces.set_looks(db, table_id, {BOARD: Look("1", "a")})
    assert surfaces.unpainted(db, table_id) == ()
    surfaces.set_looks(db, table_id, {BOARD: Look("1", "b")})
    assert [s.wanted for s in surfaces.unpainted(db, table_id)] == [Look("1", "b")]


def test_a_look_without_a_key_edits_the_message_there_is(db: sqlite3.Connection):
    table_id = table(db)
    surfaces.set_looks(db, table_id, {BOARD: Look(SAME_MESSAGE, "over")})
    assert surfaces.get(db, table_id, BOARD) is None
    surfaces.set_looks(db, table_id, {BOARD: Look("1.0", "act")})
    surfaces.set_looks(db, table_id, {BOARD: Look(SAME_MESSAGE, "over")})
    surface = surfaces.get(db, table_id, BOARD)
    assert surface is not None
    assert surface.wanted == Look("1.0", "over")


def test_forgetting_makes_a_painted_surface_unpainted(db: sqlite3.Connection):
    table_id = table(db)
    surfaces.set_looks(db, table_id, {BOARD: Look("1", "a")})
    paint(db, table_id)
    surfaces.forget(db, table_id, Place(Slot.BOARD))
    (surface,) = surfaces.unpainted(db, table_id)
    assert surface.painted == NOTHING
    assert surface.message_id == 1


def shown_while(
    db: sqlite3.Connection, change: Callable[[sqlite3.Connection, int, Place], None]
) -> tuple[surfaces.Surface, ...]:
    """What is to be painted after a change while the message of another hand was being posted."""
    table_id = table(db)
    surfaces.set_looks(db, table_id, {BOARD: Look("1", "a")})
    paint(db, table_id)
    surfaces.set_looks(db, table_id, {BOARD: Look("2", "a")})
    (posted,) = surfaces.unpainted(db, table_id)
    change(db, table_id, BOARD)
    surfaces.painted_at(db, posted, ShownAt(7, 2, 1))
    return surfaces.unpainted(db, table_id)


def test_what_is_to_be_edited_while_it_is_posted_is_edited_not_posted_again(
    db: sqlite3.Connection,
):
    (surface,) = shown_while(db, surfaces.edit_again)
    assert surface.painted.key == surface.wanted.key
    assert surface.message_id == 2


def test_what_is_to_be_posted_anew_while_it_is_posted_is_posted_again(db: sqlite3.Connection):
    (surface,) = shown_while(db, surfaces.forget)
    assert surface.painted == NOTHING


def test_what_is_to_be_edited_while_that_is_done_is_edited_once_more(db: sqlite3.Connection):
    table_id = table(db)
    surfaces.set_looks(db, table_id, {BOARD: Look("1", "a")})
    paint(db, table_id)
    surfaces.edit_again(db, table_id, BOARD)
    (edited,) = surfaces.unpainted(db, table_id)
    surfaces.edit_again(db, table_id, BOARD)
    surfaces.painted(db, edited)
    assert surfaces.unpainted(db, table_id)
    paint(db, table_id)
    assert not surfaces.unpainted(db, table_id)


def test_what_never_reached_somebody_is_sent_again_where_they_sit(db: sqlite3.Connection):
    ann, bob = add_players(db, 2)
    here, elsewhere = add_table(db, ann), add_table(db, bob, channel=78)
    seats.sit(db, here, 0, ann)
    own, others, end = (Place(Slot.PRIVATE, ann), Place(Slot.PRIVATE, bob), Place(Slot.PLACE, ann))
    for table_id in (here, elsewhere):
        surfaces.set_looks(db, table_id, {own: Look("1", "a"), others: Look("1", "a")})
        paint(db, table_id, message_id=None)
    assert surfaces.forget_unsent(db, ann) == {here}
    assert [each.place for each in surfaces.unpainted(db, here)] == [own]
    assert not surfaces.unpainted(db, elsewhere)
    surfaces.set_looks(db, here, {end: Look("out")})
    paint(db, here, message_id=None)
    tables.close(db, here, now=5)
    assert not surfaces.forget_unsent(db, ann, closed_since=6)
    assert surfaces.forget_unsent(db, ann, closed_since=5) == {here}
    assert [each.place for each in surfaces.unpainted(db, here)] == [end], "no cards any more"
    paint(db, here)
    assert not surfaces.forget_unsent(db, ann), "it has reached them"


def test_in_the_thread_of_spectators_a_hand_is_shown_to_its_end_before_the_next(
    db: sqlite3.Connection,
):
    table_id, thread = table(db), Place(Slot.THREAD)

    def wanted() -> Look:
        surface = surfaces.get(db, table_id, thread)
        assert surface is not None
        return surface.wanted

    surfaces.set_looks(db, table_id, {thread: Look("1", "street 4")})
    paint(db, table_id)
    surfaces.set_looks(db, table_id, {thread: Look("1", "over")})
    surfaces.set_looks(db, table_id, {thread: Look("2", "street 1")})
    assert wanted() == Look("1", "over")
    paint(db, table_id)
    surfaces.set_looks(db, table_id, {thread: Look("2", "street 1")})
    assert wanted() == Look("2", "street 1")
    surfaces.set_looks(db, table_id, {thread: NOTHING})
    assert wanted() == NOTHING, "the thread is gone"
