"""The thinned oracle: the worth of positions if some of the cards to come were known.

Cards to come are sampled, fewer than will really be drawn, and each position is filled with them in
the best way. Knowing the cards overrates a position, having fewer of them underrates it; with the
right number the two errors cancel out.
"""

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from ofc_engine.players.positions import (
    KEYS,
    LIVE,
    Floats,
    Indices,
    Ints,
    Places,
    Strengths,
    as_read,
    lookup,
    open_places,
    row_keys,
)
from ofc_engine.players.worth import Aim, fouls
from ofc_engine.rows import RowRanking
from ofc_engine.rulesets import Ruleset

_CELLS: Final = 400_000
"""Fillings computed in one step, so that they stay in the processor's cache."""


class Fillings(NamedTuple):
    """For each position and sample: the points of the best filling (n, samples), those of a foul if
    it is one, and the strengths of its rows (3, n, samples).
    """

    points: Floats
    strengths: Strengths


@lru_cache(maxsize=64)
def _subsets(count: int, size: int) -> Indices:
    found = list(combinations(range(count), size))
    return np.array(found, np.intp).reshape(len(found), size)


@lru_cache(maxsize=64)
def _splits(count: int, sizes: tuple[int, int, int]) -> Indices:
    """Every way to deal `count` cards to rows of these sizes: (3, n), indices of subsets."""
    masks = [(1 << _subsets(count, size)).sum(axis=1) for size in sizes]
    front, middle = np.nonzero((masks[0][:, None] & masks[1]) == 0)
    taken = masks[0][front] | masks[1][middle]
    both, back = np.nonzero((taken[:, None] & masks[2]) == 0)
    return np.stack([front[both], middle[both], back])


def sample(places: Places, cards: int, samples: int, rng: np.random.Generator) -> Ints:
    """Sets of different live cards of one position: (samples, cards)."""
    live = np.flatnonzero(places == LIVE)
    order = np.argsort(rng.random((samples, len(live))), axis=1)[:, :cards]
    return live[order].astype(np.int32)


def draw(places: Places, cards: int, rng: np.random.Generator) -> Ints:
    """`cards` random live cards of each position: (n, 52) to (n, cards)."""
    order = np.where(places == LIVE, rng.random(places.shape, np.float32), 2)
    if cards == 1:
        return order.argmin(axis=1)[:, None].astype(np.int32)
    return np.argpartition(order, cards, axis=1)[:, :cards].astype(np.int32)


def sample_evenly(places: Places, cards: int, rounds: int, rng: np.random.Generator) -> Ints:
    """Sets of different live cards of one position, none in two sets of a round: (sets, cards).

    Each set by itself is as random as those of `sample`. Together they tell more, as no card comes
    more often than another: a round uses each live card once, apart from an incomplete last set.
    """
    live = np.flatnonzero(places == LIVE)
    used = len(live) // cards * cards
    order = np.argsort(rng.random((rounds, len(live))), axis=1)[:, :used]
    return live[order].reshape(-1, cards).astype(np.int32)


def fill(places: Places, samples: Ints, tables: Floats, aim: Aim, foul: float) -> Fillings:
    """Fill every position with the cards of every sample in the way that is best by `tables`.

    `places` is (n, 52), `samples` (s, k) with k at least the open places of each position,
    `tables` (3, STRENGTHS) the points of rows, `foul` those of a foul.
    """
    points = np.full((len(places), len(samples)), foul, np.float32)
    made = np.zeros((3, len(places), len(samples)), np.int16)
    rooms, keys = open_places(places), row_keys(places)
    for room in np.unique(rooms, axis=0):
        which = np.flatnonzero((rooms == room).all(axis=1))
        splits = _splits(samples.shape[1], (int(room[0]), int(room[1]), int(room[2])))
        rows = [
            _RowFillings.of(ranking, keys[row, which], samples, int(room[row]), tables[row])
            for row, ranking in enumerate(aim.rules.variant.rows.rankings)
        ]
        step = max(1, _CELLS // max(1, splits.shape[1] * len(samples)))
        for start in range(0, len(which), step):
            some = slice(start, start + step)
            best, rows_made = _best(rows, some, splits, tables, aim.rules, foul)
            points[which[some]] = best
            made[:, which[some]] = rows_made
    return Fillings(points, made)


class _RowFillings(NamedTuple):
    """One row of several positions: the index of each one's content among the distinct ones; keys,
    strengths and points of these with each subset of each sample, (contents, samples, subsets).
    """

    contents: Indices
    keys: Ints
    strengths: Strengths
    points: Floats

    @staticmethod
    def of(
        ranking: RowRanking, keys: Ints, samples: Ints, room: int, points: Floats
    ) -> "_RowFillings":
        distinct, contents = np.unique(keys, return_inverse=True)
        more = KEYS[samples[:, _subsets(samples.shape[1], room)]].sum(axis=2, dtype=np.int32)
        whole = distinct[:, None, None].astype(np.int32) + more
        strengths = lookup(ranking)(whole)
        return _RowFillings(contents, whole, strengths, points[strengths])


def _best(
    rows: list[_RowFillings],
    some: slice,
    splits: Indices,
    tables: Floats,
    rules: Ruleset,
    foul: float,
) -> tuple[Floats, Strengths]:
    """The points and strengths of the best filling: (n, s) and (3, n, s)."""
    each = [(row, row.contents[some], index) for row, index in zip(rows, splits, strict=True)]
    split = [row.strengths[which][:, :, index] for row, which, index in each]
    if rules.variant.jokers:
        keys = [row.keys[which][:, :, index] for row, which, index in each]
        split = as_read(split, keys, rules)
        points = sum(table[of] for table, of in zip(tables, split, strict=True))
    else:
        points = sum(row.points[which][:, :, index] for row, which, index in each)
    points = np.where(fouls(split, rules), np.float32(foul), points)
    best = points.argmax(axis=2)[:, :, None]
    made = [np.take_along_axis(strengths, best, axis=2)[:, :, 0] for strengths in split]
    return np.take_along_axis(points, best, axis=2)[:, :, 0], np.stack(made)
