"""Every placement of a decision with its outlook: by the oracle, or as well as the master can."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from ofc_engine.board import Placement, Row
from ofc_engine.players.aims import rivals_met, row_points, usual_aim
from ofc_engine.players.endgame import all_tried, can_try_all, full_boards
from ofc_engine.players.foresight import exact_aim
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.network import LAST_ROUNDS, Judge, last_street_judge, one_street_ahead
from ofc_engine.players.oracle import fill, sample, sample_evenly
from ofc_engine.players.positions import (
    GONE,
    Flags,
    Floats,
    Indices,
    Ints,
    LegalPlacements,
    Outlook,
    Places,
    choices,
    numbers,
    patterns,
    places_of,
)
from ofc_engine.players.values import RiskAversion, cautious, knows_values, learnt_judges
from ofc_engine.players.worth import Aim
from ofc_engine.ranking import LOWEST, Category, category
from ofc_engine.rulesets import Ruleset
from ofc_engine.variants import Street

_ROUNDS: Final = 30
_CLOSER_ROUNDS: Final = 300
"""Rounds of draws of a last street that has too many, and rounds for the best placements."""
_CLOSER_MOST: Final = 6
"""The number of these best placements."""


@dataclass(frozen=True)
class OracleStyle:
    """How an oracle plays: the number of `samples` on the first street and later; if it knows an
    `extra` card beyond those needed; the points that a `foul` seems to bring beyond the truth; the
    factor `dream` by which it rates visits to Fantasyland.
    """

    samples: tuple[int, int]
    extra: bool = False
    foul: float = 0.0
    dream: float = 1.0


@dataclass(frozen=True)
class Effort:
    """How much the master looks ahead: from the `best` placements, over `rounds` of draws of the
    next street, in each of which every live card comes once.

    Each is for the first street, later ones, and two streets left, which are played to the end.
    """

    best: tuple[int, int, int] = (8, 5, 5)
    rounds: tuple[int, int, int] = (4, 3, 6)


TEMPERS: Final = MappingProxyType({"classic": RiskAversion(early=3.0)})
"""By variant; in the others the master plays for points alone.

