"""The levels of computer players, as data; each is a function of what its seat may know."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

import numpy as np

from bot.ofc.board import BOARD_SIZE, Placement
from bot.ofc.errors import OfcError
from bot.players.aims import exact_aim
from bot.players.judging import Judgement, OracleStyle, Temper, by_master, by_oracle
from bot.players.knowledge import Knowledge
from bot.players.solver import solve
from bot.players.worth import NOBODY, Aim


class LevelError(OfcError):
    """A level that does not exist."""


@dataclass(frozen=True)
class Level:
    """A computer player.

    `human` is how it is called at a table and `manner` how it plays, both for people.
    `judge` gives every placement its outlook; `careless` ones look at royalties alone when
    they set a Fantasyland, and never give up.
    """

    name: str
    human: str
    manner: str
    judge: Callable[[Knowledge, np.random.Generator], Judgement]
    careless: bool = False

    def decide(self, knowledge: Knowledge, rng: np.random.Generator) -> Placement:
        """Where the pending cards go."""
        if sets_at_once(knowledge):
            return solve(knowledge.pending, self._aim(knowledge, rng))[0].placement
        judged = self.judge(knowledge, rng)
        return judged.placement(int(judged.outlook.points.argmax()))

    def gives_up(self, knowledge: Knowledge, rng: np.random.Generator) -> bool:
        """R8: whether to surrender before the first placement, because it costs less."""
        price = knowledge.rules.surrender * max(1, len(knowledge.opponents))
        if not price or self.careless or not knowledge.opens or knowledge.fantasyland:
            return False
        if sets_at_once(knowledge):
            best = solve(knowledge.pending, self._aim(knowledge, rng))[0].value
        else:
            best = float(self.judge(knowledge, rng).outlook.points.max())
        return best < -price

    def _aim(self, knowledge: Knowledge, rng: np.random.Generator) -> Aim:
        if self.careless:
            return Aim(knowledge.rules, [NOBODY], {}, fantasyland=bool(knowledge.fantasyland))
        return exact_aim(knowledge, rng)


def sets_at_once(knowledge: Knowledge) -> bool:
    """Whether the whole board is set in one go: in Fantasyland, and in closed Chinese."""
    return knowledge.street.placed == BOARD_SIZE


_ALL: Final = (
    Level(
        "beginner",
        "Dreamer",
        "Dreams of Fantasyland, forgets about fouls.",
        partial(by_oracle, style=OracleStyle((3, 3), extra=True, foul=4.0, dream=2.5)),
        careless=True,
    ),
    Level(
        "steady",
        "Steady",
        "Plays it safe: few fouls, small royalties, no rush.",
        partial(by_oracle, style=OracleStyle((24, 60), foul=-3.0, dream=0.85)),
    ),
    Level(
        "master",
        "Master",
        "Counts every card that is left and takes the risks that pay.",
        by_master,
    ),
)

CAUTIOUS: Final = Level(
    "cautious",
    "Cautious",
    "Minds nothing but fouls.",
    partial(by_master, temper=Temper(40.0, 1000.0), style=OracleStyle((60, 300), foul=-1000.0)),
)
"""R11.1: places for people whose time has run out; it is nobody's opponent at a table."""
LEVELS: Final = MappingProxyType({level.name: level for level in _ALL})
"""The levels by name, from weak to strong."""


def level(name: str) -> Level:
    """The level of that name; raises LevelError."""
    if name not in LEVELS:
        raise LevelError(
            "There is no level “{name}”. Choose one of: {levels}.",
            name=name,
            levels=", ".join(LEVELS),
        )
    return LEVELS[name]
