"""The inputs of a network for a position: numbers between 0 and about 1."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np

from ofc_engine.board import CAPACITIES, Row
from ofc_engine.cards import DECK, JOKERS, RANKS, SUIT_BITS, SUITS, Card
from ofc_engine.jokers import JokerRows
from ofc_engine.lows import WHEEL
from ofc_engine.players.positions import (
    LIVE,
    STRENGTHS,
    Flags,
    Floats,
    Indices,
    Ints,
    Places,
    Strengths,
    jokers_in_deck,
    lookup,
    row_keys,
)
from ofc_engine.ranking import HIGHEST
from ofc_engine.rows import HIGH_ROWS, RowOrder, RowRules

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
_LOWS: Final[Floats] = np.array(
    [
        [*(float(rank <= high) for high in (7, 8, 9, 10)), float(rank in WHEEL.ranks)]
        for rank in range(2, 15)
    ],
    np.float32,
)
"""The ranks of lows by their highest card, and of the wheel (R13.1): (13, 5)."""
_HEIGHTS: Final[Floats] = np.array([n / 13 for n in range(1, 14)], np.float32)
_MADE_WORTH: Final[Floats] = np.array([0.1, 1.2, 1.2, 4.0], np.float32)
_SUIT_MASK: Final = (1 << SUIT_BITS) - 1


def features(places: Places, rows: RowRules = HIGH_ROWS) -> Floats:
    """The numbers of each position in a game of these rows: (n, 52) to (n, FEATURES) if all rows
    are high hands, and more numbers with a low or jokers.

    Jokers have numbers apart from the other cards of their row and from the others to come.
    """
    plain, wild = places[:, : len(DECK)], isinstance(rows, JokerRows)
    live = (plain == LIVE).astype(np.float32)
    live_ranks, live_suits = live @ _RANKS, live @ _SUITS
    parts = [live_ranks / 4, live.sum(axis=1, keepdims=True) / 52]
    counts, whole_keys = _counts(places), row_keys(places)
    naturals, row_naturals = (_counts(plain), row_keys(plain)) if wild else (counts, whole_keys)
    jokers = counts - naturals
    if wild:
        coming = (places[:, len(DECK) :] == LIVE).sum(axis=1, keepdims=True, dtype=np.float32)
        live_ranks, live_suits = live_ranks + coming, live_suits + coming
        parts += [coming / len(JOKERS), (jokers_in_deck(places) / len(JOKERS))[:, None]]
    full = counts == np.array(CAPACITIES)[:, None]
    strengths = full_strengths(rows, whole_keys, full)
    made: list[Floats] = []
    known = rank_sets()
    for row, ranking, keys in zip(Row, rows.rankings, row_naturals, strict=True):
        held = known.number[naturals[row], keys >> SUIT_BITS]
        made.append(known.made[jokers[row], held])
        size = counts[row][:, None]
        parts += [known.groups[held], *_outs(known, held, live_ranks)]
        parts.append((size == np.arange(CAPACITIES[row] + 1)).astype(np.float32))
        if row is not Row.FRONT:
            parts += _flush(_suits()[keys & _SUIT_MASK], live_suits, size)
            parts += _straights(known, held, live_ranks, jokers[row])
        strength = strengths[row]
        scaled = strength * full[row].astype(np.float32) / STRENGTHS
        parts.append(scaled[:, None].astype(np.float32))
        if ranking.qualification is not None:
            parts += _low(known, held, live_ranks)
            parts += _qualified(ranking.qualification.least, np.where(full[row], strength, 0))
        if wild:
            some = jokers[row][:, None] == np.arange(1, len(JOKERS) + 1)
            parts += [some.astype(np.float32), _wild_groups()[jokers[row], held]]
    parts += [*made, *_order(made, rows.orders)]
    return np.concatenate(parts, axis=1, dtype=np.float32)


def _counts(places: Places) -> Indices:
    """The number of cards in each row: (n, 52) to (3, n)."""
    return np.stack([np.count_nonzero(places == row, axis=1) for row in Row])


def full_strengths(rows: RowRules, keys: Ints, full: Flags) -> list[Strengths]:
    """The strengths of rows by their keys, (3, n), if they are full: three times (n,).

    A row with jokers is no higher than the row below it, if that is full (R13.2).
    """
    whole = np.where(full, keys, 0)
    lookups = [lookup(ranking) for ranking in rows.rankings]
    found = [look(row) for look, row in zip(lookups, whole, strict=True)]
    if isinstance(rows, JokerRows):
        highest = np.full(full.shape[1], HIGHEST, np.int16)
        for row in reversed(Row):
            found[row] = lookups[row].under(highest, whole[row], found[row])
            highest = np.where(full[row], found[row], np.int16(HIGHEST))
    return found


class RankSets(NamedTuple):
    """Features of each multiset of up to five ranks, whatever the suits.

    `number` gives a multiset's number by its count of cards and the key of a row without suits.
    `size` (m, 1) is that count; `groups` (m, 39) flags cards, pairs and trips by rank; `singles`
    and `pairs` (m, 13) the ranks there exactly once and twice, `absent` (m, 13) those missing.
    `made` (3, m, 4) are the highest card, pair, second pair and trips, from 0 to 1, by the number
    of jokers beside them. `straights` (m, 10) and `lows` (m, 5) are the share it has of each, 0 if
    it cannot become that.
    """

    number: Strengths
    size: Floats
    groups: Floats
    singles: Floats
    pairs: Floats
    absent: Floats
    made: Floats
    straights: Floats
    lows: Floats


@lru_cache(maxsize=1)
def rank_sets() -> RankSets:
    """The features of all 8,555 multisets that one deck has."""
    held = [ranks for size in range(6) for ranks in _multisets(size)]
    ranks = np.array(
        [np.bincount(np.array(cards, np.intp), minlength=15)[2:] for cards in held], np.float32
    )
    size = ranks.sum(axis=1, keepdims=True)
    of_rank = [Card(rank, SUITS[0]) >> SUIT_BITS for rank in range(2, 15)]
    keys = (ranks @ np.array(of_rank, np.float64)).astype(np.int32)
    number = np.zeros((6, keys.max() + 1), np.int16)
    number[size[:, 0].astype(np.intp), keys] = np.arange(len(held))
    have = np.minimum(ranks, 1)
    possible = ((have @ _WINDOWS) == size) & (size > 0)
    low = ((have @ _LOWS) == size) & (size > 0)
    groups = np.concatenate([ranks >= 1, ranks >= 2, ranks >= 3], axis=1).astype(np.float32)
    return RankSets(
        number,
        size,
        groups,
        (ranks == 1).astype(np.float32),
        (ranks == 2).astype(np.float32),
        1 - have,
        np.stack([_made(_with_jokers(ranks, jokers)) for jokers in range(len(JOKERS) + 1)]),
        (possible * (size / 5)).astype(np.float32),
        (low * (size / 5)).astype(np.float32),
    )


def _multisets(size: int) -> Iterator[tuple[int, ...]]:
    """The multisets of ranks that `size` cards of one deck can have, each ascending."""
    found = combinations_with_replacement(range(2, 15), size)
    return (ranks for ranks in found if size < 5 or ranks[0] != ranks[4])


@lru_cache(maxsize=1)
def _suits() -> Floats:
    """The number of cards of each suit in a row, by its key without the ranks: (2048, 4)."""
    found = np.zeros((_SUIT_MASK + 1, len(SUITS)), np.float32)
    for size in range(6):
        for suits in combinations_with_replacement(range(len(SUITS)), size):
            key = sum(Card(2, SUITS[suit]) & _SUIT_MASK for suit in suits)
            found[key] = np.bincount(suits, minlength=len(SUITS))
    return found


def _with_jokers(ranks: Floats, jokers: int) -> Floats:
    """Counts of ranks (m, 13) with jokers in the largest, then highest group, or as aces."""
    kind = np.argmax(ranks * len(RANKS) + np.arange(len(RANKS)), axis=1)
    found = ranks.copy()
    found[np.arange(len(ranks)), kind] += jokers
    return found


@lru_cache(maxsize=1)
def _wild_groups() -> Floats:
    """Flags of the pairs, trips and quads that jokers make, by number and rank: (3, m, 39)."""
    groups = rank_sets().groups.reshape(-1, 3, len(RANKS)).sum(axis=1)
    every = [groups + jokers * (groups > 0) for jokers in range(len(JOKERS) + 1)]
    found = [np.concatenate([each >= 2, each >= 3, each >= 4], axis=1) for each in every]
    return np.stack(found).astype(np.float32)


def _made(ranks: Floats) -> Floats:
    """The highest card, pair, second pair and trips of rows so far, from 0 to 1."""
    high = ((ranks > 0) * _HEIGHTS).max(axis=1)
    pairs = (ranks == 2) * _HEIGHTS
    pair = pairs.max(axis=1)
    second = np.where(pairs == pair[:, None], 0, pairs).max(axis=1)
    trips = ((ranks >= 3) * _HEIGHTS).max(axis=1)
    return np.stack([high, pair, second, trips], axis=1)


def _order(made: list[Floats], orders: Sequence[RowOrder]) -> list[Floats]:
    """How far the made hands of rows are in the required order."""
    worth = [rows @ _MADE_WORTH for rows in made]
    steps = np.stack([worth[o.stronger] - worth[o.weaker] for o in orders], axis=1)
    return [
        np.clip(steps, -1, 1).astype(np.float32),
        (steps < 0).astype(np.float32),
        (steps > 0).astype(np.float32),
    ]


def _outs(known: RankSets, held: Strengths, live_ranks: Floats) -> list[Floats]:
    """The live cards that would turn a card into a pair and a pair into trips, by rank."""
    outs = live_ranks / np.float32(4)
    return [outs * known.singles[held], outs * known.pairs[held]]


def _flush(suits: Floats, live_suits: Floats, size: Indices) -> list[Floats]:
    """How far a row is on its way to a flush, and how many cards of its suit are live."""
    one_suit = ((suits > 0) @ np.ones(len(SUITS), np.float32) == 1)[:, None]
    far = (one_suit & (size == np.arange(1, 6))).astype(np.float32)
    outs = (live_suits * (suits > 0)).sum(axis=1, keepdims=True) / 13
    return [far, far[:, 1:4] * outs]


def _straights(
    known: RankSets, held: Strengths, live_ranks: Floats, jokers: Indices
) -> list[Floats]:
    """The straights a row can become: how far each is, and how live its missing ranks are.

    Each joker replaces one of the missing ranks, of average chance.
    """
    have, wild = known.straights[held], jokers[:, None].astype(np.float32)
    missing = np.log(live_ranks / 4 + np.float32(0.02)) * known.absent[held]
    can = (have > 0).astype(np.float32)
    needed = 1 - wild / np.maximum(5 - known.size[held], 1)
    hopes = can * np.exp(missing @ _WINDOWS * needed)
    return [(have + can * wild / 5).astype(np.float32), hopes.astype(np.float32)]


def _low(known: RankSets, held: Strengths, live_ranks: Floats) -> list[Floats]:
    """The lows a row can become: how far each is, how many cards of its missing ranks are live, and
    how live the missing ranks of the wheel are together.
    """
    have = known.lows[held]
    can = (have > 0).astype(np.float32)
    absent = known.absent[held]
    missing = np.log(live_ranks / 4 + np.float32(0.02)) * absent
    wheel = can[:, -1:] * np.exp(missing @ _LOWS[:, -1:])
    outs = can * ((live_ranks * absent) @ _LOWS) / 20
    return [have, outs.astype(np.float32), wheel]


def _qualified(least: int, strength: Strengths) -> list[Floats]:
    """1 for a full row that qualifies, and how good it then is."""
    good = (strength >= least).astype(np.float32)
    over = good * (strength - least) / (HIGHEST - least)
    return [good[:, None], over[:, None].astype(np.float32)]


FEATURES: Final = features(np.full((1, 52), LIVE, np.int8)).shape[1]
"""The number of features of a position in a game of high hands."""
