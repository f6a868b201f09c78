"""Fitting a network by Adam, in NumPy."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ofc_engine.players.network import SCALE, Network, inputs
from ofc_engine.players.positions import Floats
from ofc_engine.rows import RowRules
from tools.training.play import Hands

_BATCH = 512
RATE = 2e-3
LATER_RATE = 1e-3
LAST_RATE = 3e-4
"""How fast a network learns at first, one that knows something, and one that is only refined."""
_WEIGHTS = np.array([1.0, 0.3, 0.3], np.float32)
"""How much an error in points, foul and Fantasyland counts."""


def fit(
    hands: Hands,
    wanted: Floats,
    epochs: int,
    rng: np.random.Generator,
    hidden: Sequence[int],
    rows: RowRules,
    before: Network | None = None,
    *,
    fastest: float = RATE,
) -> Network:
    """A network that gives `wanted` (n, 3) for these positions in a game of these rows; prints what
    error is left.

    Between inputs and outlook it has layers of the sizes `hidden`. It begins with what the network
    `before`, of the same sizes, knows, and learns no faster than `fastest`.
    """
    y = wanted / np.array([SCALE, 1, 1], np.float32)
    held = min(10_000, len(y) // 20)
    width = _inputs(hands, np.arange(1), rows).shape[1]
    weights, biases = _copied(before) if before else _at_random([width, *hidden], rng)
    values = [*weights, *biases]
    first = [np.zeros_like(v) for v in values]
    second = [np.zeros_like(v) for v in values]
    step, steps = 0, epochs * ((len(y) - held) // _BATCH)
    for _ in range(epochs):
        order = held + rng.permutation(len(y) - held)
        for start in range(0, len(order) - _BATCH + 1, _BATCH):
            some = order[start : start + _BATCH]
            slopes = _slopes(_inputs(hands, some, rows), y[some], weights, biases)
            step += 1
            rate = (
                fastest
                * min(1.0, step / 200)
                * (0.02 + 0.98 * (1 + np.cos(np.pi * step / steps)) / 2)
            )
            scale = rate * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
            for number, slope in enumerate(slopes):
                first[number] += 0.1 * (slope - first[number])
                second[number] += 0.001 * (slope * slope - second[number])
                values[number] -= scale * first[number] / (np.sqrt(second[number]) + 1e-8)
    network = Network(tuple(zip(weights, biases, strict=True)), rows)
    error = network.forward(_inputs(hands, np.arange(held), rows)) - y[:held]
    spread = y[:held].std(axis=0)
    print(
        "  error",
        np.sqrt((error**2).mean(axis=0)).round(4),
        "of spread",
        spread.round(4),
        flush=True,
    )
    return network


def _at_random(
    layers: Sequence[int], rng: np.random.Generator
) -> tuple[list[Floats], list[Floats]]:
    sizes = [*layers, 3]
    weights = [rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in pairwise(sizes)]
    return weights, [np.zeros(b, np.float32) for b in sizes[1:]]


def _copied(network: Network) -> tuple[list[Floats], list[Floats]]:
    weights, biases = zip(*network.layers, strict=True)
    return [w.copy() for w in weights], [b.copy() for b in biases]


def _inputs(hands: Hands, some: NDArray[np.intp], rows: RowRules) -> Floats:
    return inputs(hands.places[some], hands.conditions[some], rows)


def _slopes(x: Floats, y: Floats, weights: list[Floats], biases: list[Floats]) -> list[Floats]:
    """The slope of the error for each of weights and biases."""
    layers = [x]
    for number, (weight, bias) in enumerate(zip(weights, biases, strict=True)):
        out = layers[-1] @ weight + bias
        layers.append(np.maximum(out, 0) if number < len(weights) - 1 else out)
    back = (layers[-1] - y) * _WEIGHTS * (2 / len(y))
    by_weight: list[Floats] = []
    by_bias: list[Floats] = []
    for number in reversed(range(len(weights))):
        by_weight.append(layers[number].T @ back)
        by_bias.append(back.sum(axis=0))
        if number:
            back = (back @ weights[number].T) * (layers[number] > 0)
    return [*reversed(by_weight), *reversed(by_bias)]
