"""A hand played on one's own: what it counts, and that everybody meets the same."""

from random import Random

import pytest

from bot.solo.solo_hand import COMPUTER, FANTASYLAND_POINTS, OWN, SoloHand, seed_of
from bot.store.schema import UnreadableError
from engine.tests.hands import random_placement
from ofc_engine.deal import Deal, commitment
from ofc_engine.players.aims import visit_worth
from ofc_engine.rulesets import STANDARD
from tests.solo.hands import PLAIN, QUEENS, outcome

SECRET = bytes(range(32))


def played(seed: int) -> SoloHand:
    play, random = SoloHand(Deal(SECRET)), Random(seed)
    while (seat := play.waits_for) is not None:
        play = play.placed(seat, random_placement(play.hand, seat, random))
    return play


def test_however_it_is_played_the_cards_are_the_same_and_can_be_checked():
    one, other = played(1), played(2)
    for seat in (OWN, COMPUTER):
        assert {*one.hand.seats[seat].cards} == {*other.hand.seats[seat].cards}
    for play in (one, other):
        assert [each.knowledge.number for each in play.decisions()] == [0, 1, 2, 3, 4]
        play.proof(commitment(SECRET)).verify()


def test_a_fantasyland_counts_for_whoever_earns_it():
    earned, met, both = outcome(QUEENS, PLAIN), outcome(PLAIN, QUEENS), outcome(QUEENS, QUEENS)
    assert earned.points == earned.settled + FANTASYLAND_POINTS
    assert (met.settled, met.points) == (-earned.settled, -earned.points)
    assert both.points == 0


def test_that_is_what_a_visit_is_worth():
    assert visit_worth(STANDARD)[14] == pytest.approx(FANTASYLAND_POINTS, abs=1.0)


def test_computers_decide_by_deal_and_street():
    seeds = [seed_of(deal, street) for deal in range(50) for street in range(5)]
    assert len({*seeds}) == len(seeds)


@pytest.mark.parametrize("line", ["place 1 KsQdXx / - / -", "cheat AsKd", "place 1 As / - / -"])
def test_of_what_cannot_be_read_no_card_is_told(line: str):
    with pytest.raises(UnreadableError, match=r"^What was played cannot be read: \w+\.$"):
        _ = SoloHand(Deal(SECRET), (line,)).hand
