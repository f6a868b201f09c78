"""R14.4: duplicate rounds, from the draw to the last place, without an organiser."""

import hashlib
import sqlite3

import pytest

from bot.game.loading import loaded
from bot.game.results import find_replay, with_news
from bot.game.table import TableError
from bot.game.tournaments.announcing import told_of
from bot.game.tournaments.duplicate import MOST_DEALS, verify_plan
from bot.game.tournaments.endings import with_finish
from bot.game.tournaments.formats import FORMATS
from bot.handlers.tournaments.announcements import announcement_of
from bot.ledger.audit import every_server
from bot.screens.tournaments.deals import Added, deals_screen
from bot.screens.tournaments.tournament_lines import finish_screen
from bot.store import hands, judgements, players, surfaces, tables
from bot.store.surfaces import Place, ShownAt, Slot
from bot.store.tables import State
from bot.store.tournaments import duplicates, origins
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.surfaces.contents import proof_of
from bot.texts import languages, texts_for
from bot.values.hand_skill import HandSkill
from bot.values.tournament_views import DUPLICATE
from tests.game.league import CHANNEL, League

DAY = 24 * 3600


def test_nine_people_play_three_rounds_and_one_never_answers(db: sqlite3.Connection):
    league = League(db, 9, variant="pineapple")
    sleeper = league.people[4]
    league.start()
    assert [len(table.seats) for table in league.tables] == [3, 3, 3]
    for number in (1, 2, 3):
        assert league.found.row.round == number
        began = league.now
        league.play(sleeper)
        waiting = [table for table in league.tables if table.state is not State.CLOSED]
        assert len(waiting) == (1 if number < 3 else 0), "all others are done"
        league.let_pass(2 * DAY + 60)
        assert league.now - began <= 2 * DAY + 120, "a round closes by its deadline"
    row, results = league.found.row, league.found.results
    assert row.is_over
    assert row.is_won
    assert results is not None
    assert results.over == 3
    assert league.withdrawn() == {sleeper}, "two rounds missed"
    last = results.standing[-1]
    assert (last.player, last.scores) == (sleeper, (0, 0, None))
    met = duplicates.groups(db, league.id)
    pairs = [
        frozenset((a, b))
        for groups in met.values()
        for group in groups
        for a in group.players
        for b in group.players
        if a is not None and b is not None and a < b
    ]
    assert len(pairs) == len(set(pairs)), "nobody has met an opponent again"
    assert None in [p for group in met[3] for p in group.players], "a computer has the ninth seat"
    assert [server.fault for server in every_server(db)] == [None], "also the deals hold"


def test_as_many_rounds_as_wished_so_long_as_all_deals_fit_into_a_message():
    with pytest.raises(TableError, match="at most 30 hands"):
        verify_plan(DuplicatePlan(9, 4, 3600))
    commitment = "f" * 64
    added = Added(10**9, [str(10**18)] * (FORMATS[DUPLICATE].most + 1), "f" * 32)
    for rounds, hands_each in ((6, 5), (9, 3)):
        deals = [(n, hand, commitment) for n in range(rounds) for hand in range(hands_each)]
        assert len(deals) <= MOST_DEALS
        for language in languages():
            screen = deals_screen(deals, commitment, added, texts_for(language))
            (said,) = screen.components
            assert len(said["content"]) <= 4000


@pytest.mark.parametrize("variant", ["pineapple", "classic", "turbo", "chinese"])
def test_every_group_has_the_same_cards_at_the_same_seats(db: sqlite3.Connection, variant: str):
    league = League(db, 8, rounds=1, hands=2, variant=variant)
    league.start()
    size = 3 if variant == "pineapple" else 4
    first = league.tables[0]
    assert len(first.seats) == size
    gave_up = first.persons[0].player_id
    FORMATS[DUPLICATE].leave(db, league.found.row, gave_up, league.now)
    league.play()
    league.let_pass(60)
    for number in (1, 2):
        dealt = [league.cards_dealt(table, number) for table in league.tables]
        assert dealt[0].keys() == set(range(1, size + 1))
        for other in dealt[1:]:
            for seat, cards in other.items():
                here, there = set(dealt[0][seat].split()), set(cards.split())
                assert here <= there or there <= here, "one may be in Fantasyland, or out"


