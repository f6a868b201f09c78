"""Ratings: a Gaussian over everybody's strength that uses each hand once."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from ofc_engine.players.levels import LEVELS
from ofc_engine.players.rating_estimate import MOST, OVERLOOKED, USUAL, USUAL_SCATTER, rate
from ofc_engine.players.ratings import YARDSTICKS, Evidence, PairPoints, PlayerPoints, Rating
from ofc_engine.variants import GAMES

YARDSTICK = YARDSTICKS["pineapple"]
NOISE = YARDSTICK.scatter**2 / 2
"""The variance of the chance of one seat: what two settle has twice that."""


class Hands:
    """Hands as the ledger sums them up, and the same hand by hand as a plain Gaussian."""

    def __init__(self, people: int) -> None:
        self.played = [PlayerPoints(n + 1, None, 0) for n in range(people)]
        self.pairs = {pair: [0.0, 0.0] for pair in combinations(range(1, people + 1), 2)}
        mean, deviation = USUAL
        self.precision = np.diag(np.repeat([deviation**-2, OVERLOOKED**-2], people))
        self.pull = np.repeat([mean * deviation**-2, 0.0], people)

    def add(self, who: list[int], won: list[float], given: list[float] | None = None) -> None:
        """A hand: what each seat won from all others, or its luck if what was given is known."""
        count, first = len(who), 0 if given is None else len(self.played)
        spread = np.eye(count) - 1 / count
        at = [first + player - 1 for player in who]
        self.precision[np.ix_(at, at)] += spread / NOISE
        self.pull[at] += np.array(won) / count / NOISE
        for place, player in enumerate(who):
            known, share = self.played[player - 1], won[place] / count
            known = replace(known, hands=known.hands + 1)
            if given is None:
                known = replace(known, net=known.net + share)
            else:
                known = replace(
                    known,
                    judged=known.judged + 1,
                    luck=known.luck + share,
                    given=known.given + given[place],
                    squares=known.squares + given[place] ** 2,
                )
            self.played[player - 1] = known
        for pair in combinations(sorted(who), 2):
            self.pairs[pair][given is not None] += 1 / count

    @property
    def evidence(self) -> Evidence:
        pairs = (PairPoints(a, b, lucky, bare) for (a, b), (bare, lucky) in self.pairs.items())
        return Evidence(tuple(self.played), tuple(pairs))

    def rated(self) -> tuple[Rating, ...]:
        return tuple(sorted(rate(self.evidence, YARDSTICK), key=lambda each: each.player_id))


def test_sums_over_hands_say_what_the_hands_say_one_by_one():
    rng, hands = np.random.default_rng(1), Hands(4)
    for _ in range(60):
        who = rng.choice(4, int(rng.integers(2, 5)), replace=False) + 1
        chance = rng.normal(0, NOISE**0.5, len(who))
        won = len(who) * (chance - chance.mean())
        hands.add(list(map(int, who)), list(won))
    covariance = np.linalg.inv(hands.precision)
    means, errors = covariance @ hands.pull, np.sqrt(np.diag(covariance))
    for each in hands.rated():
        assert each.points == pytest.approx(means[each.player_id - 1])
        assert each.error == pytest.approx(errors[each.player_id - 1])


def test_what_two_settle_moves_them_apart_as_far_as_the_scatter_lets_it():
    """The textbook: what was thought before, and the mean of the hands, by their precisions."""
    hands = Hands(2)
    for _ in range(50):
        hands.add([1, 2], [4.0, -4.0])
    one, other = hands.rated()
    prior, seen = 2 * USUAL[1] ** 2, YARDSTICK.scatter**2 / 50
    assert one.points - other.points == pytest.approx(4 * prior / (prior + seen))
    assert (one.points + other.points) / 2 == pytest.approx(USUAL[0])


def test_a_judged_hand_counts_by_what_was_given_away_and_its_luck_not_by_its_points_as_well():
    """Who gives away as much as Steady is rated so however lucky, but for what luck may hide."""
    calm, lucky = Hands(2), Hands(2)
    for turn in range(200):
        given = [YARDSTICK.given + (-1) ** turn, YARDSTICK.given + 2.0]
        calm.add([1, 2], [0.0, 0.0], given)
        lucky.add([1, 2], [8.0, -8.0], given)
    one, other = calm.rated()
    assert one.points == pytest.approx(0, abs=0.1)
    assert other.points == pytest.approx(-2, abs=0.1)
    assert one.error < 0.6
    assert 0 < lucky.rated()[0].points - one.points < 2
    # By their points alone, eight a hand would be worth far more.
    bare = Hands(2)
    for _ in range(200):
        bare.add([1, 2], [8.0, -8.0])
    assert bare.rated()[0].points - bare.rated()[1].points > 7


@pytest.mark.parametrize("judged", [1, 40])
def test_what_somebody_gives_away_scatters_as_usual_until_more_is_known(judged: int):
    """The textbook: the mean of the hands, whose variance is pooled with that of usual hands."""
    spread, (usual, scatter) = 2.0, USUAL_SCATTER
    squares = judged * (1.0 + (spread**2 if judged > 1 else 0.0))
    played = PlayerPoints(1, None, judged, judged=judged, given=1.0 * judged, squares=squares)
    (found,) = rate(Evidence((played,), ()), YARDSTICK)
    seen = squares - judged + usual * scatter**2
    seen /= judged * (usual + judged - 1)
    mean, deviation = USUAL
    prior = deviation**2 + OVERLOOKED**2 + seen
    assert found.error**2 == pytest.approx(deviation**2 - deviation**4 / prior)
    known = YARDSTICK.given - 1.0 - mean
    assert found.points == pytest.approx(mean + deviation**2 / prior * known)


def test_whoever_stays_away_keeps_their_rating():
    hands = Hands(4)
    for _ in range(40):
        hands.add([1, 2], [3.0, -3.0], [1.0, 2.0])
    before = hands.rated()[:2]
    for _ in range(200):
        hands.add([3, 4], [-9.0, 9.0], [6.0, 0.5])
    for was, now in zip(before, hands.rated()[:2], strict=True):
        assert now.points == pytest.approx(was.points)
        assert now.error == pytest.approx(was.error)


def test_a_computer_player_is_a_fixed_anchor():
    """Against Steady a person's points are their rating; that of Steady does not move."""
    hands = Hands(2)
    for _ in range(2000):
        hands.add([1, 2], [1.5, -1.5])
    person, computer = hands.played
    known = Evidence((person, replace(computer, level="steady")), hands.evidence.together)
    (found,) = rate(known, YARDSTICK)
    assert found.player_id == 1
    assert found.points == pytest.approx(1.5, abs=0.05)
    stronger = Evidence((person, replace(computer, level="master")), hands.evidence.together)
    (above,) = rate(stronger, YARDSTICK)
    assert above.points - found.points == pytest.approx(YARDSTICK.anchors["master"], abs=0.05)


