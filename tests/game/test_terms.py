"""What a match is about: who can lose how much, what two agree on, who goes to Fantasyland."""

import sqlite3
from typing import Any, Final

import pytest

from bot.game import lobby, play, presence
from bot.game.table import Table, TableError
from bot.game.terms import limit_losses, terms_of, verify_stake, visits_of
from bot.store import seats
from bot.store.tables import State
from bot.values.options import Guild, TableOptions
from ofc_engine.rulesets import Ruleset
from tests.e2e.house import secret_of
from tests.game.one_table import NOW, At, win

CHINESE: Final = Ruleset.of("standard", {"variant": "chinese"})
_MATCH: Final = vars(lobby.NewTable(TableOptions(duplicate=3), seats=2).in_guild(Guild(5)))


def can_lose(table: Table) -> dict[int, int]:
    return table.mode.can_lose(table)


def test_a_limit_is_less_what_was_lost_and_more_what_was_won(db: sqlite3.Connection):
    at = At(db, 2, rules=CHINESE, loss_limit=50)
    ann, bob = (each.id for each in at.people)
    assert can_lose(at.table) == {ann: 50, bob: 50}
    limit_losses(db, at.table, at.people[1], 7)
    assert can_lose(at.table) == {ann: 50, bob: 7}
    at.deal()
    win(db, at.id, ann)
    assert at.table.totals == {ann: 6, bob: -6}
    assert can_lose(at.table) == {ann: 56, bob: 1}


@pytest.mark.parametrize("limit", [6, 7, 12])
def test_a_match_ends_with_the_hand_in_which_somebody_reaches_it(
    db: sqlite3.Connection, limit: int
):
    at = At(db, 2, rules=CHINESE, loss_limit=limit)
    ann, bob = (each.id for each in at.people)
    lost: list[int] = []
    while at.table.state is not State.CLOSED:
        at.deal()
        win(db, at.id, ann)
        lost.append(-at.table.totals[bob])
    assert at.table.row.ended_by == "limit"
    assert lost[-1] == limit, "no more than that"
    assert max(lost[:-1], default=0) < limit


@pytest.mark.parametrize(("points", "taken"), [(49, True), (50, False), (51, False)])
def test_a_limit_of_ones_own_is_less_than_the_tables(
    db: sqlite3.Connection, points: int, taken: bool
):
    at = At(db, 2, loss_limit=50)
    if taken:
        limit_losses(db, at.table, at.people[1], points)
        assert can_lose(at.table)[at.people[1].id] == points
        return
    with pytest.raises(TableError, match="Nobody can lose more than"):
        limit_losses(db, at.table, at.people[1], points)


def test_in_a_tournament_one_loses_at_most_ones_stack(db: sqlite3.Connection):
    at = At(db, 2, rules=CHINESE, stack=20)
    ann, bob = (each.id for each in at.people)
    assert can_lose(at.table) == {ann: 20, bob: 20}
    with pytest.raises(TableError, match="your stack"):
        limit_losses(db, at.table, at.people[1], 5)
    at.deal()
    win(db, at.id, ann)
    assert can_lose(at.table) == {ann: 26, bob: 14}


# --- what two have agreed on -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "stake", "told"),
    [
        ({}, 0, "from 1 to"),
        ({}, 1, "already multiplied"),
        ({}, 2, None),
        ({}, 50, None),
        ({}, 51, "from 1 to"),
        ({"stake": 2}, 1, None),
        ({"stake": 2}, 2, "already multiplied"),
        ({"stack": 20}, 2, "the same for everybody"),
        (_MATCH, 2, "stay the same"),
    ],
)
def test_which_stake_two_can_agree_on(
    db: sqlite3.Connection, options: dict[str, Any], stake: int, told: str | None
):
    at = At(db, 2, **{"seats": 2, **options})
    if told is None:
        verify_stake(at.table, *at.people, stake)
        return
    with pytest.raises(TableError, match=told):
        verify_stake(at.table, *at.people, stake)


def test_a_stake_holds_from_its_hand_on_and_while_both_sit_there(db: sqlite3.Connection):
    at = At(db, 3)
    ann, bob, _mia = (each.id for each in at.people)
    seats.agree_on_stake(db, at.id, frozenset({ann, bob}), 3, 2)
    assert terms_of(at.table, 1).stakes == ()
    assert terms_of(at.table, 2).stakes == (("P0", "P1", 3),)
    with pytest.raises(TableError, match="already multiplied by 1"):
        verify_stake(at.table, at.people[0], at.people[2], 1)
    lobby.leave(db, at.table, at.people[1], NOW)
    assert terms_of(at.table, 2).stakes == ()
    limit_losses(db, at.table, at.people[2], 30)
    assert terms_of(at.table, 2).limits == (("P2", 30),)


# --- Fantasyland -----------------------------------------------------------------------------


def test_who_goes_to_fantasyland_is_told_by_seats(db: sqlite3.Connection):
    at = At(db, 2)
    ann, bob = (each.id for each in at.people)
    assert [(each.name, each.earned, each.sits_out) for each in visits_of(at.table)] == [
        ("P0", 0, False),
        ("P1", 0, False),
    ]
    seats.set_fantasyland(db, at.id, bob, 14)
    presence.sit_out(db, at.table, at.people[0])
    first, second = visits_of(at.table)
    assert (first.sits_out, second.sits_out) == (True, False)
    assert (first.earned, second.earned) == (0, 14)
    presence.come_back(db, at.table, at.people[0], NOW)
    play.deal(db, at.table, secret_of(1), NOW)
    first, second = visits_of(at.table)
    assert (first.are_there, second.are_there) == (False, True)
    assert second.earned == 0, "they are there now"
    at.ends_hand(NOW)
    seats.set_fantasyland(db, at.id, ann, 14)
    lobby.close(db, at.table, NOW)
    assert [(each.earned, each.are_there) for each in visits_of(at.table)] == [(0, False)] * 2


@pytest.mark.parametrize(
    ("preset", "changes", "people", "cards"),
    [
        ("standard", {}, 2, (14, 14)),
        ("standard", {"fantasyland": "progressive"}, 2, (14, 17)),
        ("standard", {"fantasyland": "progressive"}, 3, (14, 17)),
        ("standard", {"fantasyland": "none"}, 2, None),
    ],
)
def test_how_many_cards_a_visit_has(
    db: sqlite3.Connection, preset: str, changes: dict[str, str], people: int, cards: Any
):
    at = At(db, people, rules=Ruleset.of(preset, changes))
    assert {each.next for each in visits_of(at.table)} == ({cards} if cards else set())
