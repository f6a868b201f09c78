"""The last streets, exactly: full boards, and every draw that can still come."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ofc_engine.players.positions import (
    KEYS,
    LIVE,
    Floats,
    Indices,
    Ints,
    Outlook,
    Places,
    Strengths,
    choices,
    open_places,
    row_keys,
    row_strengths,
    strengths,
)
from ofc_engine.players.worth import Aim, fouls
from ofc_engine.variants import Street

MOST_PLACED: Final = 2
MOST_DEALT: Final = 3
"""A last street on which more cards are placed, or dealt, has too many draws to try."""
MOST_SINGLES: Final = 3
"""The most streets of single cards whose draws can all be tried."""


Columns: TypeAlias = tuple[Floats, ...]
"""Figures of positions or boards, as arrays of one shape; the first are points."""
_Judge: TypeAlias = Callable[[Sequence[Strengths], Aim], Columns]
"""Gives the figures of full boards by the strengths of their rows; most points are best."""


def full_boards(places: Places, aim: Aim) -> Outlook:
    """The outlook of full boards: certain except for the rivals."""
    return _judged(strengths(places, aim.rules), aim)


def parts_tried(places: Places, later: tuple[Street, ...], aim: Aim) -> Floats:
    """The parts, by `Part`, of the points that `all_tried` finds: (10, n).

    If no street is to come, those of the full boards.
    """
    if later:
        _, *parts = _all_tried(places, later, aim, _itemized)
    else:
        _, *parts = _itemized(strengths(places, aim.rules), aim)
    return np.stack(parts)


def _itemized(rows: Sequence[Strengths], aim: Aim) -> Columns:
    """The points of full boards, then their parts."""
    points, foul, _ = _judged(rows, aim)
    return points, *aim.parts(rows, foul == 0).astype(np.float32)


def _judged(rows: Sequence[Strengths], aim: Aim) -> Outlook:
    valid = ~fouls(rows, aim.rules)
    points = np.where(valid, aim.values(*rows), aim.foul)
    enters = valid & aim.earns_fantasyland(rows)
    return Outlook(
        points.astype(np.float32), (~valid).astype(np.float32), enters.astype(np.float32)
    )


class _Draws(NamedTuple):
    """All draws of a street from a number of live cards.

    `hands` (h, placed) are the sets of cards that can be kept, `draws` (d, ways) has the hands
    that each draw allows.
    """

    hands: Indices
    draws: Indices


@lru_cache(maxsize=8)
def _draws(live: int, street: Street) -> _Draws:
    hands = np.array(list(combinations(range(live), street.placed)), np.intp)
    number = np.zeros((live,) * street.placed, np.intp)
    number[tuple(hands.T)] = np.arange(len(hands))
    drawn = np.array(list(combinations(range(live), street.dealt)), np.intp)
    kept = [
        number[tuple(drawn[:, list(k)].T)] for k in combinations(range(street.dealt), street.placed)
    ]
    return _Draws(hands, np.stack(kept, axis=1))


def can_try_all(later: tuple[Street, ...]) -> bool:
    """True if `all_tried` can try every draw of the streets to come."""
    if len(later) == 1:
        return later[0].placed <= MOST_PLACED and later[0].dealt <= MOST_DEALT
    return len(later) <= MOST_SINGLES and all(street.dealt == 1 for street in later)


def all_tried(places: Places, later: tuple[Street, ...], aim: Aim) -> Outlook:
    """The outlook of positions of one decision, (n, 52), with these streets still to come."""
    return Outlook(*_all_tried(places, later, aim, _judged))


def _all_tried(places: Places, later: tuple[Street, ...], aim: Aim, judge: _Judge) -> Columns:
    if len(later) == 1:
        return _before_last(places, later[0], aim, judge)
    return _singles(places, later, aim, judge)


def _singles(places: Places, later: tuple[Street, ...], aim: Aim, judge: _Judge) -> Columns:
    """Columns of any positions, (n, 52), with streets of single cards still to come.

    Every live card is drawn on every street, and each is placed in the best way.
    """
    rows = np.ascontiguousarray(places).view(np.dtype((np.void, places.shape[1])))
    # The same cards drawn in another order lead to the same position.
    _, which, same = np.unique(rows[:, 0], return_index=True, return_inverse=True)
    return _at(_of_singles(places[which], later, aim, judge), same)


def _at(columns: Columns, which: Indices) -> Columns:
    return tuple(column[which] for column in columns)


def _of_singles(places: Places, later: tuple[Street, ...], aim: Aim, judge: _Judge) -> Columns:
    live = places == LIVE
    if len(later) == 1:
        hands = _best_hands(places, np.arange(int(places.shape[1]))[:, None], aim, judge)
        return tuple(column.mean(axis=1, where=live) for column in hands)
    of, cards = np.nonzero(live)
    found = choices(places[of], cards[:, None].astype(np.int32), later[0])
    columns = _singles(found.places, later[1:], aim, judge)
    best, count = _at(columns, found.best(columns[0])), live.sum(axis=1)
    return tuple(
        (np.bincount(of, column, len(places)) / count).astype(np.float32) for column in best
    )


def before_last(places: Places, street: Street, aim: Aim) -> Outlook:
    """The outlook of positions of one decision, (n, 52), with this street still to come."""
    return Outlook(*_before_last(places, street, aim, _judged))


def _before_last(places: Places, street: Street, aim: Aim, judge: _Judge) -> Columns:
    """Columns of positions of one decision, (n, 52), with this street still to come.

    They share their live cards; every draw is tried, and placed in the best way.
    """
    live = np.flatnonzero(places[0] == LIVE)
    draws = _draws(len(live), street)
    hands = _best_hands(places, live[draws.hands], aim, judge)
    best = hands[0][:, draws.draws].argmax(axis=2)
    which = np.take_along_axis(draws.draws[None], best[:, :, None], axis=2)[:, :, 0]
    return tuple(np.take_along_axis(column, which, axis=1).mean(axis=1) for column in hands)


def best_hands(places: Places, hands: Indices, aim: Aim) -> Outlook:
    """The outlook of each position with each of `hands` (h, placed) kept: columns (n, h)."""
    return Outlook(*_best_hands(places, hands, aim, _judged))


def _best_hands(places: Places, hands: Indices, aim: Aim, judge: _Judge) -> Columns:
    rooms, keys = open_places(places), row_keys(places)
    columns: Columns = ()
    for room in np.unique(rooms, axis=0):
        which = np.flatnonzero((rooms == room).all(axis=1))
        placed = _placed(keys[:, which], room, hands, aim, judge)
        columns = columns or tuple(
            np.zeros((len(places), len(hands)), np.float32) for _ in range(len(placed))
        )
        for column, values in zip(columns, placed, strict=True):
            column[which] = values
    return columns


def _placed(keys: Ints, room: Ints, hands: Indices, aim: Aim, judge: _Judge) -> Columns:
    """Columns, (n, h) each, of the best placement of hands (h, placed).

    `keys` (3, n) are the rows so far, `room` (3,) the open places, the same for all positions.
    """
    # Each order of the open places is one way to place all hands. Orders that only swap places of
    # one row are the same way, hence the set.
    rows = [row for row in range(3) for _ in range(room[row])]
    tried: list[Columns] = []
    for order in sorted(set(permutations(rows))):
        more = [
            sum(
                (KEYS[hands[:, n]] for n, r in enumerate(order) if r == row),
                np.zeros(len(hands), np.int32),
            )
            for row in range(3)
        ]
        whole = [keys[row][:, None] + more[row] for row in range(3)]
        tried.append(judge(row_strengths(whole, aim.rules), aim))
    best = np.stack([columns[0] for columns in tried]).argmax(axis=0)[None]
    return tuple(
        np.take_along_axis(np.stack(column), best, axis=0)[0] for column in zip(*tried, strict=True)
    )
