"""Judging positions by the learnt networks, and by what the next draw lets one do."""

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from bot.ofc.variants import Street
from bot.players.aims import row_points
from bot.players.ending import aims_fantasyland
from bot.players.network import Network
from bot.players.oracle import fill, sample
from bot.players.positions import LIVE, Floats, Outlook, Places, choices
from bot.players.worth import Aim

Judge: TypeAlias = Callable[[Places], Outlook]
"""Positions (n, 52) after some street to their outlooks."""
_CLOSER: Final = 3
"""Placements looked at more closely."""
_LAST_DRAWS: Final = 60


def network_judge(network: Network, conditions: Floats, rivals: int) -> Judge:
    """Judges positions by a network, for points from so many rivals."""

    def judge(places: Places) -> Outlook:
        points, foul, fantasyland = network(places, conditions).T
        return Outlook(points * rivals, np.clip(foul, 0, 1), np.clip(fantasyland, 0, 1))

    return judge


def last_street_judge(root: Places, street: Street, aim: Aim, rng: np.random.Generator) -> Judge:
    """Judges positions that come from `root` (52,), with nothing but this street to come.

    Some draws are tried, each placed in the best way; those that a position cannot get any more
    do not count for it.
    """
    drawn = sample(root, street.dealt, _LAST_DRAWS, rng)
    tables, foul = row_points(aim), aim.foul - aim.constant

    def judge(places: Places) -> Outlook:
        filled = fill(places, drawn, tables, aim, foul)
        can_come = (places[:, drawn] == LIVE).all(axis=2)
        fouls = filled.points <= foul
        enters = ~fouls & aims_fantasyland(aim, *filled.strengths)
        count = np.maximum(1, can_come.sum(axis=1))
        points, foul_share, enter_share = (
            ((column * can_come).sum(axis=1) / count).astype(np.float32)
            for column in (filled.points, fouls, enters)
        )
        return Outlook(points + np.float32(aim.constant), foul_share, enter_share)

    return judge


def one_street_ahead(
    places: Places,
    street: Street,
    judge: Judge,
    draws: int,
    rng: np.random.Generator,
    closer: Judge | None = None,
) -> Outlook:
    """The outlook of positions of one decision over some draws of the next street.

    Each draw, the same for all positions, is placed as `judge` likes best; or as `closer` does,
    which looks only at the few that `judge` likes best.
    """
    drawn = sample(places[0], street.dealt, draws, rng)
    count = len(places)
    found = choices(np.repeat(places, draws, axis=0), np.tile(drawn, (count, 1)), street)
    outlook = judge(found.places)
    if closer is not None:
        found = found.several(outlook.points, _CLOSER)
        outlook = closer(found.places)
    best = found.best(outlook.points)
    means = [column[best].reshape(count, draws).mean(axis=1) for column in outlook]
    return Outlook(*means)