def test_fantasyland_in_one_group_leaves_the_others_cards_as_they_are(db: sqlite3.Connection):
    league = League(db, 6, rounds=1, hands=2, variant="pineapple")
    league.start()
    one, other = league.tables
    last = other.seats[0].player_id
    while loaded(db, one.id).running is not None:
        for seat in one.seats:
            league.act(seat.player_id, one.id)
    lucky = one.seats[0].player_id
    db.execute("UPDATE seats SET fantasyland = 14 WHERE player_id = ?", (lucky,))
    league.play(last, lucky)
    running = loaded(db, one.id).running
    assert running is not None
    assert [part.fantasyland for part in running.acting].count(14) == 1
    league.play()
    lineups = [
        [(part.table_seat, part.seat) for part in hands.lineup(db, row.id)]
        for row in (hands.numbered(db, table.id, 2) for table in (one, other))
        if row is not None
    ]
    assert lineups[0] == lineups[1], "the button has moved on in both"
    here, there = (league.cards_dealt(table, 2) for table in (one, other))
    assert set(here[1].split()) < set(there[1].split())
    assert (here[2], here[3]) == (there[2], there[3])


def test_the_deals_are_fixed_before_anybody_joins_and_everybody_adds_to_them(
    db: sqlite3.Connection,
):
    league = League(db, 3, rounds=2, hands=2)
    committed = duplicates.commitments(db, league.id)
    assert list(committed) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    league.start()
    first_round = league.tables
    league.play()
    seeds = ":".join(origins.added(db, league.id))
    seed = hashlib.sha256(seeds.encode()).hexdigest()[:32]
    proof = None
    for table in first_round:
        for number in (1, 2):
            played = loaded(db, table.id, hand=number).played
            assert played is not None
            proof = proof_of(played)
            proof.verify()
            assert proof.commitment == committed[1, number]
            assert proof.deal.seeds == (seed,)
    assert "method ofc-deal-3" in str(proof)
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute("UPDATE shared_deals SET secret = zeroblob(32)")


def test_nothing_of_a_deal_is_shown_before_the_last_group_has_finished_it(db: sqlite3.Connection):
    league = League(db, 6, rounds=1)
    league.start()
    early, late = league.tables
    slow = late.seats[0].player_id
    league.play(slow)
    assert loaded(db, early.id).state is State.CLOSED
    for attempt in (None, 1):
        with pytest.raises(TableError, match="Other groups are still playing this deal"):
            find_replay(db, early.id, attempt)
    with pytest.raises(TableError, match="Other groups"):
        early.mode.verify_shown(db, loaded(db, early.id))
    early.mode.verify_shown(db, loaded(db, early.id), early.seats[0].player_id)
    with pytest.raises(TableError, match="Other groups"):
        early.mode.verify_shown(db, loaded(db, early.id), slow)
    with pytest.raises(TableError, match="No hand has been finished"):
        find_replay(db, None, None)
    league.play()
    assert find_replay(db, early.id, 1).last > 0


def test_groups_are_in_no_channel_and_in_no_ledger(db: sqlite3.Connection):
    league = League(db, 3, rounds=1)
    league.start()
    assert tables.open_in_channel(db, CHANNEL) is None
    league.play()
    assert league.found.row.is_over
    assert db.execute("SELECT count(*) FROM bookings").fetchone()[0] == 0
    slots = db.execute("SELECT DISTINCT slot FROM surfaces WHERE key <> ''").fetchall()
    assert {row["slot"] for row in slots} == {"private", "place"}, "direct messages"


def test_whoever_was_withdrawn_comes_back_with_a_clean_slate(db: sqlite3.Connection):
    league = League(db, 6, rounds=5)
    sleeper = league.people[2]
    league.start()
    for _round in (1, 2):
        league.play(sleeper)
        league.let_pass(2 * DAY + 60)
    assert league.withdrawn() == {sleeper}
    assert all(table.seat_of(sleeper) is None for table in league.tables)
    league.join(sleeper)
    league.play()
    league.let_pass(60)
    assert league.found.row.round == 4
    assert any(table.seat_of(sleeper) is not None for table in league.tables)
    league.play(sleeper)
    league.let_pass(2 * DAY + 60)
    assert league.withdrawn() == set(), "that is the first one they miss again"


def test_whoever_leaves_is_played_for_and_may_come_back_in_the_round(db: sqlite3.Connection):
    league = League(db, 4, rounds=2)
    league.start()
    league.play(*league.people)
    ann, bob = league.people[:2]
    table_id = FORMATS[DUPLICATE].leave(db, league.found.row, ann, league.now)
    assert table_id is not None
    FORMATS[DUPLICATE].come_back(db, league.found.row, ann, league.now)
    assert league.withdrawn() == set()
    FORMATS[DUPLICATE].leave(db, league.found.row, bob, league.now)
    with pytest.raises(TableError, match="You aren't in this tournament"):
        FORMATS[DUPLICATE].leave(db, league.found.row, bob, league.now)
    league.play(bob)
    league.let_pass(60)
    assert league.found.row.round == 2, "nobody waits for who has left"
    with pytest.raises(TableError, match="The last round has begun"):
        FORMATS[DUPLICATE].come_back(db, league.found.row, bob, league.now)


