"""Values learnt by a network, and looking ahead with them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final, TypeAlias

import numpy as np

from bot.ofc.board import CAPACITIES, Row
from bot.ofc.cards import DECK, SUITS
from bot.ofc.variants import Street
from bot.players.aims import row_points
from bot.players.ending import aims_fantasyland
from bot.players.oracle import fill, sample_evenly
from bot.players.positions import (
    LIVE,
    STRENGTHS,
    Floats,
    Ints,
    Outlook,
    Places,
    choices,
    five_strengths,
    row_keys,
    three_strengths,
)
from bot.players.worth import Aim

_RANKS: Final[Floats] = np.array(
    [[float(card.rank == rank) for rank in range(2, 15)] for card in DECK], np.float32
)
_SUITS: Final[Floats] = np.array(
    [[float(card.suit == suit) for suit in SUITS] for card in DECK], np.float32
)
_WINDOWS: Final[Floats] = np.array(
    [
        [
            float(rank in range(high - 4, high + 1) or (high == 5 and rank == 14))
            for high in range(5, 15)
        ]
        for rank in range(2, 15)
    ],
    np.float32,
)
"""The ranks of each straight: (13, 10)."""
_HEIGHTS: Final[Floats] = np.array([n / 13 for n in range(1, 14)], np.float32)
_MADE_WORTH: Final[Floats] = np.array([0.1, 1.2, 1.2, 4.0], np.float32)
CONDITIONS: Final = 6
"""How many numbers a value depends on besides the position: see `Network.__call__`."""
VISITING: Final = 4
CAUTION: Final = 5
"""Which condition is the rival's Fantasyland, and which the caution."""
SCALE: Final = 10.0
"""Points, of values and of conditions, that the network knows as 1."""
_UNITS: Final[Floats] = np.array([SCALE] * 4 + [1.0, SCALE], np.float32)
_CHUNK: Final = 4096


def features(places: Places) -> Floats:
    """Numbers for each position: (n, 52) to (n, FEATURES)."""
    live = (places == LIVE).astype(np.float32)
    live_ranks, live_suits = live @ _RANKS, live @ _SUITS
    parts = [live_ranks / 4, live.sum(axis=1, keepdims=True) / 52]
    made: list[Floats] = []
    keys = row_keys(places)
    for row in Row:
        cards = (places == row).astype(np.float32)
        ranks = cards @ _RANKS
        count = cards.sum(axis=1, keepdims=True)
        parts += _groups(ranks, live_ranks)
        made.append(_made(ranks))
        parts.append((count == np.arange(CAPACITIES[row] + 1)).astype(np.float32))
        if row is not Row.FRONT:
            parts += _flush(cards @ _SUITS, live_suits, count)
            parts += _straights(ranks, live_ranks, count)
        lookup = three_strengths if row is Row.FRONT else five_strengths
        full = (count[:, 0] == CAPACITIES[row]).astype(np.float32)
        strength = lookup(np.where(full, keys[row], 0)) * full / STRENGTHS
        parts.append(strength[:, None].astype(np.float32))
    parts += [*made, *_order(made)]
    return np.concatenate(parts, axis=1)


def _made(ranks: Floats) -> Floats:
    """What a row holds so far: its highest card, pair, second pair and trips, from 0 to 1."""
    high = ((ranks > 0) * _HEIGHTS).max(axis=1)
    pairs = (ranks == 2) * _HEIGHTS
    pair = pairs.max(axis=1)
    second = np.where(pairs == pair[:, None], 0, pairs).max(axis=1)
    trips = ((ranks >= 3) * _HEIGHTS).max(axis=1)
    return np.stack([high, pair, second, trips], axis=1)


def _order(made: list[Floats]) -> list[Floats]:
    """How far the made hands of Front and Middle, Middle and Back are in order."""
    worth = [rows @ _MADE_WORTH for rows in made]
    steps = np.stack([worth[1] - worth[0], worth[2] - worth[1]], axis=1)
    return [
        np.clip(steps, -1, 1).astype(np.float32),
        (steps < 0).astype(np.float32),
        (steps > 0).astype(np.float32),
    ]


