"""Every placement of a decision with its outlook: by the oracle, or by all that is known here."""

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from bot.ofc.board import BOARD_SIZE, Placement, Row
from bot.ofc.cards import parse_cards
from bot.ofc.ranking import strength
from bot.ofc.rulesets import STANDARD, Ruleset
from bot.ofc.seat import Fate
from bot.players.aims import (
    exact_aim,
    row_points,
    usual_aim,
    usual_rival,
    visit_worth,
    visiting_rival,
)
from bot.players.ending import aims_fantasyland, all_tried, can_try_all, full_boards
from bot.players.knowledge import Knowledge
from bot.players.network import (
    VISITING,
    Judge,
    last_street_judge,
    network_judge,
    networks,
    one_street_ahead,
)
from bot.players.oracle import fill, sample
from bot.players.positions import (
    GONE,
    Floats,
    LegalPlacements,
    Outlook,
    Places,
    choices,
    numbers,
    patterns,
    places_of,
)
from bot.players.worth import Aim, row_tables

_ENTRIES: Final = tuple(strength(parse_cards(c)) for c in ("QcQd2h", "KcKd2h", "AcAd2h", "2c2d2h"))
_FITS: Final = 0.35
"""Royalties may differ by this share from those that the networks learnt with."""


@dataclass(frozen=True)
class OracleStyle:
    """How an oracle plays: `samples` looked at on the first street and later, `extra` cards
    known beyond those needed, points that a `foul` seems to cost beyond what it does, and by
    how much visits to Fantasyland are overrated.
    """

    samples: tuple[int, int]
    extra: bool = False
    foul: float = 0.0
    dream: float = 1.0


@dataclass(frozen=True)
class Effort:
    """How much the master looks ahead: `best` placements over `draws`, first street and later."""

    best: tuple[int, int] = (8, 5)
    draws: tuple[int, int] = (64, 28)


class Temper(NamedTuple):
    """How careful the master is, beyond points alone: it makes the master foul less often.

    A foul counts as so many points worse than it is: `early` while positions are judged by learnt
    values, `late` where the last streets are looked at. `dream` is the factor by which Fantasyland
    is overrated, which makes up for the visits that caution costs.
    """

    early: float = 0.0
    late: float = 0.0
    dream: float = 1.0


TEMPERS: Final = MappingProxyType({"pineapple": Temper(10.0, 8.0, 1.5)})
"""By variant; in the others the master plays for points alone."""


class Judgement(NamedTuple):
    """The placements of a decision and their outlooks, in the same order."""

    knowledge: Knowledge
    choices: LegalPlacements
    outlook: Outlook

    def placement(self, number: int) -> Placement:
        """One of the placements as the rules know it."""
        return placement_of(self.knowledge, self.choices, number)


def placement_of(knowledge: Knowledge, found: LegalPlacements, number: int) -> Placement:
    """A choice as the rules know it."""
    ways = patterns(knowledge.street)[found.ways[number]]
    rows = [
        tuple(card for card, row in zip(knowledge.pending, ways, strict=True) if row == wanted)
        for wanted in (*Row, GONE)
    ]
    return Placement(*rows)


def every_choice(knowledge: Knowledge) -> LegalPlacements:
    """All legal placements of a decision outside Fantasyland."""
    places = places_of(knowledge.board, [*knowledge.gone, *knowledge.pending])
    return choices(places[None], numbers(knowledge.pending)[None], knowledge.street)


def by_oracle(knowledge: Knowledge, rng: np.random.Generator, style: OracleStyle) -> Judgement:
    """Every placement judged by the thinned oracle; full boards as they are."""
    found = every_choice(knowledge)
    if not knowledge.later:
        return Judgement(knowledge, found, full_boards(found.places, exact_aim(knowledge, rng)))
    aim = usual_aim(knowledge, style.dream)
    outlook = _oracle(found.places, knowledge, aim, style, rng)
    return Judgement(knowledge, found, outlook)


def _oracle(
    places: Places, knowledge: Knowledge, aim: Aim, style: OracleStyle, rng: np.random.Generator
) -> Outlook:
    room = BOARD_SIZE - len(knowledge.board.cards) - knowledge.street.placed
    extra = sum(street.discarded for street in knowledge.later) if len(knowledge.later) < 3 else 0
    cards = room + min(1, extra) * style.extra
    drawn = sample(places[0], cards, style.samples[not knowledge.opens], rng)
    foul = aim.foul - aim.constant + style.foul * len(aim.rivals)
    filled = fill(places, drawn, row_points(aim), aim, foul)
    fouls = filled.points <= foul
    enters = ~fouls & aims_fantasyland(aim, *filled.strengths)
    return Outlook(
        filled.points.mean(axis=1) + np.float32(aim.constant),
        fouls.mean(axis=1, dtype=np.float32),
        enters.mean(axis=1, dtype=np.float32),
    )


