"""The fixed judge: every placement of a decision with its outlook, as exactly as possible.

Once every draw to come can be tried (before the last street of Pineapple, the last three of
Classic) it is exact, except for opponents' unfinished boards, of which samples are played on.
Before that, with learnt values, the placements that these rate best, and those that were chosen,
are judged one street ahead, all over the same draws, in which no card comes more often than
another; where two streets are left the best of them are judged again. Otherwise the oracle judges.
All randomness comes from a seed derived from the decision: the same decision always costs the
same, whichever of its placements are asked about.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import hypot
from typing import Final

import numpy as np

from ofc_engine.board import Placement
from ofc_engine.cards import format_cards
from ofc_engine.errors import PlacementError
from ofc_engine.players.aims import rivals_met
from ofc_engine.players.endgame import all_tried, can_try_all, full_boards
from ofc_engine.players.foresight import SAMPLES, exact_aim
from ofc_engine.players.judging import (
    Ahead,
    Judgement,
    OracleStyle,
    blended,
    by_master,
    closer_judges,
    every_choice,
    looked_again,
    next_draws,
    settled,
    worth_looking_at,
)
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.network import one_street_ahead
from ofc_engine.players.positions import LIVE, Indices, LegalPlacements, Outlook, patterns
from ofc_engine.players.values import RiskAversion, knows_values, learnt_judges
from ofc_engine.players.worth import Aim

_NEUTRAL: Final = RiskAversion()
"""The judge gives expected points alone, without the master's aversion to fouls."""


@dataclass(frozen=True)
class Thoroughness:
    """How closely the judge looks.

    `placements` is the number it looks at, `rounds` that of rounds of draws of the next street: on
    the first street, later, with two streets left, and then with few live cards. With two streets
    left the last one has `last` rounds, and the best placements are looked at again up to `times`
    times. `boards` is the number of samples of an opponent's board, `oracle` that of the oracle's.
    """

    placements: tuple[int, int, int, int] = (8, 5, 5, 7)
    rounds: tuple[int, int, int, int] = (2, 2, 4, 3)
    times: tuple[int, int] = (1, 3)
    boards: int = SAMPLES
    oracle: tuple[int, int] = (120, 300)
    last: int = 12


_LEARNT_ERROR: Final = 0.35
_ORACLE_ERROR: Final = 0.8
"""Points from each opponent by which learnt values, and the oracle, misjudge differences between
good placements, measured against thousands of hands played on."""
_FEW_LIVE: Final = 30
"""With fewer live cards a round has few draws: that is so on the third street of Pineapple at a
table of three, not at one of two."""
CARE: Final = Thoroughness()
"""How closely the judge looks; other values are for measuring its error."""


def by_judge(
    knowledge: Knowledge, chosen: Sequence[Placement] = (), care: Thoroughness = CARE
) -> tuple[Judgement, list[int]]:
    """Every placement with its outlook, and the numbers of those that were `chosen`.

    Not for boards set at once. Raises PlacementError if a chosen one is not legal.
    """
    found = every_choice(knowledge)
    chose = [_number(knowledge, found, each) for each in chosen]
    rng, later = chance_of(knowledge), knowledge.later
    error = 0.0
    if not later:
        outlook = full_boards(found.places, judges_aim(knowledge, rng, care))
    elif can_try_all(later):
        outlook = all_tried(found.places, later, judges_aim(knowledge, rng, care))
    elif knows_values(knowledge.rules):
        outlook, error = _by_looking(found, chose, knowledge, care, rng)
    else:
        style = OracleStyle(care.oracle, extra=True, foul=-3.0)
        outlook = by_master(knowledge, rng, _NEUTRAL, style=style).outlook
        error = _ORACLE_ERROR * rivals_met(knowledge)
    return Judgement(knowledge, found, outlook, error), chose


def judges_aim(
    knowledge: Knowledge, rng: np.random.Generator | None = None, care: Thoroughness = CARE
) -> Aim:
    """The aim of a seat by the judge's samples of opponents' boards."""
    return exact_aim(knowledge, rng or chance_of(knowledge), samples=care.boards)


def chance_of(knowledge: Knowledge) -> np.random.Generator:
    """The random numbers with which a decision is judged: always the same for it."""
    boards = [(knowledge.board, knowledge.fantasyland, "")]
    boards += [(o.board, o.fantasyland, o.fate.value) for o in knowledge.opponents]
    cards = [format_cards(sorted(c)) for c in (knowledge.pending, knowledge.discards)]
    seen = "\n".join([str(knowledge.rules), *cards, *(f"{b} {f} {fate}" for b, f, fate in boards)])
    return np.random.default_rng(list(sha256(seen.encode()).digest()[:8]))


def _number(knowledge: Knowledge, found: LegalPlacements, placement: Placement) -> int:
    """The number of a placement among the choices, whatever the order within rows."""
    row_of = {card: row for row, cards in enumerate(placement) for card in cards}
    wanted = [row_of.pop(card, -1) for card in knowledge.pending]
    ways = patterns(knowledge.street)[found.ways]
    numbers = np.flatnonzero((ways == wanted).all(axis=1))
    if row_of or not len(numbers):
        raise PlacementError("These cards can't be placed like this.")
    return int(numbers[0])


def _by_looking(
    found: LegalPlacements,
    chosen: Sequence[int],
    knowledge: Knowledge,
    care: Thoroughness,
    rng: np.random.Generator,
) -> tuple[Outlook, float]:
    """The outlook by learnt values, for those that matter by looking a street ahead; its error."""
    judges = learnt_judges(knowledge, _NEUTRAL)
    learnt = judges[knowledge.number](found.places)
    root, street = found.places[0], knowledge.later[0]
    closer = closer_judges(root, knowledge, _NEUTRAL, rng)
    turn = int(not knowledge.opens)
    if closer is not None:
        turn = 3 if np.count_nonzero(root == LIVE) < _FEW_LIVE else 2
    best = worth_looking_at(learnt, found.places, knowledge, care.placements[turn])
    if len(learnt.points) < 2:
        return learnt, 0.0
    count = len(best)
    more = np.setdiff1d(np.array(chosen, np.intp), best)
    which: Indices = np.append(best, more)
    judge = judges[knowledge.number + 1]
    last = closer and closer(care.last)
    drawn = next_draws(root, street, care.rounds[turn], rng)
    ahead = one_street_ahead(found.places[which], street, judge, drawn, last)
    looked = ahead.over_draws()
    first = looked.at(np.arange(count))
    # The points of placements that were not looked at fall with those that were (see `replaced`).
    outlook = learnt.replaced(
        best, settled(learnt.at(best), first, found.places[best], knowledge, rng)
    )
    if closer is not None:
        again = Ahead(street, judge, closer, rivals_met(knowledge))
        outlook = looked_again(outlook, best, found.places, again, rng, care.times[turn - 2])
    others = blended(learnt.at(more), looked.at(np.arange(count, len(which))), knowledge)
    # No chosen placement becomes the best: which one is best must not depend on the choice.
    outlook = outlook.put(more, others.at_most(float(outlook.points[best].max())))
    points = ahead.points[:count]
    by_chance = float((points - points.mean(axis=0)).std(axis=1).mean()) / points.shape[1] ** 0.5
    return outlook, hypot(by_chance, _LEARNT_ERROR * rivals_met(knowledge))