def _groups(ranks: Floats, live_ranks: Floats) -> list[Floats]:
    """Cards, pairs and trips by rank, and the live cards that would make more of them."""
    single, pair, trips = ranks >= 1, ranks >= 2, ranks >= 3
    outs = live_ranks / 4
    return [
        single.astype(np.float32),
        pair.astype(np.float32),
        trips.astype(np.float32),
        outs * (ranks == 1),
        outs * (ranks == 2),
    ]


def _flush(suits: Floats, live_suits: Floats, count: Floats) -> list[Floats]:
    """How far a row is to a flush, and how many cards of its suit are live."""
    one_suit = (suits.max(axis=1, keepdims=True) == count) & (count > 0)
    far = one_suit & (count == np.arange(1, 6))
    outs = (live_suits * (suits > 0)).sum(axis=1, keepdims=True) / 13
    return [far.astype(np.float32), far[:, 1:4] * outs]


def _straights(ranks: Floats, live_ranks: Floats, count: Floats) -> list[Floats]:
    """The straights a row can become: how far each is, and how live its missing ranks are."""
    have = np.minimum(ranks, 1)
    possible = ((have @ _WINDOWS) == count) & (count > 0)
    missing = np.log(live_ranks / 4 + 0.02) * (1 - have)
    chance = np.exp(missing @ _WINDOWS)
    return [possible * (count / 5), possible * chance]


FEATURES: Final = features(np.full((1, 52), LIVE, np.int8)).shape[1]
"""How many numbers describe a position."""


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


# --- looking ahead ---------------------------------------------------------------------------

Judge: TypeAlias = Callable[[Places], Outlook]
"""Positions (n, 52) after some street to their outlooks."""
_CLOSER: Final = 3
"""Placements looked at more closely."""
LAST_ROUNDS: Final = 6
"""Rounds of draws of the last street, in each of which every live card comes once."""


def network_judge(network: Network, conditions: Floats, rivals: int) -> Judge:
    """Judges positions by a network, for points from so many rivals."""

    def judge(places: Places) -> Outlook:
        points, foul, fantasyland = network(places, conditions).T
        return Outlook(points * rivals, np.clip(foul, 0, 1), np.clip(fantasyland, 0, 1))

    return judge


def last_street_judge(
    root: Places,
    street: Street,
    aim: Aim,
    rng: np.random.Generator,
    rounds: int = LAST_ROUNDS,
) -> Judge:
    """Judges positions that come from `root` (52,), with nothing but this street to come.

    Some draws are tried, each placed in the best way; those that a position cannot get any more
    do not count for it.
    """
    drawn = sample_evenly(root, street.dealt, rounds, rng)
    tables, foul = row_points(aim), aim.foul - aim.constant

    def judge(places: Places) -> Outlook:
        filled = fill(places, drawn, tables, aim, foul)
        can_come = (places[:, drawn] == LIVE).all(axis=2)
        fouls = filled.points <= foul
        enters = ~fouls & aims_fantasyland(aim, *filled.strengths)
        count = np.maximum(1, can_come.sum(axis=1))
        # They are placed for rows that count each for itself; what they make is worth more exactly.
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

    The draws `drawn` (draws, dealt) are the same for all positions. Each is placed as `judge`
    likes best; or as `closer` does, which looks only at the few that `judge` likes best.
    """
    count, draws = len(places), len(drawn)
    found = choices(np.repeat(places, draws, axis=0), np.tile(drawn, (count, 1)), street)
    outlook = judge(found.places)
    if closer is not None:
        found = found.several(outlook.points, _CLOSER)
        outlook = closer(found.places)
    best = found.best(outlook.points)
    return Outlook(*(column[best].reshape(count, draws) for column in outlook))