def test_nobody_is_rated_without_hands_and_only_so_many_together():
    assert rate(Evidence((), ()), YARDSTICK) == ()
    many = tuple(PlayerPoints(n, None, n % 7) for n in range(1, MOST + 50))
    found = rate(Evidence(many, ()), YARDSTICK)
    assert len(found) == MOST
    assert {many[each.player_id - 1].hands for each in found} >= {6}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_yardstick_with_all_levels_between_the_weakest_and_the_master(game: str):
    anchors = YARDSTICKS[game].anchors
    assert anchors.keys() == LEVELS.keys()
    assert min(anchors.values()) == anchors["beginner"]
    assert max(anchors.values()) == anchors["master"]
    assert anchors["steady"] == 0


@pytest.mark.parametrize("judged", [False, True])
def test_the_interval_holds_the_truth_as_often_as_it_says(judged: bool):
    """200 hands of each, drawn from the model; `tools.benchmarks.rating` takes real ones."""
    held = total = 0
    for world in range(30):
        rng, hands = np.random.default_rng(1000 + world), Hands(4)
        overlooked = rng.normal(0, OVERLOOKED, 4)
        average = rng.gamma(4.0, 0.7, 4)
        true = YARDSTICK.given - average + overlooked if judged else rng.normal(*USUAL, 4)
        for _ in range(270):
            seats = rng.choice(4, 3, replace=False)
            edge = overlooked[seats] if judged else true[seats]
            plays = edge + rng.normal(0, NOISE**0.5, 3)
            given = list(rng.gamma(1.2, average[seats] / 1.2)) if judged else None
            hands.add(list(map(int, seats + 1)), list(3 * (plays - plays.mean())), given)
        for each in hands.rated():
            low, high = each.span
            held += bool(low <= true[each.player_id - 1] <= high)
            total += 1
    assert 0.9 <= held / total <= 0.99
