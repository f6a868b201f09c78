"""How each level plays: functions of what its seat may know."""

from collections.abc import Callable
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ofc_engine.board import Placement
from ofc_engine.players.foresight import exact_aim
from ofc_engine.players.judging import Effort, Judgement, OracleStyle, by_master, by_oracle
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import CAUTIOUS, Level
from ofc_engine.players.solver import solve
from ofc_engine.players.values import RiskAversion
from ofc_engine.players.worth import NOBODY, Aim

_Judge: TypeAlias = Callable[[Knowledge, np.random.Generator], Judgement]


class _Decider(NamedTuple):
    """`judge` gives every placement its outlook.

    `careless` ones set a Fantasyland only for royalties, and never give up.
    """

    judge: _Judge
    careless: bool = False


_BOLD: Final = OracleStyle((40, 100), extra=True, foul=-1.0, dream=1.3)
_DARING: Final = RiskAversion(early=-3.5, late=-3.5)
_AT_A_GLANCE: Final = Effort(best=(1, 1, 1))
"""No placement is looked at more closely."""


def _by_bold(knowledge: Knowledge, rng: np.random.Generator) -> Judgement:
    """Judge by the oracle; in Classic and Turbo by learnt values, to which fouls seem cheap.

    In these two games no style of the oracle plays much better than *Steady*.
    """
    if knowledge.rules.variant.game in {"classic", "turbo"}:
        return by_master(knowledge, rng, _DARING, _AT_A_GLANCE, _BOLD)
    return by_oracle(knowledge, rng, _BOLD)


_DECIDERS: Final = MappingProxyType(
    {
        "beginner": _Decider(
            partial(by_oracle, style=OracleStyle((3, 3), extra=True, foul=4.0, dream=2.5)),
            careless=True,
        ),
        "steady": _Decider(
            partial(by_oracle, style=OracleStyle((24, 60), foul=-3.0, dream=0.85)),
        ),
        "bold": _Decider(_by_bold),
        "master": _Decider(by_master),
        CAUTIOUS.name: _Decider(
            partial(
                by_master,
                temper=RiskAversion(40.0, 1000.0),
                style=OracleStyle((60, 300), foul=-1000.0),
            )
        ),
    }
)


def judged(level: Level, knowledge: Knowledge, rng: np.random.Generator) -> Judgement:
    """Every placement with its outlook to a level; not for boards set at once."""
    return _DECIDERS[level.name].judge(knowledge, rng)


def decide(level: Level, knowledge: Knowledge, rng: np.random.Generator) -> Placement:
    """The placement of the pending cards by a level."""
    if knowledge.sets_at_once:
        return solve(knowledge.pending, _aim(level, knowledge, rng))[0].placement
    found = judged(level, knowledge, rng)
    return found.placement(int(found.outlook.points.argmax()))


def gives_up(level: Level, knowledge: Knowledge, rng: np.random.Generator) -> bool:
    """R8: whether a level surrenders because that is allowed and costs less."""
    price = knowledge.rules.surrender * max(1, len(knowledge.opponents))
    careless = _DECIDERS[level.name].careless
    if careless or not knowledge.may_give_up or knowledge.fantasyland:
        return False
    if knowledge.sets_at_once:
        best = solve(knowledge.pending, _aim(level, knowledge, rng))[0].value
    else:
        best = float(judged(level, knowledge, rng).outlook.points.max())
    return best < -price


def _aim(level: Level, knowledge: Knowledge, rng: np.random.Generator) -> Aim:
    if _DECIDERS[level.name].careless:
        return Aim(knowledge.rules, [NOBODY], {}, fantasyland=knowledge.fantasyland)
    return exact_aim(knowledge, rng)
