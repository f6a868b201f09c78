"""The worth of positions, judged one street ahead: the numbers that networks learn."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ofc_engine.board import Row
from ofc_engine.players.network import VISITING, Network
from ofc_engine.players.oracle import draw
from ofc_engine.players.positions import (
    STRENGTHS,
    Floats,
    Ints,
    Places,
    Strengths,
    choices,
    jokers_in_deck,
    strengths,
)
from ofc_engine.players.worth import Aim, RivalBoard, fouls, row_tables
from ofc_engine.ranking import Category, shape
from ofc_engine.rulesets import Ruleset
from ofc_engine.variants import Variant
from tools.training.play import Hands, Judge, preference

_CHUNK = 2000


def _entries() -> Ints:
    """How each Front enters Fantasyland: 0 to 3 for queens, kings, aces, trips; -1 not."""
    found = np.full(STRENGTHS, -1, np.int32)
    for strength in range(STRENGTHS):
        made = shape(strength)
        if made.category is Category.TRIPS:
            found[strength] = 3
        elif made.category is Category.PAIR and made.ranks[0] >= 12:
            found[strength] = made.ranks[0] - 12
    return found


_ENTRY = _entries()


def _ways(rows: Sequence[Strengths], rules: Ruleset) -> Ints:
    """By which of the `WAYS` of a `Network` rows of these strengths earn a visit; -1 not: (n,)."""
    entering = row_tables(rules).entering
    if len(entering) == 1:
        return _ENTRY[rows[Row.FRONT]]
    return np.sum([flags[rows[row]] for row, flags in entering], axis=0, dtype=np.int32) - 1


class Rivals(NamedTuple):
    """The opponents in a game: outside Fantasyland and in it."""

    usual: RivalBoard
    visiting: RivalBoard


class Ending:
    """The points of full boards under some rules, by how many jokers are in the deck against these
    rivals.
    """

    def __init__(self, rules: Ruleset, rivals: Mapping[int, Rivals]) -> None:
        self.rules, self.rivals = rules, rivals
        self.aims = {
            jokers: [Aim(rules, [rival], {}, fantasyland=0) for rival in each]
            for jokers, each in rivals.items()
        }

    def __call__(self, places: Places, conditions: Floats) -> Floats:
        """Points, whether it fouls and whether it enters Fantasyland; (n, 3)."""
        front, middle, back = rows = strengths(places, self.rules)
        valid = ~fouls(rows, self.rules)
        entry = _ways(rows, self.rules)
        enters = valid & (entry >= 0)
        out = np.zeros((len(places), 3), np.float32)
        of = jokers_in_deck(places)
        for jokers, aims in self.aims.items():
            for flag, aim in enumerate(aims):
                met = (of == jokers) & (conditions[:, VISITING] == flag)
                points = aim.values(front[met], middle[met], back[met])
                out[met, 0] = np.where(valid[met], points, aim.foul)
        worth = np.take_along_axis(conditions[:, :VISITING], np.maximum(entry, 0)[:, None], axis=1)[
            :, 0
        ]
        out[:, 0] += enters * worth
        out[:, 1], out[:, 2] = ~valid, enters
        return out


def judge_with(networks: Sequence[Network | None], ending: Ending) -> Judge:
    """A judge of positions after each street: networks, and the rules after the last."""

    def judge(street: int, places: Places, conditions: Floats) -> Floats:
        network = networks[street] if street < len(networks) else None
        return ending(places, conditions) if network is None else network(places, conditions)

    return judge


def targets(
    variant: Variant, street: int, hands: Hands, judge: Judge, draws: int, rng: np.random.Generator
) -> Floats:
    """The mean over `draws` next portions of what the best placement brings; (n, 3)."""
    portion = variant.streets[street + 1]
    total = np.zeros((len(hands.places), 3), np.float32)
    for start in range(0, len(total), _CHUNK):
        part = slice(start, start + _CHUNK)
        places, conditions = hands.places[part], hands.conditions[part]
        for _ in range(draws):
            found = choices(places, draw(places, portion.dealt, rng), portion)
            given = conditions[found.of]
            values = judge(street + 1, found.places, given)
            total[part] += values[found.best(preference(values, given))]
    return total / draws
