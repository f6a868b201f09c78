"""R14.4: what becomes of a Fantasyland that is earned where no hand follows."""

import sqlite3
from typing import Final

import pytest

from bot.game import lobby, play
from bot.game.changes import changed
from bot.game.loading import loaded
from bot.game.results import result_scene
from bot.game.table import Table
from bot.game.terms import terms_of, visits_of
from bot.handlers.tournaments.announcements import rules_of
from bot.ledger.audit import every_server
from bot.pictures.states import result_states
from bot.screens.result_screen import ResultNote, summary_lines
from bot.screens.rules import rules_screen
from bot.store import players
from bot.store.tables import State
from bot.store.tournaments import duplicates
from bot.texts import texts_for
from bot.values.options import Destination, Length, TableOptions
from bot.values.scenes import ResultScene
from engine.tests.queens import with_queens
from ofc_engine.board import Placement
from ofc_engine.duplicate_match import visit_points
from ofc_engine.hand import Hand
from ofc_engine.rulesets import STANDARD
from tests.e2e.house import secret_of
from tests.game.clockwork import first_legal
from tests.game.league import League
from tests.store.rows import GUILD, add_players

_: Final = texts_for("en-US")
NOW: Final = 1_000_000


def hopeful(hand: Hand, seat: int) -> Placement:
    """Queens or better in the Front without a foul, where that can be."""
    cards = hand.seats[seat].pending
    return (with_queens(cards) if len(cards) == 13 else None) or first_legal(hand, seat)


class Lucky(League):
    """People who go for Fantasyland."""

    def chosen(self, hand: Hand, seat: int) -> Placement:
        return hopeful(hand, seat)


def earned_in(db: sqlite3.Connection, table_id: int, number: int) -> dict[int, int]:
    """Players and the cards of the Fantasylands that they have earned in a hand of a table."""
    table = loaded(db, table_id, hand=number)
    assert table.played is not None
    results = result_scene(table).score.results
    return {
        part.player_id: result.fantasyland
        for part, result in zip(table.played.acting, results, strict=True)
        if result.fantasyland
    }


def said(scene: ResultScene) -> str:
    return "\n".join(summary_lines(scene, ResultNote(None), _))


@pytest.mark.parametrize("hands", [1, 2])
def test_r14_4_it_counts_at_once_in_the_last_hand_of_a_round(
    db: sqlite3.Connection, hands: int, monkeypatch: pytest.MonkeyPatch
):
    # With all cards at once, 13 of them are no gain; here they count something.
    monkeypatch.setattr("ofc_engine.duplicate_match._WORTH", {"chinese": {13: 5}})
    league = Lucky(db, 9, rounds=2, hands=hands, variant="chinese")
    league.start()
    league.play()
    groups = duplicates.groups(db, league.id)[1]
    earned = [earned_in(db, t, hands) for t in duplicates.tables_of_round(db, league.id, 1)]
    assert any(earned), "somebody has earned it"
    tables = [loaded(db, t) for t in duplicates.tables_of_round(db, league.id, 1)]
    for table, group, visits in zip(tables, groups, earned, strict=True):
        worth = {player: visit_points(table.rules, cards) for player, cards in visits.items()}
        for player, points in zip(group.players, group.points, strict=True):
            if player is not None:
                own = worth.get(player, 0)
                ahead = own * (len(group.players) - 1) - (sum(worth.values()) - own)
                assert points == table.totals[player] + ahead
    if hands > 1:
        before = [earned_in(db, table.id, 1) for table in tables]
        assert any(before)
        for table, visits in zip(tables, before, strict=True):
            assert visits_played(db, table, 2) == visits, "before the last it is played"
    assert league.found.row.round == 2
    assert not any(visits_played(db, table, 1) for table in league.tables)
    assert [server.fault for server in every_server(db)] == [None]
    db.execute("DROP TRIGGER visits_stay")
    db.execute("UPDATE visits SET points = points + 1")
    assert "counts Fantasyland other than it was earned" in str(next(every_server(db)).fault)


def visits_played(db: sqlite3.Connection, table: Table, number: int) -> dict[int, int]:
    """Players and their cards, of those who are in Fantasyland in a hand of a table."""
    played = loaded(db, table.id, hand=number).played
    assert played is not None
    return {part.player_id: part.fantasyland for part in played.acting if part.fantasyland}


def test_r14_4_that_is_said_of_the_hand_and_before(db: sqlite3.Connection):
    league = Lucky(db, 9, rounds=2, hands=1, variant="chinese")
    counts = "A Fantasyland earned in the last hand of a round isn't played. It counts at once"
    assert counts in "\n".join(rules_of(league.found, _))
    league.start()
    (first, *_others) = league.tables
    rules = rules_screen(terms_of(first, 1), _, visits_of(first))
    assert any(counts in part.get("content", "") for part in rules.components)
    league.play()
    for table_id in duplicates.tables_of_round(db, league.id, 1):
        scene = result_scene(loaded(db, table_id))
        earned = earned_in(db, table_id, 1)
        assert said(scene).count("⭐ Fantasyland counts ") == len(earned)
        assert "Fantasyland next" not in said(scene)
        assert sum(state.has_fantasyland for state in result_states(scene)) == len(earned)


def test_where_no_hand_follows_none_is_promised(db: sqlite3.Connection):
    people = add_players(db, 4)
    host, *others = (players.get(db, player) for player in people)
    table_id = lobby.open_table(
        db,
        host,
        TableOptions(STANDARD.changed({"variant": "chinese"}), 4, length=Length.parse("2 hands")),
        Destination(GUILD, 77, "en-US"),
        secret=secret_of(1),
        now=NOW,
    )
    for other in others:
        lobby.join(db, loaded(db, table_id), other, NOW)
    for number in (1, 2):
        play.deal(db, loaded(db, table_id), secret_of(1 + number), NOW)
        while (running := loaded(db, table_id).running) is not None:
            seat = running.hand.waiting_on[0]
            player = players.get(db, running.player_at(seat))
            placement = hopeful(running.hand, seat)
            play.place(db, loaded(db, table_id), player, placement, NOW)
        changed(db, table_id, NOW)
        table = loaded(db, table_id)
        earned = [result.fantasyland for result in result_scene(table).score.results]
        assert any(earned)
        next_line = f"⭐ Fantasyland next, {max(earned)} cards"
        if number == 1:
            assert next_line in said(result_scene(table))
            assert any(visit.earned for visit in visits_of(table))
    assert table.state is State.CLOSED
    scene = result_scene(table)
    assert "Fantasyland next" not in said(scene)
    assert "⭐ Fantasyland, but no hand follows" in said(scene)
    assert not any(state.has_fantasyland for state in result_states(scene))
    assert not any(visit.earned for visit in visits_of(table))
    assert next_line in said(result_scene(loaded(db, table_id, hand=1))), "there a hand followed"
