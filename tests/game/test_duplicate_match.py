"""R14.6: a duplicate match at a table, from its opening to its end, as the database has it."""

import sqlite3

import numpy as np
import pytest

from bot.game import play
from bot.game.results import find_replay, match_proof, with_news
from bot.game.table import TableError
from bot.ledger import export
from bot.store import hands, players
from bot.store.ledger import bookings
from bot.store.tables import State
from bot.surfaces.contents import announced, dealt, proof_of
from ofc_engine.duplicate_match import visit_points
from ofc_engine.players.deciding import decide
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import LEVELS
from ofc_engine.views import view_for
from tests.game.duplicate_matches import Match, faults, hand_id, points_of
from tests.store.rows import GUILD


@pytest.mark.parametrize("seats", [2, 3])
def test_every_deal_is_played_from_every_seat_and_the_difference_counts(
    db: sqlite3.Connection, seats: int
):
    match = Match(db, seats=seats)
    match.play(3 * seats)
    table = match.table
    assert table.state is State.CLOSED
    assert table.row.ended_by == "hands"
    assert table.match is not None
    assert table.match.over == (1, 2, 3)
    by_deal: dict[int, list[tuple[int, ...]]] = {}
    for number in range(1, 3 * seats + 1):
        played = match.hand(number).played
        assert played is not None
        by_deal.setdefault(match.deal_of(number), []).append(
            tuple(part.player_id for part in played.acting)
        )
        cards = [frozenset(seat.cards) for seat in played.hand.seats]
        first = match.hand(match.deal_of(number)).played
        assert first is not None
        assert cards == [frozenset(seat.cards) for seat in first.hand.seats]
        proof_of(played).verify()
    for plays in by_deal.values():
        for seat in range(seats):
            assert {who[seat] for who in plays} == set(match.people)
    # All have placed alike, so that nobody is ahead.
    assert set(table.match.standing.values()) == {0}
    assert sorted(match.booked) == list(range(1, 3 * seats + 1))
    assert faults(db) == []


def test_until_its_last_play_nothing_of_a_deal_is_told(db: sqlite3.Connection):
    match = Match(db)
    match.play(3)
    assert match.booked == []
    assert db.execute("SELECT COUNT(*) FROM unjudged").fetchone()[0] == 3
    for number in (1, 2, 3):
        table = match.hand(number)
        assert table.is_covered
        for refused in (
            lambda n=number: find_replay(db, match.id, n),
            lambda t=table: t.mode.verify_shown(db, t),
            lambda t=table: t.mode.verify_shown(db, t, match.people[0]),
        ):
            with pytest.raises(TableError, match="comes again in your match"):
                refused()
        news = with_news(db, table)
        assert (news.extras.skills, news.extras.feats) == ((), ())
        told = dealt(table)
        assert told.of_all, "no deal is named by which it could be known again"
    versions = _versions(db, match.id)
    assert {slot for slot, version in versions.items() if "covered" in version} == {
        "result",
        "private",
    }
    with pytest.raises(TableError, match="comes again in your match"):
        find_replay(db, match.id, None)
    assert export.document(db, GUILD)["hands"] == []
    assert faults(db) == []


def _versions(db: sqlite3.Connection, table_id: int) -> dict[str, str]:
    rows = db.execute("SELECT slot, version FROM surfaces WHERE table_id = ?", (table_id,))
    return {row["slot"]: row["version"] for row in rows}


def test_while_a_deal_comes_again_nobody_is_told_which(db: sqlite3.Connection):
    match = Match(db)
    match.play(3)
    match.deal()
    table = match.table
    assert table.running is not None
    assert table.running.row.dealt_as is not None
    told = dealt(table)
    assert table.match is not None
    assert (told.commitment, told.of_all) == (table.match.commitment, True)
    assert announced(table, is_open=True) is None
    covered = table.match.covered
    assert covered == {1, 2, 3}
    while match.act():
        pass
    again, first = 4, match.deal_of(4)
    assert match.booked == [first, again]
    for number in (first, again):
        assert find_replay(db, match.id, number).last > 0
        assert not dealt(match.hand(number)).of_all
    assert [match.hand(n).is_covered for n in sorted({1, 2, 3} - {first})] == [True, True]
    assert len(export.document(db, GUILD)["hands"]) == 2
    assert faults(db) == []


def test_all_is_committed_to_when_the_table_is_opened(db: sqlite3.Connection):
    match = Match(db, deals=4)
    lobby_deal = announced(match.table, is_open=True)
    assert lobby_deal is not None
    assert lobby_deal.of_all
    before = [hands.deal(db, match.id, deal) for deal in (1, 2, 3, 4)]
    player = players.get(db, match.people[0])
    play.add_seed(db, match.table, player, "tiger7", match.now)
    match.play()
    with pytest.raises(TableError, match="fixed before its first hand"):
        play.add_seed(db, match.table, player, "tiger8", match.now)
    assert match_proof(db, match.table) is None
    match.play(7)
    shown = match_proof(db, match.table)
    assert shown is not None
    shown.verify()
    assert shown.commitment == lobby_deal.commitment
    assert shown.order == tuple(match.deal_of(number) for number in range(1, 9))
    for number in range(1, 9):
        played, deal = match.hand(number).played, before[match.deal_of(number) - 1]
        assert played is not None
        assert deal is not None
        assert proof_of(played).commitment == deal.commitment
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute("UPDATE matches SET seed = 'x'")
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute("UPDATE matches SET secret = zeroblob(32)")
    with pytest.raises(sqlite3.IntegrityError, match="never changed"):
        db.execute("UPDATE plays SET points = 0")


def test_fantasyland_is_not_played_and_counts_what_is_stated(db: sqlite3.Connection):
    match = Match(db, rules="progressive variant=chinese")
    rng = np.random.default_rng(3)
    match.choose = lambda hand, seat: decide(
        LEVELS["steady"], Knowledge.of(view_for(hand, seat)), rng
    )
    match.play(6)
    assert match.table.match is not None
    earned = 0
    for each in match.table.match.plays:
        parts = bookings.parts(db, hand_id(match, each.number))
        assert all(part.fantasyland == 0 for part in parts), "nobody is there"
        assert [part.player_id for part in parts] == list(each.players)
        worth = [visit_points(match.table.rules, part.earned) for part in parts]
        won = points_of(db, hand_id(match, each.number))
        assert each.points[0] == won[parts[0].player_id] + worth[0] - worth[1]
        earned += sum(part.earned > 0 for part in parts)
    assert earned > 2
    assert faults(db) == []
