"""What is told of a match: its terms, the points of a hand pair by pair, its end."""

from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from bot.screens.closing import (
    Ending,
    agreed_facts,
    closing_screen,
    running_facts,
    stake_lines,
    stop_call,
    stop_question,
    terms_lines,
)
from bot.screens.components import MOST_TEXT
from bot.screens.match_lines import DealNote, MatchNote
from bot.screens.result_screen import pair_lines, remarks
from bot.screens.skill_lines import given_lines
from bot.texts import ENGLISH
from bot.values.draft import Spot
from bot.values.hand_skill import NEGLIGIBLE, HandSkill
from bot.values.options import Length, TableOptions, Terms, Unit
from bot.values.scenes import ResultScene
from ofc_engine.duplicate_match import MOST_DEALS
from ofc_engine.match import Transfer
from ofc_engine.scoring import Pair, Result
from ofc_engine.seat import Fate
from tests.desk.words import told

SPOT: Final = Spot(1, 1)


# --- terms -----------------------------------------------------------------------------------


def terms(unit: Unit | None = None, number: int = 1, **more: Any) -> Terms:
    length = None if unit is None else Length(unit, number)
    options = TableOptions(length=length, loss_limit=more.pop("loss_limit", None))
    return Terms(options, **more)


@pytest.mark.parametrize(
    ("of", "before", "during", "sentence"),
    [
        (terms(), [], [], []),
        (terms(Unit.HANDS), ["1 hand"], ["hand 1 of 1"], ["The match lasts 1 hand."]),
        (terms(Unit.HANDS, 9), ["9 hands"], ["hand 1 of 9"], ["The match lasts 9 hands."]),
        (
            terms(Unit.ORBITS, 2, orbit=2),
            ["2 orbits"],
            ["orbit 2 of 2"],
            ["The match lasts until the button has come round 2 times."],
        ),
        (
            terms(Unit.TIME, 3600, ends_at=7),
            ["1 hour from the first hand"],
            ["no new hand after <t:7:f>"],
            ["The match lasts 1 hour from the first hand; a hand in play is finished."],
        ),
        (terms(stops=True), [], ["the game ends after this hand"], []),
    ],
)
def test_how_long_a_match_lasts(
    of: Terms, before: list[str], during: list[str], sentence: list[str]
):
    assert agreed_facts(of, ENGLISH) == before
    assert running_facts(of, 1, ENGLISH) == during
    assert terms_lines(of, ENGLISH) == sentence


def test_what_one_may_lose_and_what_two_have_agreed_on():
    of = terms(loss_limit=50, limits=(("Mia", 30),), stakes=(("Ann", "Bob", 3),))
    facts = ["nobody loses more than 50", "Mia at most 30", "Ann – Bob x3"]
    assert agreed_facts(of, ENGLISH) == running_facts(of, 1, ENGLISH) == facts
    nobody, mia = terms_lines(of, ENGLISH)
    assert nobody.startswith("Nobody loses more than 50 points")
    assert mia.startswith("Mia loses at most 30 points")
    assert stake_lines(of, ENGLISH) == ["Points between Ann and Bob are multiplied by 3."]


# --- a hand ----------------------------------------------------------------------------------


def scored(pair: Pair, transfer: Transfer, *, majority: bool = False) -> str:
    """The line of what two players settled."""
    rules = SimpleNamespace(scoring=SimpleNamespace(majority=majority))
    players = [SimpleNamespace(name=name) for name in ("Ann", "Bob")]
    result = SimpleNamespace(
        table=SimpleNamespace(players=players, view=SimpleNamespace(rules=rules)),
        score=SimpleNamespace(pairs=(pair,)),
        transfers=(transfer,),
    )
    (line,) = pair_lines(cast("ResultScene", result), ENGLISH)
    return line.removeprefix("-# ")


