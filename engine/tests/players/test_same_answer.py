"""The same question has the same answer, whoever asks: hint, review, and what comes later."""

from collections.abc import Iterator
from random import Random

import pytest

from engine.tests.hands import play
from ofc_engine.board import Placement
from ofc_engine.players.advice import advise, counsel, review, weigh
from ofc_engine.players.judging import every_choice, placement_of
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.opinions import Advice
from ofc_engine.players.skill import Decision, FinishedHand
from ofc_engine.players.verdicts import verdict
from ofc_engine.rulesets import STANDARD, Ruleset

GAMES = {
    "pineapple": STANDARD,
    "classic": STANDARD.with_variant("classic"),
    "turbo": STANDARD.with_variant("turbo"),
}


def decisions(rules: Ruleset, seed: int, count: int) -> Iterator[Knowledge]:
    """The first decisions of a seat in a hand that is played by chance."""
    log = play(rules, (0, 0), bytes([seed]) * 32, Random(seed)).log
    found = FinishedHand(rules, (0, 0), log).decisions()
    yield from [each.knowledge for seat, each in found if seat][:count]


def some_ways(knowledge: Knowledge, random: Random) -> list[Placement]:
    """Two placements of a decision, or the only one."""
    found = every_choice(knowledge)
    numbers = random.sample(range(len(found.ways)), min(2, len(found.ways)))
    return [placement_of(knowledge, found, number) for number in numbers]


def agree(one: Advice, other: Advice) -> bool:
    """True if two opinions are the same, but for what is lost in 32 bits."""
    rows = [tuple(map(frozenset, each.placement)) for each in (one, other)]
    figures = [[each.points, each.foul, each.fantasyland] for each in (one, other)]
    return rows[0] == rows[1] and figures[0] == pytest.approx(figures[1], abs=1e-4)


@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("game", GAMES)
def test_a_placement_is_worth_the_same_wherever_it_is_told(game: str, count: int):
    random = Random(1)
    for knowledge in decisions(GAMES[game], 3, count):
        best, *_others = told = counsel(knowledge)
        assert agree(advise(knowledge, 1)[0], best)
        some = some_ways(knowledge, random)
        for advice in (*told, *weigh(knowledge, some)[1]):
            found = review(knowledge, advice.placement)
            assert agree(found.given, advice)
            assert agree(found.best[0], best)
            assert found.cost == pytest.approx(best.points - advice.points, abs=1e-4)
        assert agree(verdict(Decision(knowledge, some[0])).best, best)