def test_it_ends_when_fewer_than_two_are_left(db: sqlite3.Connection):
    league = League(db, 3, rounds=5)
    league.start()
    for player in league.people[:2]:
        FORMATS[DUPLICATE].leave(db, league.found.row, player, league.now)
    league.play()
    league.let_pass(60)
    assert league.found.row.is_over


def over(league: League) -> str:
    row = league.found.row
    assert row.is_over
    (message,) = announcement_of(told_of(league.found), texts_for("en-US")).components
    return message["components"][0]["content"]


def test_where_all_have_left_nobody_wins(db: sqlite3.Connection):
    league = League(db, 5, rounds=3)
    league.start()
    for player in league.people:
        league.leave(player)
    league.let_pass(0)
    assert league.found.row.is_won is False
    assert "It was called off: everybody had left." in over(league)
    assert "wins" not in over(league)
    assert not finishes_kept(db)


def test_where_one_stays_it_is_said_that_the_others_left(db: sqlite3.Connection):
    league = League(db, 5, rounds=3)
    league.start()
    *leaving, stays = league.people
    for player in leaving:
        league.leave(player)
    league.play()
    assert "It ended early: everybody else has left." in over(league)
    name = players.get(db, stays).name
    assert f"🏆 **{name}** wins." in over(league), "although the bot placed better for others"


@pytest.mark.parametrize(("people", "said"), [(3, False), (6, True)])
def test_an_only_group_is_compared_with_no_other(db: sqlite3.Connection, people: int, said: bool):
    league = League(db, people, rounds=1)
    league.start()
    league.play()
    assert league.found.row.is_over
    (table, surface) = next(
        (each, surface)
        for each in league.tables
        for surface in surfaces.unpainted(db, each.id)
        if surface.place.slot is Slot.PLACE
    )
    finish = with_finish(db, table, surface).extras.finish
    assert finish is not None
    told = finish_screen(finish, None, texts_for("en-US")).components[0]["content"]
    assert "round by round" in told
    assert ("in the other groups" in told) is said


def finishes_kept(db: sqlite3.Connection) -> bool:
    return bool(db.execute("SELECT count(*) FROM finishes").fetchone()[0])


def test_what_is_late_is_placed_hand_by_hand_and_reminded_of_before(db: sqlite3.Connection):
    league = League(db, 3, rounds=1, hands=3)
    league.start()
    (table,) = league.tables
    assert set(table.deadlines.values()) == {league.now + 2 * DAY}
    nexts = {each.next_at for each in table.reminders.values()}
    assert nexts == {league.now + DAY}, "when half of the time is gone"
    league.let_pass(2 * DAY - 1)
    assert loaded(db, table.id).next_number == 2
    league.let_pass(60)
    assert loaded(db, table.id).state is State.CLOSED
    results = league.found.results
    assert results is not None
    assert [each.scores for each in results.standing] == [(0,), (0,), (0,)]


def test_r14_4_what_the_judge_made_of_a_hand_is_told_once_its_deal_is_public(
    db: sqlite3.Connection,
):
    league = League(db, 6, rounds=1, variant="chinese")
    league.start()
    early, late = league.tables
    late_people = [seat.player_id for seat in late.persons]
    league.play(*late_people)
    assert loaded(db, early.id).state is State.CLOSED
    hand = loaded(db, early.id).played
    assert hand is not None
    own = [HandSkill(part.player_id, 700, None, None) for part in hand.acting]
    assert judgements.keep(db, hand.row.id, 1, [(each, []) for each in own])
    assert with_news(db, loaded(db, early.id)).extras.skills == ()
    shown = Place(Slot.PRIVATE, own[0].player_id)
    painted(db, early.id, shown)
    league.play()
    league.let_pass(60)
    assert league.found.row.is_over
    assert with_news(db, loaded(db, early.id)).extras.skills == tuple(own)
    assert shown in {each.place for each in surfaces.unpainted(db, early.id)}, "it is told now"
    places = {
        each.place.player_id
        for table in league.tables
        for each in surfaces.unpainted(db, table.id)
        if each.place.slot is Slot.PLACE
    }
    assert places == set(league.people)


def painted(db: sqlite3.Connection, table_id: int, place: Place) -> None:
    """Take a message for shown as it should be."""
    surface = surfaces.get(db, table_id, place)
    assert surface is not None
    surfaces.painted_at(db, surface, ShownAt(1, 2, 3))