@pytest.mark.parametrize(
    ("pair", "transfer", "line"),
    [
        (
            Pair(0, 1, (1, 1, -1), 1, 0, 0),
            Transfer(0, 1, 1),
            "Ann – Bob: Front +1, Middle +1, Back −1 = **+1**",
        ),
        (
            Pair(0, 1, (-1, 0, 0), -1, 0, 0),
            Transfer(0, 1, -1),
            "Bob – Ann: Front +1, Middle 0, Back 0 = **+1**",
        ),
        (
            Pair(0, 1, (0, 0, 0), 0, 0, 0),
            Transfer(0, 1, 0),
            "Ann – Bob: Front 0, Middle 0, Back 0 = **0**",
        ),
        (
            Pair(0, 1, (1, 1, 1), 3, 3, 4),
            Transfer(0, 1, 20, 2),
            "Ann – Bob: Front +1, Middle +1, Back +1, scoop +3, royalties +4 × 2 = **+20**",
        ),
        (
            Pair(0, 1, (1, 1, 1), 3, 3, 4),
            Transfer(0, 1, 19, 2),
            "Ann – Bob: Front +1, Middle +1, Back +1, scoop +3, royalties +4 × 2 = **+19** (limit)",
        ),
        (
            Pair(0, 1, (-1, -1, 1), -1, 0, 0, penalty=-1),
            Transfer(0, 1, -2),
            "Bob – Ann: Front +1, Middle +1, Back −1, penalty +1 = **+2**",
        ),
        (
            Pair(0, 1, (0, 0, 0), 0, 0, 0, surrender=-6),
            Transfer(0, 1, -6),
            "Bob – Ann: surrender +6 = **+6**",
        ),
    ],
)
def test_each_pair_is_told_from_whoever_won(pair: Pair, transfer: Transfer, line: str):
    assert scored(pair, transfer) == line


def test_a_bonus_has_the_name_of_its_rules():
    pair = Pair(0, 1, (1, 1, -1), 1, 1, 0)
    assert "majority +1" in scored(pair, Transfer(0, 1, 2), majority=True)
    assert "scoop +1" in scored(pair, Transfer(0, 1, 2))


def result(**about: Any) -> Result:
    given = {"fate": Fate.PLAYING, "fouls": (), "royalties": (0, 0, 0), "fantasyland": 0}
    return cast("Result", SimpleNamespace(**{**given, "exposed": 0, **about}))


@pytest.mark.parametrize(
    ("about", "more", "said"),
    [
        ({}, {}, []),
        ({"royalties": (0, 0, 1)}, {}, ["1 royalty point"]),
        ({"royalties": (1, 2, 4)}, {}, ["7 royalty points"]),
        ({"fate": Fate.SURRENDERED}, {}, ["gave up"]),
        ({"fate": Fate.DEAD}, {}, ["dead hand, counts as a foul"]),
        ({"fate": Fate.UNCONTESTED}, {}, ["nobody else plays on"]),
        ({"fate": Fate.MISSED}, {}, ["missed the hand"]),
        ({"fantasyland": 14}, {}, ["⭐ Fantasyland next, 14 cards"]),
        ({"fantasyland": 14}, {"has_next": False}, ["⭐ Fantasyland, but no hand follows"]),
        ({"fantasyland": 14}, {"visit": 0}, ["⭐ Fantasyland counts 0"]),
        ({"fantasyland": 14}, {"visit": 7, "has_next": False}, ["⭐ Fantasyland counts +7"]),
        ({"exposed": 1}, {}, ["1 exposed card"]),
        ({"fantasyland": 0}, {"visit": 7}, []),
    ],
)
def test_what_there_is_to_say_of_a_board(
    about: dict[str, Any], more: dict[str, Any], said: list[str]
):
    assert remarks(result(**about), ENGLISH, **more) == said


@pytest.mark.parametrize(
    ("given", "worst", "said"),
    [
        (0, None, "Ann gave nothing away"),
        (NEGLIGIBLE - 1, None, "Ann gave nothing away"),
        (1500, None, "Ann gave away 1.5"),
        (1500, 0, "Ann gave away 1.5 in Fantasyland"),
        (1500, 2, "Ann gave away 1.5, most on street 2"),
    ],
)
def test_what_was_given_away_is_told_with_where(given: int, worst: int | None, said: str):
    assert given_lines([("Ann", HandSkill(1, given, None, worst))], ENGLISH) == [f"-# {said}"]
    assert given_lines([], ENGLISH) == []
    both = [("Ann", HandSkill(1, given, None, worst)), ("Bob", HandSkill(2, 0, None, None))]
    assert given_lines(both, ENGLISH) == [f"-# {said} · Bob gave nothing away"]


