"""Values learnt by a network, and looking ahead with them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final, TypeAlias

import numpy as np

from ofc_engine.players.aims import row_points
from ofc_engine.players.features import features
from ofc_engine.players.oracle import fill, sample_evenly
from ofc_engine.players.positions import LIVE, Floats, Ints, Outlook, Places, choices
from ofc_engine.players.worth import Aim
from ofc_engine.rows import HIGH_ROWS, RowRules
from ofc_engine.variants import Street, games_of

CONDITIONS: Final = 6
"""The number of conditions of a value besides the position: see `Network.__call__`."""
WAYS: Final = 4
"""Ways to earn a visit: with queens, kings, aces or trips; or in a game with several entries, by
the number of them at once."""
VISITING: Final = WAYS
CAUTION: Final = 5
"""The conditions that are the rival's Fantasyland, and the caution."""
SCALE: Final = 10.0
"""The points, of values and of conditions, that are 1 to the network."""
_UNITS: Final[Floats] = np.array([SCALE] * 4 + [1.0, SCALE], np.float32)
# Positions at a time, as all draws of a street together may not fit into memory.
_CHUNK: Final = 4096


@dataclass(frozen=True, eq=False)
class Network:
    """Layers as (weights, biases), with ReLU between them, for a game with these rows."""

    layers: tuple[tuple[Floats, Floats], ...]
    rows: RowRules = HIGH_ROWS

    def __call__(self, places: Places, conditions: Floats) -> Floats:
        """Points from one opponent, chance of a foul and of Fantasyland: (n, 52) to (n, 3).

        `conditions` (6,) or (n, 6) are the worth of a visit by each of the `WAYS`, 1 if the
        opponent is in Fantasyland, and the caution of the players who play on: points that an
        avoidable foul seems to cost beyond the truth.
        """
        found: list[Floats] = []
        for start in range(0, len(places), _CHUNK):
            part = places[start : start + _CHUNK]
            given = conditions if conditions.ndim == 1 else conditions[start : start + _CHUNK]
            found.append(self.forward(inputs(part, given, self.rows)))
        out = np.concatenate(found) if found else np.zeros((0, 3), np.float32)
        out[:, 0] *= SCALE
        return out

    def forward(self, values: Floats) -> Floats:
        """The outputs of the last layer for rows of inputs."""
        *hidden, last = self.layers
        for weights, biases in hidden:
            values = values @ weights
            values += biases
            np.maximum(values, 0, out=values)
        return values @ last[0] + last[1]


def inputs(places: Places, conditions: Floats, rows: RowRules) -> Floats:
    """The inputs of the first layer: features, then conditions."""
    scaled = conditions / _UNITS
    given = np.broadcast_to(scaled, (len(places), CONDITIONS))
    return np.concatenate([features(places, rows), given], axis=1, dtype=np.float32)


@lru_cache(maxsize=8)
def networks(values: str) -> tuple[Network, ...]:
    """The networks of some values (`Variant.values`), one for each street placed; empty if none.

    Those of games with jokers know as many jokers as there can be.
    """
    source = files("ofc_engine.players") / "weights" / f"{values}.npz"
    if not source.is_file():
        return ()
    with source.open("rb") as file, np.load(file) as arrays:
        return read(arrays, games_of(values)[-1].rows)


def read(arrays: Mapping[str, Floats], rows: RowRules) -> tuple[Network, ...]:
    """The networks of a game with these rows, from arrays named `street.layer.weights` and
    `street.layer.biases`.
    """
    streets = 1 + max(int(name.split(".")[0]) for name in arrays)
    return tuple(
        Network(
            tuple(
                (
                    arrays[f"{street}.{layer}.weights"].astype(np.float32),
                    arrays[f"{street}.{layer}.biases"].astype(np.float32),
                )
                for layer in range(sum(f"{street}.{n}.biases" in arrays for n in range(9)))
            ),
            rows,
        )
        for street in range(streets)
    )


# --- looking ahead ---------------------------------------------------------------------------

Judge: TypeAlias = Callable[[Places], Outlook]
"""From positions (n, 52) after some street to their outlooks."""
_CLOSER_MOST: Final = 3
"""Placements looked at more closely."""
LAST_ROUNDS: Final = 6
"""Rounds of draws of the last street, in each of which every live card comes once."""


def of_several(network: Network, places: Places, conditions: Floats) -> Floats:
    """A network's outputs for positions where a share of the rivals is in Fantasyland: (n, 3).

    The network knows one rival, who is there or not. So it is asked about both, and the answers are
    weighted by the share.
    """
    visiting = float(conditions[VISITING])
    found = np.zeros((len(places), 3), np.float32)
    for flag, share in ((0.0, 1 - visiting), (1.0, visiting)):
        if share:
            met = conditions.copy()
            met[VISITING] = flag
            found += np.float32(share) * network(places, met)
    return found


def network_judge(network: Network, conditions: Floats, rivals: int) -> Judge:
    """A judge by a network, as `of_several`, with points from `rivals` rivals."""

    def judge(places: Places) -> Outlook:
        points, foul, fantasyland = of_several(network, places, conditions).T
        return Outlook(points * rivals, np.clip(foul, 0, 1), np.clip(fantasyland, 0, 1))

    return judge


def last_street_judge(
    root: Places,
    street: Street,
    aim: Aim,
    rng: np.random.Generator,
    rounds: int = LAST_ROUNDS,
) -> Judge:
    """A judge of positions that come from `root` (52,), with only this street to come.

    Some draws are tried, each placed in the best way; a draw that a position can no longer get does
    not count for it.
    """
    drawn = sample_evenly(root, street.dealt, rounds, rng)
    tables, foul = row_points(aim), aim.foul - aim.constant

    def judge(places: Places) -> Outlook:
        filled = fill(places, drawn, tables, aim, foul)
        can_come = (places[:, drawn] == LIVE).all(axis=2)
        fouls = filled.points <= foul
        enters = ~fouls & aim.earns_fantasyland(filled.strengths)
        count = np.maximum(1, can_come.sum(axis=1))
        # Cards are placed as if each row counted for itself; the boards made have exact values.
        made = np.where(fouls, aim.foul, aim.values(*filled.strengths))
        return Outlook(
            *(
                ((column * can_come).sum(axis=1) / count).astype(np.float32)
                for column in (made, fouls, enters)
            )
        )

    return judge


def one_street_ahead(
    places: Places,
    street: Street,
    judge: Judge,
    drawn: Ints,
    closer: Judge | None = None,
) -> Outlook:
    """The outlook of positions of one decision with each draw of the next street: (n, draws).

    The draws `drawn` (draws, dealt) are the same for all positions. Each is placed best by `judge`,
    or by `closer` among the few that are best by `judge`.
    """
    count, draws = len(places), len(drawn)
    found = choices(np.repeat(places, draws, axis=0), np.tile(drawn, (count, 1)), street)
    outlook = judge(found.places)
    if closer is not None:
        found = found.several(outlook.points, _CLOSER_MOST)
        outlook = closer(found.places)
    best = found.best(outlook.points)
    return Outlook(*(column[best].reshape(count, draws) for column in outlook))
