"""The learnt value of positions: a small network for each street, evaluated with NumPy.

`training/values.py` made the weights.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

import numpy as np

from bot.players.features import features
from bot.players.places import Places
from bot.players.tables import Floats

CONDITIONS: Final = 6
"""How many numbers a value depends on besides the position: see `Network.__call__`."""
VISITING: Final = 4
CAUTION: Final = 5
"""Which condition is the rival's Fantasyland, and which the caution."""
SCALE: Final = 10.0
"""Points, of values and of conditions, that the network knows as 1."""
_UNITS: Final[Floats] = np.array([SCALE] * 4 + [1.0, SCALE], np.float32)
_CHUNK: Final = 4096


@dataclass(frozen=True, eq=False)
class Network:
    """Layers as (weights, biases); between them negative numbers become 0."""

    layers: tuple[tuple[Floats, Floats], ...]

    def __call__(self, places: Places, conditions: Floats) -> Floats:
        """Points from one opponent, chance of a foul and of Fantasyland: (n, 52) to (n, 3).

        `conditions` (6,) or (n, 6) are what a visit is worth that was earned with queens,
        kings, aces and trips, 1 if the opponent is in Fantasyland, and the points that a foul
        which can be avoided seems to cost beyond what it does, for who plays on.
        """
        found: list[Floats] = []
        for start in range(0, len(places), _CHUNK):
            part = places[start : start + _CHUNK]
            given = conditions if conditions.ndim == 1 else conditions[start : start + _CHUNK]
            found.append(self.forward(inputs(part, given)))
        out = np.concatenate(found) if found else np.zeros((0, 3), np.float32)
        out[:, 0] *= SCALE
        return out

    def forward(self, values: Floats) -> Floats:
        """The last layer's numbers for rows of inputs."""
        *hidden, last = self.layers
        for weights, biases in hidden:
            values = values @ weights
            values += biases
            np.maximum(values, 0, out=values)
        return values @ last[0] + last[1]


def inputs(places: Places, conditions: Floats) -> Floats:
    """The first layer's numbers: features, then conditions."""
    scaled = conditions / _UNITS
    given = np.broadcast_to(scaled, (len(places), CONDITIONS))
    return np.concatenate([features(places), given], axis=1, dtype=np.float32)


@lru_cache(maxsize=8)
def networks(variant: str) -> tuple[Network, ...]:
    """A variant's networks, by streets placed from the first on; none if it has none."""
    source = files("bot.players") / "weights" / f"{variant}.npz"
    if not source.is_file():
        return ()
    with source.open("rb") as file, np.load(file) as arrays:
        return read(arrays)


def read(arrays: Mapping[str, Floats]) -> tuple[Network, ...]:
    """The networks in arrays named `street.layer.weights` and `street.layer.biases`."""
    streets = 1 + max(int(name.split(".")[0]) for name in arrays)
    return tuple(
        Network(
            tuple(
                (
                    arrays[f"{street}.{layer}.weights"].astype(np.float32),
                    arrays[f"{street}.{layer}.biases"].astype(np.float32),
                )
                for layer in range(sum(f"{street}.{n}.biases" in arrays for n in range(9)))
            )
        )
        for street in range(streets)
    )
