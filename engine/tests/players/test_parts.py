"""Of what points consist: the score sheet line by line, exact on the last streets."""

from random import Random

import numpy as np
import pytest

from engine.tests.players.brute import lines_by_the_rules, lines_enumerated
from ofc_engine.board import Board
from ofc_engine.cards import DECK, parse_cards
from ofc_engine.legal import placements
from ofc_engine.players.advice import advise, counsel, review
from ofc_engine.players.judge import by_judge
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.players.opinions import Advice, Part
from ofc_engine.players.parts import parts_of
from ofc_engine.rulesets import PRESETS, STANDARD, Ruleset

RIVAL = Board.parse("QhQd2c / 3c3d4h5h6s / 7c7d7h8s9s")
FOULED = Board.parse("AhAd2c / 3c3d4h5h6s / 7c7d7h8s9s")


def last_streets(rules: Ruleset, left: int, seed: int, rival: Board = RIVAL) -> Knowledge:
    """A decision with `left` streets to come, for which few cards are live."""
    deck = [card for card in Random(seed).sample(DECK, 52) if card not in rival.cards]
    streets = rules.variant.streets
    street, later = streets[-1 - left], streets[len(streets) - left :]
    placed = 13 - street.placed - sum(each.placed for each in later)
    slots = Random(seed).sample([0] * 3 + [1] * 5 + [2] * 5, placed)
    rows = [tuple(c for c, s in zip(deck, slots, strict=False) if s == row) for row in range(3)]
    pending = tuple(deck[placed : placed + street.dealt])
    live = sum(each.dealt for each in later) + 3 if later else 0
    gone = tuple(deck[placed + street.dealt + live :])
    return Knowledge(rules, Board(*rows), pending, gone, (Opponent(rival),))


def sums_up(advice: Advice) -> bool:
    assert advice.parts is not None
    return sum(advice.parts.values) == pytest.approx(advice.points, abs=0.01)


def assert_by_enumeration(knowledge: Knowledge, rival: Board) -> None:
    """Assert that every placement has the parts that trying every draw by the rules gives it."""
    judged, _ = by_judge(knowledge)
    found = parts_of(judged, range(len(judged.outlook.points)))
    known = {*knowledge.seen, *knowledge.pending}
    live = [card for card in DECK if card not in known]
    ways = [tuple(map(frozenset, judged.placement(n))) for n in range(len(found))]
    every = placements(knowledge.board, knowledge.pending, knowledge.street.discarded)
    for placement in every:
        which = ways.index(tuple(map(frozenset, placement)))
        after = knowledge.board.with_rows(placement.rows)
        lines = lines_enumerated(after, live, knowledge.later, knowledge.rules, rival)
        assert found[which].values == pytest.approx(lines, abs=0.01)
        assert sum(lines) == pytest.approx(judged.outlook.points[which], abs=0.01)
        assert found[which].errors == (0.0,) * len(Part)


@pytest.mark.parametrize("rival", [RIVAL, FOULED], ids=["valid", "fouled"])
@pytest.mark.parametrize("preset", PRESETS)
def test_on_the_last_street_parts_are_the_lines_of_the_score_sheet(preset: str, rival: Board):
    for seed in range(20):
        assert_by_enumeration(last_streets(PRESETS[preset], 0, seed, rival), rival)


@pytest.mark.parametrize("variant", ["pineapple", "classic"])
@pytest.mark.parametrize("seed", range(3))
def test_before_the_last_street_they_are_the_mean_of_every_draw(variant: str, seed: int):
    rules = STANDARD.changed({"variant": variant})
    assert_by_enumeration(last_streets(rules, 1, seed), RIVAL)


@pytest.mark.parametrize("seed", range(2))
def test_two_streets_of_single_cards_are_tried_part_by_part(seed: int):
    rules = STANDARD.changed({"variant": "classic"})
    assert_by_enumeration(last_streets(rules, 2, seed), RIVAL)