def by_master(
    knowledge: Knowledge,
    rng: np.random.Generator,
    temper: Temper | None = None,
    effort: Effort = Effort(),
    style: OracleStyle = OracleStyle((80, 200), extra=True, foul=-3.0),
) -> Judgement:
    """Every placement judged as well as can be: exactly on the last streets, before them
    by learnt values where the rules are near those they were learnt with, else by the oracle.

    `temper` is that of the variant unless another is given: `Temper()` judges by points alone.
    """
    if temper is None:
        temper = TEMPERS.get(knowledge.rules.variant.name, Temper())
    found = every_choice(knowledge)
    places, later = found.places, knowledge.later
    if not later:
        outlook = full_boards(places, exact_aim(knowledge, rng, temper.dream))
    elif can_try_all(later):
        aim = exact_aim(knowledge, rng, temper.dream)
        outlook = all_tried(places, later, aim)
        outlook = _cautious(outlook, temper.late * len(aim.rivals))
    elif knows_values(knowledge.rules):
        outlook = _by_values(places, knowledge, temper, effort, rng)
    else:
        outlook = _oracle(places, knowledge, usual_aim(knowledge), style, rng)
    return Judgement(knowledge, found, outlook)


def _cautious(outlook: Outlook, points: float) -> Outlook:
    """The outlook with fouls costing more."""
    return outlook._replace(points=outlook.points - np.float32(points) * outlook.foul)


@lru_cache(maxsize=64)
def knows_values(rules: Ruleset) -> bool:
    """Whether there are learnt values for rules like these."""
    learnt = row_tables(STANDARD).royalties.astype(float)
    apart = np.abs(row_tables(rules).royalties - learnt).sum()
    return bool(networks(rules.variant.name)) and bool(apart < _FITS * learnt.sum())


def _by_values(
    places: Places,
    knowledge: Knowledge,
    temper: Temper,
    effort: Effort,
    rng: np.random.Generator,
) -> Outlook:
    judges = _judges(knowledge, temper)
    outlook = judges[knowledge.number](places)
    turn = int(not knowledge.opens)
    best = np.argsort(-outlook.points)[: effort.best[turn]]
    if len(best) < 2 or not effort.draws[turn]:
        return outlook
    ahead = one_street_ahead(
        places[best],
        knowledge.later[0],
        judges[knowledge.number + 1],
        effort.draws[turn],
        rng,
        _closer(places[0], knowledge, temper, rng),
    )
    # Both err, one by what it has not learnt, the other by chance: together they err less.
    pairs = zip(outlook.at(best), ahead, strict=True)
    both = Outlook(*(np.float32(0.5) * (learnt + looked) for learnt, looked in pairs))
    others = outlook.points - max(0.0, float((outlook.points[best] - both.points).max()))
    for column, value in zip((others, outlook.foul, outlook.fantasyland), both, strict=True):
        column[best] = value
    return Outlook(others, outlook.foul, outlook.fantasyland)


def _closer(
    place: Places, knowledge: Knowledge, temper: Temper, rng: np.random.Generator
) -> Judge | None:
    """Judges positions after the next street by trying draws of the last one.

    None unless exactly one street is left after the next and all its draws can be tried.
    """
    _, *then = knowledge.later
    if len(then) != 1 or not can_try_all(tuple(then)):
        return None
    aim = exact_aim(knowledge, rng, temper.dream)
    judge = last_street_judge(place, then[0], aim, rng)
    late = temper.late * len(aim.rivals)
    return lambda places: _cautious(judge(places), late)


def _judges(knowledge: Knowledge, temper: Temper) -> list[Judge]:
    """Judges of positions after each street, by its number: networks, after the last the rules."""
    aim = usual_aim(knowledge, temper.dream)
    given = _conditions(knowledge, temper)
    learnt = _learnt_from(knowledge.rules, len(aim.rivals), float(given[VISITING]))
    valid, foul = np.float32(aim.constant - learnt[0]), np.float32(aim.foul - learnt[1])

    def corrected(judge: Judge) -> Judge:
        def judged(places: Places) -> Outlook:
            outlook = judge(places)
            points = outlook.points + valid + (foul - valid) * outlook.foul
            return _cautious(outlook._replace(points=points), temper.early * len(aim.rivals))

        return judged

    found = [
        corrected(network_judge(network, given, len(aim.rivals)))
        for network in networks(knowledge.rules.variant.name)
    ]
    return [*found, lambda places: full_boards(places, aim)]


def _learnt_from(rules: Ruleset, rivals: int, visiting: float) -> tuple[float, float]:
    """Points that the networks expect of a board that ties all rows, and of a foul.

    They learnt with the usual rivals; those at this table may bring more or less, whatever one
    does, and the difference is the correction.
    """
    cards = 14 if rules.variant.discards else 13
    parts = ((1 - visiting, usual_rival(rules.variant)), (visiting, visiting_rival(cards)))
    aims = [(share, Aim(STANDARD, [rival], {}, fantasyland=False)) for share, rival in parts]
    return (
        rivals * sum(share * aim.constant for share, aim in aims),
        rivals * sum(share * aim.foul for share, aim in aims),
    )


def _conditions(knowledge: Knowledge, temper: Temper) -> Floats:
    """The `conditions` (6,) of `Network.__call__`: worth of visits, rivals' visits, caution."""
    worth = visit_worth(knowledge.rules)
    visits = row_tables(knowledge.rules).visits
    met = [other for other in knowledge.opponents if other.fate is Fate.PLAYING]
    visiting = sum(bool(other.fantasyland) for other in met) / max(1, len(met))
    worths = (temper.dream * worth.get(int(visits[s]), 0.0) for s in _ENTRIES)
    return np.array([*worths, visiting, temper.early], np.float32)
