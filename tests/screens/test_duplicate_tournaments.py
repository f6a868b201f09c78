"""What duplicate tournaments say: before the start, while rounds are played, when they ended."""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import pytest

from bot.game.tournaments.formats import FORMATS
from bot.screens.tournaments.duplicate_announcement import (
    duplicate_rules,
    duplicate_screen,
    duplicate_standing,
)
from bot.texts import ENGLISH, languages, texts_for
from bot.values.options import TableOptions
from bot.values.scenes import ScenePlayer
from bot.values.standings import NO_HOLD, Ranked
from bot.values.tournament_views import Duplicate, ScheduledStart
from tests.desk.words import told

STARTS: Final = ScheduledStart(1_800_000_000, False, 2, "Ann")
COMMITMENT: Final = "c0ffee"


def ranked(number: int, name: str, *scores: int | None, is_in: bool = True) -> Ranked:
    player = ScenePlayer(name, name.lower(), 0)
    return Ranked(number, player, scores, Fraction(3, 2), is_in)


RANKED: Final = (ranked(1, "Ann", 4, 2), ranked(2, "Bob", 2, None), ranked(3, "Mia", 0, 2))
DUPLICATE: Final = Duplicate(
    words=FORMATS["duplicate"].words,
    tournament=1,
    options=TableOptions(seats=3, books=False),
    host="Ann",
    stage="open",
    is_won=False,
    hold=NO_HOLD,
    round=0,
    rounds=3,
    hands=1,
    seconds=3600,
    ends_at=None,
    over=0,
    done=0,
    groups=(("Ann", "Bob"), ("Mia",)),
    ranked=RANKED,
    digest=COMMITMENT,
)


def duplicate(**changes: Any) -> str:
    return told(duplicate_screen(replace(DUPLICATE, **changes), ENGLISH))


@pytest.mark.parametrize(("count", "start"), [(2, "(Start)"), (3, "[Start]")])
def test_a_duplicate_tournament_can_be_started_with_three(count: int, start: str):
    said = duplicate(ranked=RANKED[:count])
    assert start in said
    assert f"**{count} people are in:**" in said
    assert "3 rounds · 1 hand a round · 1 hour for a round" in said
    assert f"All deals: {COMMITMENT}" in said
    assert "restored" not in said
    assert "restored" in duplicate(anew=5)


@pytest.mark.parametrize("locale", languages())
def test_what_is_open_says_two_rules_and_has_the_others_behind_a_button(locale: str):
    shown = replace(DUPLICATE, options=replace(DUPLICATE.options, bank=300))
    said = told(duplicate_screen(shown, texts_for(locale))).split("\n\n")[0]
    assert len(said.splitlines()) == 4, "a heading, facts in small letters, two rules"
    assert len(duplicate_rules(shown, texts_for(locale))) > 8


def test_while_a_round_is_played_it_tells_groups_and_when_it_closes():
    said = duplicate(stage="playing", round=1, done=1, ends_at=9)
    assert "round 1 of 3 · 1 of 2 groups are done · closes <t:9:R>" in said
    assert "**Group 1** Ann · Bob\n**Group 2** Mia" in said
    assert "round by round" not in said
    later = duplicate(stage="playing", round=2, over=1)
    assert "closes" not in later
    assert "1. Ann: **6** (4 2) +1.5\n2. Bob: **2** (2 –) +1.5\n3. Mia: **2** (0 2) +1.5" in later
    assert "round" not in duplicate(stage="playing").splitlines()[1]


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({"lacked_people": True}, ["The tournament was ended", "It was called off: too few"]),
        ({"round": 1}, ["The tournament was ended", "It was ended before a round was over."]),
        ({"round": 3, "over": 3, "is_won": True}, ["The tournament is over", "🏆 **Ann** wins."]),
        (
            {"round": 3, "over": 2, "is_won": True},
            [
                "The tournament is over",
                "It ended early: everybody else has left.",
                "🏆 **Ann** wins.",
            ],
        ),
        ({"round": 3, "over": 2}, ["The tournament was ended", "-# total (round by round)"]),
    ],
)
def test_at_its_end_a_duplicate_tournament_says_why(changes: dict[str, Any], lines: list[str]):
    said = duplicate(stage="over", **changes).splitlines()
    assert said[0] == f"## {lines[0]}"
    for line, begins in zip(said[1:], lines[1:], strict=False):
        assert line.startswith(begins)
    rounds = changes.get("over", 0)
    assert said[-2].endswith(f" · {rounds} rounds")


def test_whoever_has_left_wins_nothing():
    gone = (ranked(1, "Ann", 4, is_in=False), *RANKED[1:])
    won = {"stage": "over", "is_won": True, "round": 3, "over": 3}
    said = duplicate(ranked=gone, **won)
    assert "🏆 **Bob** wins." in said
    assert "1. Ann: **4** (4) +1.5 · out" in said
    shared = (ranked(1, "Ann", 4), ranked(1, "Bob", 4), ranked(3, "Mia", 0))
    assert "🏆 **Ann, Bob** share first place." in duplicate(ranked=shared, **won)
    nobody = tuple(replace(each, is_in=False) for each in RANKED)
    said = duplicate(ranked=nobody, **won)
    assert "🏆" not in said
    assert "everybody had left" in said


def test_whoever_asks_is_told_how_a_duplicate_tournament_stands():
    before = told(duplicate_standing(replace(DUPLICATE, starting=STARTS), ENGLISH))
    assert before.splitlines()[1:5] == ["-# not started yet", "Ann", "Bob", "Mia"]
    assert "It starts" in before
    playing = replace(DUPLICATE, stage="playing", round=2, over=1)
    assert "🏆" not in told(duplicate_standing(playing, ENGLISH))
    over = replace(DUPLICATE, stage="over", round=3, over=3, is_won=True)
    said = told(duplicate_standing(over, ENGLISH)).splitlines()
    assert said[1:3] == ["-# round 3 of 3", "🏆 **Ann** wins."]
