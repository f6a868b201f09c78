"""Which tables there are: where, whose, open or closed, since when."""

from typing import Any, Final

import pytest

from bot.store import guilds, hands, players, seats, tables, uptime
from bot.store.engine import Connection
from bot.store.hands import HandState, LineupRow
from bot.store.ledger import journal
from bot.store.ledger.bookings import Stamp
from bot.values.ledger_records import DAY
from bot.values.options import Destination, TableOptions
from tests.store.rows import add_hand, add_players, part

NOW: Final = 1000


@pytest.fixture
def host(db: Connection) -> int:
    return add_players(db, 1)[0]


def add(db: Connection, host: int, channel: int = 70, guild: int = 9, **more: Any) -> int:
    options = TableOptions(seats=3, stack=more.pop("stack", None))
    now = more.pop("now", NOW)
    return tables.add(
        db, options, Destination(guild, channel, "en-US"), host_id=host, now=now, **more
    )


@pytest.mark.parametrize(("since", "told"), [(NOW - 1, True), (NOW, False)])
def test_a_role_was_told_since_a_moment(db: Connection, host: int, since: int, told: bool):
    add(db, host, told_role_id=5)
    add(db, host, 71, now=NOW + 50)
    add(db, host, 72, guild=8, told_role_id=5, now=NOW + 50)
    assert tables.has_told_role(db, 9, since=since) is told


def test_of_a_closed_table_nothing_is_open_any_more(db: Connection, host: int):
    first, other = add(db, host), add(db, host, 71, guild=8)
    for table_id, seat in ((first, 1), (other, 2)):
        seats.sit(db, table_id, seat, host)
    assert tables.open_in_channel(db, 70) == first
    assert tables.open_in_channel(db, 72) is None
    assert tables.of_player(db, host) == (first, other)
    assert guilds.with_open(db) == {8, 9}
    assert guilds.channels_with_open(db) == {70, 71}
    assert tables.at_work(db) == (2, 0)
    add_hand(db, other, [host], is_over=False)
    assert tables.at_work(db) == (2, 1)
    tables.close(db, first, NOW, "hands")
    assert tables.open_in_channel(db, 70) is None
    assert tables.of_player(db, host) == (other,)
    assert tables.open_in(db, guild_id=9) == ()
    assert guilds.with_open(db) == {8}
    assert guilds.channels_with_open(db) == {71}
    assert tables.at_work(db) == (1, 1)
    tables.close(db, first, NOW + 1, "")
    row = tables.get(db, first)
    assert row is not None
    assert row.ended_by == "hands", "it was closed before"


def test_what_is_not_there_is_none(db: Connection):
    assert tables.get(db, 1) is None
    assert tables.at_work(db) == (0, 0)


def test_a_table_of_hands_that_were_played_elsewhere_is_never_open(db: Connection, host: int):
    recorded = add(db, host, is_open=False)
    stamp = Stamp("classic", now=DAY, origin="recorded")
    other = players.add_computer(db, "steady", "Steady", "steady_bot").id
    hand_id = add_hand(db, recorded, [host, other])
    journal.book(db, hand_id, [], [part(host, 0), part(other, 1)], stamp)
    assert tables.open_in_channel(db, 70) is None
    later = add(db, host)
    assert tables.open_in_channel(db, 70) == later


def test_where_computers_are_in_a_hand(db: Connection, host: int):
    computer = players.add_computer(db, "steady", "Steady", "steady_bot").id
    alone, both, over = add(db, host), add(db, host, 71), add(db, host, 72)
    add_hand(db, alone, [host], is_over=False)
    add_hand(db, both, [host, computer], is_over=False)
    add_hand(db, over, [host, computer])
    assert tables.with_computers_playing(db) == (both,)


@pytest.mark.parametrize(("failures", "failing"), [(2, False), (3, True), (4, True)])
def test_people_are_told_of_the_third_failure_in_a_row(
    db: Connection, host: int, failures: int, failing: bool
):
    table_id = add(db, host)
    db.execute("UPDATE tables SET failures = ?", (failures,))
    row = tables.get(db, table_id)
    assert row is not None
    assert row.is_failing is failing


def test_seats_are_kept_and_given_up(db: Connection, host: int):
    table_id = add(db, host)
    other = players.add_computer(db, "steady", "Steady", "steady_bot").id
    seats.invite(db, table_id, host, NOW)
    seats.invite(db, table_id, other, NOW + 1)
    seats.end_invitations(db, table_id, until=NOW - 1)
    assert seats.invited(db, table_id) == {host: NOW, other: NOW + 1}
    seats.decline_all(db, host)
    assert seats.invited(db, table_id) == {host: 0, other: NOW + 1}
    seats.end_invitations(db, table_id, until=NOW)
    assert seats.invited(db, table_id) == {other: NOW + 1}
    seats.uninvite(db, table_id, other)
    assert seats.invited(db, table_id) == {}


# --- the hands of a table --------------------------------------------------------------------


def test_seeds_stand_by_seats_and_those_who_watch_come_last():
    lineup = [LineupRow(1, 11, None, 0), LineupRow(2, 12, 1, 0), LineupRow(3, 13, 0, 0)]
    added = {13: hands.Seed("c", is_typed=True), 11: hands.Seed("a", is_typed=False)}
    assert hands.seeds_in_order(added, lineup) == ["c", "-", "a"]


def test_a_log_is_read_from_any_number_on(db: Connection, host: int):
    table_id = add(db, host)
    hand_id = add_hand(db, table_id, [host], is_over=False)
    assert hands.latest_at(db, hand_id) is None
    db.executemany(
        "INSERT INTO operations (hand_id, number, operation, at, on_behalf) VALUES (?, ?, ?, ?, ?)",
        [(hand_id, n, f"operation {n}", NOW + n, n == 1) for n in range(3)],
    )
    assert hands.log(db, hand_id) == (
        ("operation 0", "operation 1", "operation 2"),
        frozenset({1}),
    )
    assert hands.log(db, hand_id, first=1) == (("operation 1", "operation 2"), frozenset({1}))
    assert hands.log(db, hand_id, first=2) == (("operation 2",), frozenset())
    assert hands.latest_at(db, hand_id) == NOW + 2


def test_a_message_shows_a_deal_until_it_is_dealt(db: Connection, host: int):
    table_id = add(db, host)
    hands.commit_deal(db, table_id, 1, bytes(32), now=NOW)
    assert hands.deal(db, table_id, 2) is None
    hands.keep_message(db, table_id, 1, "7")
    add_hand(db, table_id, [host], is_over=False)
    hands.keep_message(db, table_id, 1, "8")
    deal = hands.deal(db, table_id, 1)
    assert deal is not None
    assert (deal.message, deal.committed_at, deal.seeds) == ("7", NOW, {})


def test_who_is_in_a_running_hand_and_what_a_hand_was(db: Connection, host: int):
    table_id = add(db, host)
    assert hands.running_with(db, host) == ()
    hand_id = add_hand(db, table_id, [host], is_over=False)
    assert hands.running_with(db, host) == (table_id,)
    hands.end(db, hand_id, state=HandState.FINISHED, now=NOW)
    assert hands.running_with(db, host) == ()
    assert hands.has_played(db, table_id, host)
    latest = hands.latest(db, table_id)
    assert latest is not None
    assert (latest.number, latest.state, latest.ended_at) == (1, HandState.FINISHED, NOW)
    assert hands.numbered(db, table_id, 2) is None
    assert uptime.there_since(db) == 0
