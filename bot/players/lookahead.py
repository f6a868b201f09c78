"""Judging positions by the learnt networks, and by what the next draw lets one do."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from bot.ofc.variants import Street
from bot.players.network import Network
from bot.players.oracle import sample
from bot.players.outlook import Outlook
from bot.players.places import Places, choices
from bot.players.tables import Floats

Judge: TypeAlias = Callable[[Places], Outlook]
"""Positions (n, 52) after some street to their outlooks."""


def network_judge(network: Network, conditions: Floats, rivals: int) -> Judge:
    """Judges positions by a network, for points from so many rivals."""

    def judge(places: Places) -> Outlook:
        points, foul, fantasyland = network(places, conditions).T
        return Outlook(points * rivals, np.clip(foul, 0, 1), np.clip(fantasyland, 0, 1))

    return judge


def one_street_ahead(
    places: Places, street: Street, judge: Judge, draws: int, rng: np.random.Generator
) -> Outlook:
    """The outlook of positions of one decision over some draws of the next street.

    Each draw, the same for all positions, is placed as `judge` likes best.
    """
    drawn = sample(places[0], street.dealt, draws, rng)
    count = len(places)
    found = choices(np.repeat(places, draws, axis=0), np.tile(drawn, (count, 1)), street)
    outlook = judge(found.places)
    best = found.best(outlook.points)
    means = [column[best].reshape(count, draws).mean(axis=1) for column in outlook]
    return Outlook(*means)