def test_a_board_set_in_fantasyland_has_the_lines_of_its_score_sheet():
    pending = [card for card in DECK if card not in RIVAL.cards][5:33:2]
    knowledge = Knowledge(STANDARD, Board(), tuple(pending), fantasyland=14,
                          opponents=(Opponent(RIVAL),))  # fmt: skip
    best, *others = advise(knowledge, 5)
    foul = best.placement._replace(
        front=best.placement.middle[:3], middle=(*best.placement.front, *best.placement.middle[3:])
    )
    for each in (best, *others, review(knowledge, foul).given):
        assert each.parts is not None
        assert sums_up(each)
        lines = lines_by_the_rules(Board(*each.placement.rows), STANDARD, RIVAL)
        for part in Part:
            if part is not Part.FANTASYLAND:
                assert each.parts.values[part] == pytest.approx(lines[part], abs=0.01)


MIDDLE_OF_HAND = Knowledge(
    STANDARD,
    Board.parse("Qh / 7c7d / AsKs"),
    parse_cards("Qd2c9s"),
    opponents=(Opponent(Board.parse("5h / 8c8d / TcJc")), Opponent()),
)
ESTIMATED = {
    "street 1": Knowledge(STANDARD, Board(), parse_cards("KhKd5c6c7c")),
    "street 2, three players": MIDDLE_OF_HAND,
    "street 3": Knowledge(
        STANDARD, Board.parse("Qh / 7c7d2h / AsKs9s"), parse_cards("Qd2c4s"), parse_cards("3h"),
        opponents=(Opponent(Board.parse("5h / 8c8d / TcJc")),),
    ),
    "an oracle": Knowledge(
        STANDARD.changed({"royalties": "none"}), Board.parse("Qh / 7c7d / AsKs"),
        parse_cards("Qd2c9s"),
    ),
    "classic": Knowledge(
        STANDARD.changed({"variant": "classic"}), Board.parse("Qh / 7c7d / AsKs"),
        parse_cards("Qd"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("knowledge", ESTIMATED.values(), ids=ESTIMATED)
def test_elsewhere_they_sum_to_the_points_and_have_an_error(knowledge: Knowledge):
    first, second = counsel(knowledge)[:2]
    assert first.parts is not None
    assert second.parts is not None
    assert sums_up(first)
    assert sums_up(second)
    assert first.parts.errors == (0.0,) * len(Part)
    assert max(second.parts.errors) > 0
    assert review(knowledge, first.placement, parts=True).given.parts is None
    reviewed = review(knowledge, second.placement, parts=True)
    assert reviewed.given.parts == second.parts
    assert reviewed.best[0].parts == first.parts


DOOMED = Knowledge(
    STANDARD, Board.parse("AhAdAc / 2c7d / 9s4h"), parse_cards("3hJd5s"), parse_cards("As"),
    opponents=(Opponent(Board.parse("5h / 8c8d / TcJc")),),
)  # fmt: skip


@pytest.mark.parametrize("knowledge", [*ESTIMATED.values(), DOOMED], ids=[*ESTIMATED, "doomed"])
def test_what_opponents_get_costs_the_same_whatever_one_does(knowledge: Knowledge):
    judged = by_judge(knowledge)[0]
    best, worst = (int(n) for n in np.argsort(-judged.outlook.points)[[0, -1]])
    one, other = parts_of(judged, [best, worst], 20)
    assert one.values[Part.THEIRS] == pytest.approx(other.values[Part.THEIRS], abs=1e-6)
    assert other.errors[Part.THEIRS] == pytest.approx(0, abs=1e-6)


@pytest.mark.exhaustive
def test_the_errors_are_those_of_more_draws():
    """Of what few draws say of differences about one in twenty is off by two of its errors."""
    off: list[float] = []
    for knowledge in ESTIMATED.values():
        judged = by_judge(knowledge)[0]._replace(error=0.0)
        order = [int(n) for n in np.argsort(-judged.outlook.points)[:3]]
        some, many = (parts_of(judged, order, draws) for draws in (60, 360))
        for few, sure in zip(some[1:], many[1:], strict=True):
            told = np.subtract(few.values, some[0].values) - np.subtract(
                sure.values, many[0].values
            )
            errors = np.array(few.errors)
            off += list(told[errors > 0.02] / errors[errors > 0.02])
    assert len(off) > 20
    assert np.sqrt(np.mean(np.square(off))) < 1.6
