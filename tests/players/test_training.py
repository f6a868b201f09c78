"""The training makes networks that the players can read."""

from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest

from bot.ofc.variants import TURBO
from bot.players.features import FEATURES
from bot.players.network import CONDITIONS, SCALE, Network, read
from training import fit as fitting
from training import values
from training.fit import fit
from training.play import Hands, play, some_conditions
from training.values import rough, train


def options(out: Path) -> Namespace:
    return Namespace(
        seed=1, rounds=1, states=60, keep=2, draws=1, epochs=1, most=100, start=None, out=out
    )


def test_a_short_training_leaves_a_network_for_each_street_but_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(values, "KEPT_BOARDS", 5)
    train(TURBO, options(tmp_path))
    with np.load(tmp_path / "turbo.npz") as arrays:
        networks = read(arrays)
    assert len(networks) == len(TURBO.streets) - 1
    hands = play(TURBO, rough, 3, np.random.default_rng(1), explore=0.0)
    for network, positions in zip(networks, hands, strict=False):
        assert network(*positions).shape == (3, 3)
        assert network.layers[0][0].shape[0] == FEATURES + CONDITIONS


def test_a_network_learns_what_follows_from_the_position(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fitting, "_BATCH", 64)
    monkeypatch.setattr(fitting, "_HIDDEN", (24,))
    rng = np.random.default_rng(2)
    positions = play(TURBO, rough, 800, rng, explore=1.0)[0].places
    hands = Hands(positions, some_conditions(len(positions), rng))
    in_front = np.count_nonzero(positions == 0, axis=1).astype(np.float32)
    wanted = np.stack([SCALE * in_front, in_front > 1, in_front > 2], axis=1, dtype=np.float32)
    network: Network = fit(hands, wanted, 25, rng)
    found = network(hands.places, hands.conditions)
    assert np.corrcoef(found[:, 0], wanted[:, 0])[0, 1] > 0.9