This caution costs no points: learnt values take fouls to be a little rarer than they are.
"""
_LOOK_SHARE: Final = (0.5, 0.75)
"""The weight of looking ahead, beside learnt values, on the first street and later."""
_AGAIN_ROUNDS: Final = 8
_AGAIN_LAST_ROUNDS: Final = 24
"""Rounds of draws of the next street, and of the last, in a second look at the best placements."""
_AGAIN_MOST: Final = 3
_AGAIN_NEAR: Final = 0.8
"""The number of these placements, and the points from each opponent that they may be behind."""
_AGAIN_SHARE: Final = 0.9
"""The weight of the second look, beside the first."""
_AGAIN_TIMES: Final = 4
"""The most looks by the master, which go on while the two best cannot be told apart."""
_APART: Final = 2.0
"""Standard errors of difference from which the two best can be told apart."""
_STRAIGHT_STYLE: Final = OracleStyle((300, 300), extra=True, foul=-3.0)


class Judgement(NamedTuple):
    """The placements of a decision and their outlooks, in the same order.

    `error` is the standard error, in points, of differences between good ones; 0 if it is not
    computed.
    """

    knowledge: Knowledge
    choices: LegalPlacements
    outlook: Outlook
    error: float = 0.0

    def placement(self, number: int) -> Placement:
        """The placement with this number."""
        return placement_of(self.knowledge, self.choices, number)


def placement_of(knowledge: Knowledge, found: LegalPlacements, number: int) -> Placement:
    """The placement with this number among the choices."""
    ways = patterns(knowledge.street)[found.ways[number]]
    rows = [
        tuple(card for card, row in zip(knowledge.pending, ways, strict=True) if row == wanted)
        for wanted in (*Row, GONE)
    ]
    return Placement(*rows)


def every_choice(knowledge: Knowledge) -> LegalPlacements:
    """All legal placements of a decision outside Fantasyland."""
    deck = knowledge.rules.variant.deck
    places = places_of(knowledge.board, [*knowledge.gone, *knowledge.pending], deck)
    return choices(places[None], numbers(knowledge.pending)[None], knowledge.street)


def by_oracle(knowledge: Knowledge, rng: np.random.Generator, style: OracleStyle) -> Judgement:
    """Every placement judged by the thinned oracle, or on the last street by its full board."""
    found = every_choice(knowledge)
    if not knowledge.later:
        return Judgement(knowledge, found, full_boards(found.places, exact_aim(knowledge, rng)))
    aim = usual_aim(knowledge, style.dream)
    outlook = _oracle(found.places, knowledge, aim, style, rng)
    return Judgement(knowledge, found, outlook)


def _oracle(
    places: Places, knowledge: Knowledge, aim: Aim, style: OracleStyle, rng: np.random.Generator
) -> Outlook:
    cards = cards_known(knowledge.later, extra=style.extra)
    drawn = sample(places[0], cards, style.samples[not knowledge.opens], rng)
    foul = aim.foul - aim.constant + style.foul * len(aim.rivals)
    filled = fill(places, drawn, row_points(aim), aim, foul)
    fouls = filled.points <= foul
    enters = ~fouls & aim.earns_fantasyland(filled.strengths)
    return Outlook(
        filled.points.mean(axis=1) + np.float32(aim.constant),
        fouls.mean(axis=1, dtype=np.float32),
        enters.mean(axis=1, dtype=np.float32),
    )


def cards_known(later: Sequence[Street], *, extra: bool) -> int:
    """The number of cards of the streets to come that an oracle knows."""
    spare = sum(street.discarded for street in later) if len(later) < 3 else 0
    return sum(street.placed for street in later) + min(1, spare) * extra


def usual_temper(rules: Ruleset) -> RiskAversion:
    """The risk aversion of the master under these rules."""
    return TEMPERS.get(rules.variant.name, RiskAversion())


def by_master(
    knowledge: Knowledge,
    rng: np.random.Generator,
    temper: RiskAversion | None = None,
    effort: Effort = Effort(),
    style: OracleStyle = OracleStyle((80, 200), extra=True, foul=-3.0),
) -> Judgement:
    """Every placement judged as well as possible: the last streets by trying every draw, or many
    if there are too many; earlier ones by learnt values if the rules are near those they were
    learnt with, else by the oracle.

    `temper` is by default that of the variant; `RiskAversion()` judges by points alone.
    """
    if temper is None:
        temper = usual_temper(knowledge.rules)
    found = every_choice(knowledge)
    places, later = found.places, knowledge.later
    if not later:
        outlook = full_boards(places, exact_aim(knowledge, rng))
    elif can_try_all(later):
        aim = exact_aim(knowledge, rng)
        outlook = cautious(all_tried(places, later, aim), temper.late * len(aim.rivals))
    elif len(later) == 1:
        aim = exact_aim(knowledge, rng)
        outlook = cautious(_many_tried(places, later[0], aim, rng), temper.late * len(aim.rivals))
    elif knows_values(knowledge.rules):
        outlook = _by_values(places, knowledge, temper, effort, rng)
    else:
        outlook = _oracle(places, knowledge, usual_aim(knowledge), style, rng)
    return Judgement(knowledge, found, outlook)


def _many_tried(places: Places, street: Street, aim: Aim, rng: np.random.Generator) -> Outlook:
    """The outlook with only this street to come, over some of its draws; more for the best."""
    outlook = last_street_judge(places[0], street, aim, rng, _ROUNDS)(places)
    best = np.argsort(-outlook.points)[:_CLOSER_MOST]
    closer = last_street_judge(places[0], street, aim, rng, _CLOSER_ROUNDS)(places[best])
    return outlook.replaced(best, closer)


def _by_values(
    places: Places,
    knowledge: Knowledge,
    temper: RiskAversion,
    effort: Effort,
    rng: np.random.Generator,
) -> Outlook:
    judges = learnt_judges(knowledge, temper)
    learnt = judges[knowledge.number](places)
    closer = closer_judges(places[0], knowledge, temper, rng)
    turn = 0 if knowledge.opens else 1 if closer is None else 2
    which = worth_looking_at(learnt, places, knowledge, effort.best[turn])
    if len(which) < 2:
        return learnt
    street = knowledge.later[0]
    drawn = next_draws(places[0], street, effort.rounds[turn], rng)
    judge = judges[knowledge.number + 1]
    last = closer and closer(LAST_ROUNDS)
    looked = one_street_ahead(places[which], street, judge, drawn, last).over_draws()
    outlook = learnt.replaced(
        which, settled(learnt.at(which), looked, places[which], knowledge, rng)
    )
    if closer is None:
        return outlook
    ahead = Ahead(street, judge, closer, rivals_met(knowledge))
    return looked_again(outlook, which, places, ahead, rng, _AGAIN_TIMES)


def closer_judges(
    place: Places, knowledge: Knowledge, temper: RiskAversion, rng: np.random.Generator
) -> Callable[[int], Judge] | None:
    """A maker of judges of positions after the next street, by so many rounds of the last one.

    None unless exactly one street is left after the next and all its draws can be tried.
    """
    _, *then = knowledge.later
    if len(then) != 1 or not can_try_all(tuple(then)):
        return None
    aim = exact_aim(knowledge, rng)
    late = temper.late * len(aim.rivals)

    def closer(rounds: int) -> Judge:
        judge = last_street_judge(place, then[0], aim, rng, rounds)
        return lambda places: cautious(judge(places), late)

    return closer


def worth_looking_at(learnt: Outlook, places: Places, knowledge: Knowledge, most: int) -> Indices:
    """The placements to look at more closely: the best by learnt values, and a dealt straight.

    First cards that make a straight were too rare for their worth in one row to be learnt.
    """
    best = np.argsort(-learnt.points, kind="stable")[:most]
    return np.union1d(best, np.flatnonzero(_stays_whole(places, knowledge)))


def next_draws(place: Places, street: Street, rounds: int, rng: np.random.Generator) -> Ints:
    """Draws of the next street from a position (52,): (draws, dealt); all of a single card."""
    return sample_evenly(place, street.dealt, 1 if street.dealt == 1 else rounds, rng)


def settled(
    learnt: Outlook,
    looked: Outlook,
    places: Places,
    knowledge: Knowledge,
    rng: np.random.Generator,
) -> Outlook:
    """The outlook of positions by both learnt values and looking a street ahead.

    Both have errors, one from what it has not learnt, the other from chance: together these are
    smaller.
    """
    both = blended(learnt, looked, knowledge)
    whole = _stays_whole(places, knowledge)
    if not whole.any() or whole.all():
        return both
    # Neither knows a straight kept whole: the oracle tells how far it is ahead of the others.
    guess = _oracle(places, knowledge, usual_aim(knowledge), _STRAIGHT_STYLE, rng)
    apart = (both.points - guess.points)[~whole].mean()
    guess = guess._replace(points=guess.points + apart)
    return Outlook(*(np.where(whole, a, b) for a, b in zip(guess, both, strict=True)))


def blended(learnt: Outlook, looked: Outlook, knowledge: Knowledge) -> Outlook:
    """The outlook as by `settled`, for positions none of which keeps a dealt straight whole."""
    return _mixed(learnt, looked, _LOOK_SHARE[not knowledge.opens])


def _mixed(one: Outlook, other: Outlook, share: float) -> Outlook:
    """The weighted mean of two outlooks of the same positions; `share` is the `other`'s weight."""
    pairs = zip(one, other, strict=True)
    return Outlook(*((a + np.float32(share) * (b - a)).astype(np.float32) for a, b in pairs))


