"""What kind of mistake a decision was, and in which row."""

import pytest

from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import parse_cards
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.leaks import Leak, kind_of, row_of
from ofc_engine.players.opinions import Advice, Review
from ofc_engine.players.skill import Decision, Verdict
from ofc_engine.rulesets import STANDARD


def verdict(
    given: str,
    best: str,
    chances: tuple[float, float],
    of_best: tuple[float, float] = (0.3, 0.2),
    before: str = "2c / 8h9h / AsAd",
) -> Verdict:
    """A placement beside the best, each with its chances of Fantasyland and of a foul."""
    (fantasyland, foul), (other_fantasyland, other_foul) = chances, of_best
    placed = Placement.parse(given)
    cards = parse_cards("".join(str(card) for card in placed.cards))
    one = Advice(placed, 1.0, foul, fantasyland)
    other = Advice(Placement.parse(best), 3.0, other_foul, other_fantasyland)
    rules = STANDARD.changed({"jokers": "1" if "X" in before else "0"})
    knowledge = Knowledge(rules, Board.parse(before), cards)
    return Verdict(Decision(knowledge, placed), Review(one, (other,), 5, 20, 2.0), other, 2.0)


@pytest.mark.parametrize(
    ("given", "best", "chances", "kind", "row"),
    [
        ("Qc / Kh / - x 3s", "- / Kh / Qc x 3s", (0.5, 0.4), Leak.CHASED, Row.FRONT),
        ("- / Kh / Qc x 3s", "Qc / Kh / - x 3s", (0.1, 0.1), Leak.PASSED, Row.FRONT),
        ("2h / - / Qc x 3s", "- / 2h / Qc x 3s", (0.3, 0.2), Leak.PAIR, Row.FRONT),
        ("- / Kh / Qc x 3s", "- / Qc / Kh x 3s", (0.3, 0.2), Leak.FLUSH, Row.MIDDLE),
        ("- / Qc / Kd x 3s", "- / Kd / Qc x 3s", (0.3, 0.4), Leak.FOUL, Row.MIDDLE),
        ("- / - / QcKd x 3s", "- / - / Qc3s x Kd", (0.3, 0.2), Leak.OTHER, Row.BACK),
    ],
)
def test_a_mistake_is_of_the_first_kind_that_fits(
    given: str, best: str, chances: tuple[float, float], kind: Leak, row: Row
):
    found = verdict(given, best, chances)
    assert (kind_of(found), row_of(found)) == (kind, row)


def test_a_joker_is_of_every_suit():
    """R13.2: with two hearts it is a draw to a flush, which the queen of clubs gives up."""
    placed = "Kh / Qc / - x 3d", "Qc / Kh / - x 3d"
    assert kind_of(verdict(*placed, (0.3, 0.2), before="2c / 8hX1 / AsAd")) is Leak.FLUSH
    assert kind_of(verdict(*placed, (0.3, 0.2), before="2c / 8h9c / AsAd")) is not Leak.FLUSH
