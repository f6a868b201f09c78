"""R14.6: a duplicate match at a table, from its opening to its end, as the database has it."""

import json
import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from bot.game import lobby, play, presence, withheld
from bot.game.changes import changed
from bot.game.corrections import make_void
from bot.game.duplicate_match import proof
from bot.game.loading import loaded
from bot.game.results import find_replay, with_news
from bot.game.table import Table, TableError
from bot.game.terms import limit_losses, verify_stake
from bot.ledger import export
from bot.ledger.audit import every_server
from bot.ledger.document import read
from bot.ledger.import_ import import_document
from bot.ofc.board import Placement
from bot.ofc.duplicate_match import visit_points
from bot.ofc.errors import RulesetError
from bot.ofc.hand import Hand
from bot.ofc.views import view_for
from bot.players.deciding import decide
from bot.players.knowledge import Knowledge
from bot.players.levels import LEVELS
from bot.store import hands, matches, players, skill
from bot.store.connection import connect
from bot.store.ledger import bookings, journal
from bot.store.privacy import everything_about
from bot.store.tables import State
from bot.surfaces.contents import announced, dealt, proof_of
from bot.values.options import Guild, TableOptions
from bot.values.skill import HandSkill, Mistake
from tests.e2e.house import secret_of
from tests.ofc.legal import legal_placements
from tests.store.rows import GUILD, add_players


class Match:
    """A duplicate match of closed Chinese; everybody places the first legal way, or `choose`s."""

    def __init__(
        self,
        db: sqlite3.Connection,
        *,
        deals: int = 3,
        seats: int = 2,
        rules: str = "standard variant=chinese",
    ) -> None:
        self.db, self.now = db, 1_000_000
        self.choose: Callable[[Hand, int], Placement] = _first_legal
        self._secrets = map(secret_of, count(1))
        self.people = add_players(db, seats)
        opening = lobby.Opening(TableOptions(duplicate=deals), seats=seats)
        options = opening.in_guild(Guild(GUILD, rules=rules))
        self.id = lobby.open_table(
            db,
            players.get(db, self.people[0]),
            options,
            guild_id=GUILD,
            channel_id=77,
            locale="en-US",
            secret=next(self._secrets),
            now=self.now,
        )
        for player in self.people[1:]:
            lobby.join(db, self.table, players.get(db, player), self.now)

    @property
    def table(self) -> Table:
        return loaded(self.db, self.id)

    def hand(self, number: int) -> Table:
        return loaded(self.db, self.id, hand=number)

    def deal(self) -> None:
        self.now += 1
        play.deal(self.db, self.table, next(self._secrets), self.now)
        changed(self.db, self.id, self.now)

    def act(self) -> bool:
        running = self.table.running
        if running is None:
            return False
        seat = running.hand.waiting_on[0]
        placement = self.choose(running.hand, seat)
        who = players.get(self.db, running.player_at(seat))
        play.place(self.db, self.table, who, placement, self.now)
        changed(self.db, self.id, self.now)
        return True

    def play(self, hands_to_play: int = 1) -> None:
        for _hand in range(hands_to_play):
            self.deal()
            while self.act():
                pass

    @property
    def booked(self) -> list[int]:
        """The numbers at the table of the hands that are in the ledger."""
        rows = self.db.execute(
            "SELECT h.number FROM bookings b JOIN hands h ON h.id = hand_id ORDER BY b.number"
        )
        return [row["number"] for row in rows]

    def deal_of(self, number: int) -> int:
        row = self.hand(number).played
        assert row is not None
        return row.row.dealt_as or number


def _first_legal(hand: Hand, seat: int) -> Placement:
    return next(iter(legal_placements(hand, seat)))


def faults(db: sqlite3.Connection) -> list[str]:
    return [server.fault for server in every_server(db) if server.fault]


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
            lambda t=table: withheld.verify_open(db, t),
            lambda t=table: withheld.verify_own(db, t, match.people[0]),
        ):
            with pytest.raises(TableError, match="comes again in your match"):
                refused()
        news = with_news(db, table)
        assert (news.skills, news.feats) == ((), ())
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
    assert proof(db, match.table) is None
    match.play(7)
    shown = proof(db, match.table)
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
        parts = bookings.parts(db, _hand_id(match, each.number))
        assert all(part.fantasyland == 0 for part in parts), "nobody is there"
        assert [part.player_id for part in parts] == list(each.players)
        worth = [visit_points(match.table.rules, part.earned) for part in parts]
        won = points_of(db, _hand_id(match, each.number))
        assert each.points[0] == won[parts[0].player_id] + worth[0] - worth[1]
        earned += sum(part.earned > 0 for part in parts)
    assert earned > 2
    assert faults(db) == []


def points_of(db: sqlite3.Connection, hand_id: int) -> dict[int, int]:
    """What each player won in a hand by the ledger, which leaves Fantasyland out."""
    (entry,) = journal.of_hand(db, hand_id)
    return {entry.a: entry.points, entry.b: -entry.points}


def _hand_id(match: Match, number: int) -> int:
    played = match.hand(number).played
    assert played is not None
    return played.row.id


# --- the end, and before it ------------------------------------------------------------------


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
    booking = bookings.of_hand(db, _hand_id(match, 4))
    assert booking is not None
    make_void(db, booking, "misdeal", match.now)
    table = match.table
    assert table.match is not None
    assert table.match.over == ()
    assert table.match.deals == (match.deal_of(4),)
    assert faults(db) == []


def test_nobody_has_a_limit_of_their_own(db: sqlite3.Connection):
    match = Match(db)
    host = players.get(db, match.people[0])
    with pytest.raises(TableError, match="no limit on losing"):
        limit_losses(db, match.table, host, 20)
    with pytest.raises(TableError, match="stakes stay the same"):
        verify_stake(match.table, host, players.get(db, match.people[1]), 2)


def test_options_that_do_not_fit_are_refused():
    opening = lobby.Opening(TableOptions(duplicate=3, loss_limit=50))
    with pytest.raises(RulesetError, match="no loss limit"):
        opening.in_guild(Guild(GUILD)).verify()
    with pytest.raises(RulesetError, match="2 or 3 seats"):
        lobby.Opening(TableOptions(duplicate=3), variant="classic", seats=4).in_guild(Guild(GUILD))


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
    assert skill.next_unjudged(db) is not None
    assert matches.covered(db, match.id) == tuple({1, 2, 3} - {match.deal_of(4)})


def test_the_personal_export_has_what_hands_counted_and_which_mistakes_were_made(
    db: sqlite3.Connection,
):
    match = Match(db)
    match.play(4)
    hand_id, (ann, bob) = _hand_id(match, 4), match.people
    played = match.hand(4).played
    assert played is not None
    seat = played.seat_of(ann)
    given = [(HandSkill(part.player_id, 700, 0, 1), ()) for part in played.acting]
    assert seat is not None
    given[seat] = (given[seat][0], (Mistake(3, 1, 0, "fronts", 700),))
    skill.keep(db, hand_id, 2, given)
    about = everything_about(db, ann)
    assert [row["hand_id"] for row in about["plays"]] == [_hand_id(match, n) for n in range(1, 5)]
    assert [row["cost"] for row in about["mistakes"]] == [700]
    assert everything_about(db, bob)["mistakes"] == []