class Ahead(NamedTuple):
    """How positions with two streets to come are looked at: the next `street`, the `judge` of
    positions after it, a `closer` one by the number of rounds of draws of the last street, and the
    number of `rivals` whom points are won from.
    """

    street: Street
    judge: Judge
    closer: Callable[[int], Judge]
    rivals: int


def looked_again(
    outlook: Outlook,
    which: Indices,
    places: Places,
    ahead: Ahead,
    rng: np.random.Generator,
    times: int = 1,
) -> Outlook:
    """The outlook with the best of some placements looked at again, over more draws.

    At most so many `times`, while the two best are less than two standard errors apart: over few
    draws the best of close ones is often just the luckiest.
    """
    points = outlook.points[which]
    order = np.argsort(-points, kind="stable")[:_AGAIN_MOST]
    near = which[order[points[order] > points.max() - _AGAIN_NEAR * ahead.rivals]]
    if len(near) < 2:
        return outlook
    again = _until_apart(places[near], ahead, rng, times).over_draws()
    before = outlook.at(near)
    # This only tells these apart: their distance to the others stays as it was.
    level = (before.points - again.points).mean()
    both = _mixed(before, again._replace(points=again.points + level), _AGAIN_SHARE)
    # No placement becomes the best just because it was not looked at again.
    return outlook.at_most(float(both.points.max())).put(near, both)


def _until_apart(places: Places, ahead: Ahead, rng: np.random.Generator, times: int) -> Outlook:
    """The outlook of positions by draws of the next street, (n, draws); more draws are added while
    the two best cannot be told apart.
    """

    def look() -> Outlook:
        drawn = next_draws(places[0], ahead.street, _AGAIN_ROUNDS, rng)
        closer = ahead.closer(_AGAIN_LAST_ROUNDS)
        return one_street_ahead(places, ahead.street, ahead.judge, drawn, closer)

    seen = look()
    for _ in range(times - 1):
        if not _are_alike(seen.points):
            break
        both = zip(seen, look(), strict=True)
        seen = Outlook(*(np.concatenate(column, axis=1) for column in both))
    return seen


def _are_alike(points: Floats) -> bool:
    """True if these points (n, draws) cannot tell which of the two best positions is better."""
    second, first = np.argsort(points.mean(axis=1))[-2:]
    apart = points[first] - points[second]
    return bool(apart.mean() < _APART * apart.std() / len(apart) ** 0.5)


def _stays_whole(places: Places, knowledge: Knowledge) -> Flags:
    """True where the first five cards make a straight and are in one row: (n,)."""
    ranking = knowledge.rules.variant.rows.rankings[Row.BACK]
    first = ranking.strength(knowledge.pending) if knowledge.opens else LOWEST
    made = category(first) is Category.STRAIGHT
    rows = np.stack([(places == row).sum(axis=1) for row in (Row.MIDDLE, Row.BACK)])
    return made & (rows == knowledge.street.placed).any(axis=0)