# --- the end ---------------------------------------------------------------------------------


def ending(
    ended_by: str, *totals: tuple[str, int], number: int = 2, unfinished: int = 0, **more: Any
) -> list[str]:
    unit = {"orbits": Unit.ORBITS, "time": Unit.TIME}.get(ended_by, Unit.HANDS)
    options = TableOptions(length=Length(unit, number), loss_limit=50)
    of = Ending(totals, ended_by, options, **more)
    return told(closing_screen(of, Spot(1, unfinished), ENGLISH)).splitlines()


@pytest.mark.parametrize(
    ("ended_by", "number", "why"),
    [
        ("hands", 1, "The match was one hand long."),
        ("hands", 2, "All 2 hands have been played."),
        ("orbits", 1, "The button has come round."),
        ("orbits", 2, "The button has come round 2 times."),
        ("time", 60, "Time is up."),
        ("limit", 2, "The loss limit of 50 points has been reached."),
    ],
)
def test_a_match_ends_with_why_who_won_and_all_totals(ended_by: str, number: int, why: str):
    lines = ending(ended_by, ("Bob", -3), ("Ann", 3), number=number)
    assert lines[:2] == ["## The match is over", why]
    assert lines[2] == "🏆 **Ann** wins with **+3**."
    assert lines[3:] == ["Ann **+3**", "Bob **−3**", "[Rematch]"]


def test_a_limit_of_ones_own_is_not_told_to_others():
    lines = ending("limit", ("Ann", 30), ("Bob", -30), has_own_limits=True)
    assert lines[1] == "Somebody has reached their loss limit."


def test_the_first_place_is_shared_and_a_table_that_people_closed_has_none():
    lines = ending("hands", ("Ann", 3), ("Bob", 3), ("Mia", -6))
    assert lines[2] == "🏆 **Ann, Bob** share first place with **+3**."
    assert ending("", ("Ann", 3), ("Bob", -3))[:2] == ["## The table is closed", "Ann **+3**"]
    assert ending("") == ["## The table is closed", "No hand was finished.", "[Rematch]"]


def test_a_hand_that_was_not_finished_can_be_proved():
    lines = ending("", ("Ann", 3), ("Bob", -3), unfinished=4)
    assert "The last hand doesn't count: it wasn't finished." in lines
    assert lines[-1] == "[Rematch] [Deal proof]"


def test_all_deals_of_a_match_fit_beside_the_rest_whatever_people_are_called():
    for name, deals in (("W" * 32, MOST_DEALS), ("_*" * 16, 12)):
        ahead = [(name, -120)] * 3
        each = [DealNote(number, (1, 2, 3), ahead, ahead, True) for number in range(1, 21)]
        match = MatchNote(MOST_DEALS, MOST_DEALS - 1, ahead, each=each)
        lines = ending("hands", *ahead, match=match, unfinished=60)
        assert sum(len(line) + 1 for line in lines) < MOST_TEXT
        assert sum(line.startswith("-# Deal") for line in lines) == deals


@pytest.mark.parametrize("plays", [False, True])
@pytest.mark.parametrize("may_manage", [False, True])
def test_whoever_ends_a_game_is_asked_how_they_may(may_manage: bool, plays: bool):
    said = told(stop_question(SPOT, ENGLISH, may_manage=may_manage, plays=plays))
    assert "[After this hand]" in said
    assert ("[Now, if all agree]" in said) is plays
    assert ("To leave alone" in said) is plays
    assert ("[Now]" in said) is may_manage
    assert ("this hand doesn't count" in said) is may_manage


@pytest.mark.parametrize("calls", [False, True])
def test_those_who_have_not_agreed_are_named_and_called_once(calls: bool):
    screen = stop_call(["Ann"], [5, 6], SPOT, ENGLISH, calls=calls)
    assert "In favour: Ann. A hand in play won't count." in told(screen)
    assert "Waiting for <@5>, <@6>." in told(screen)
    assert screen.pings == ((5, 6) if calls else ())
