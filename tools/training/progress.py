"""The progress of a training, saved so that it continues from there, bit for bit."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ofc_engine.players.network import Network, read
from ofc_engine.variants import Variant
from tools.training.play import Hands

Arrays = dict[str, np.ndarray]


class Progress(NamedTuple):
    """Where a training is: `number` rounds are done, of the next some streets are learnt.

    `before` are the networks of the round before, `new` those of this one by street, `hands` its
    positions (none if it has not begun), `usual` the boards of rivals and `chance` the state of
    the generator of all that is random.
    """

    number: int
    before: list[Network]
    new: list[Network | None]
    hands: list[Hands]
    usual: Arrays
    chance: dict[str, Any]

    def keep(self, path: Path) -> None:
        """Save it; the file before stays valid until this one is whole."""
        arrays: Arrays = {f"usual/{name}": values for name, values in self.usual.items()}
        for part, networks in (("before", self.before), ("new", self.new)):
            known = {s: n for s, n in enumerate(networks) if n is not None}
            arrays |= {f"{part}/{name}": values for name, values in layers(known).items()}
        for street, hands in enumerate(self.hands):
            arrays[f"hands/{street}/places"] = hands.places
            arrays[f"hands/{street}/conditions"] = hands.conditions
        words = json.dumps({"number": self.number, "chance": self.chance})
        arrays["words"] = np.frombuffer(words.encode(), np.uint8)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".new.npz")
        np.savez(unfinished, **arrays)
        unfinished.replace(path)

    @staticmethod
    def read(path: Path, variant: Variant) -> "Progress":
        """Load the progress of a variant."""
        with np.load(path) as arrays:
            kept = dict(arrays)

        def part(name: str) -> Arrays:
            return {k.partition("/")[2]: v for k, v in kept.items() if k.startswith(f"{name}/")}

        words = json.loads(kept["words"].tobytes())
        new: list[Network | None] = [None] * (len(variant.streets) - 1)
        for street in {int(name.split(".")[0]) for name in part("new")}:
            (new[street],) = read(
                {
                    f"0.{name.partition('.')[2]}": values
                    for name, values in part("new").items()
                    if name.startswith(f"{street}.")
                },
                variant.rows,
            )
        hands = part("hands")
        return Progress(
            words["number"],
            list(read(part("before"), variant.rows)) if part("before") else [],
            new,
            [
                Hands(hands[f"{street}/places"], hands[f"{street}/conditions"])
                for street in range(len(hands) // 2)
            ],
            part("usual"),
            words["chance"],
        )


def layers(networks: dict[int, Network]) -> Arrays:
    """Networks by street as arrays with the names that `ofc_engine.players.network.read` knows."""
    return {
        f"{street}.{layer}.{name}": values
        for street, network in networks.items()
        for layer, pair in enumerate(network.layers)
        for name, values in zip(("weights", "biases"), pair, strict=True)
    }
