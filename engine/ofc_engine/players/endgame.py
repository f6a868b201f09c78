"""The last streets, exactly: full boards, and all draws that can still come."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

import numpy as np

from ofc_engine.cards import DECK
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
"""Last streets on which more cards than these are placed, or dealt, have too many draws to try."""
MOST_SINGLES: Final = 3
"""The most streets of single cards that can be tried in full."""


def full_boards(places: Places, aim: Aim) -> Outlook:
    """The outlook of full boards: certain but for the rivals."""
    return _judged(strengths(places, aim.rules), aim)


def _judged(rows: Sequence[Strengths], aim: Aim) -> Outlook:
    valid = ~fouls(rows, aim.rules)
    points = np.where(valid, aim.values(*rows), aim.foul)
    enters = valid & aim.earns_fantasyland(rows)
    return Outlook(
        points.astype(np.float32), (~valid).astype(np.float32), enters.astype(np.float32)
    )


class _Draws(NamedTuple):
    """All draws of a street from a number of live cards.

    `hands` (h, placed) are the sets of cards that can be kept, `draws` (d, ways) for each
    draw the hands it allows.
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
    """True if `all_tried` can look at every draw of the streets to come."""
    if len(later) == 1:
        return later[0].placed <= MOST_PLACED and later[0].dealt <= MOST_DEALT
    return len(later) <= MOST_SINGLES and all(street.dealt == 1 for street in later)


def all_tried(places: Places, later: tuple[Street, ...], aim: Aim) -> Outlook:
    """The outlook of positions of one decision, (n, 52), with these streets still to come."""
    return before_last(places, later[0], aim) if len(later) == 1 else singles(places, later, aim)


def singles(places: Places, later: tuple[Street, ...], aim: Aim) -> Outlook:
    """The outlook of any positions, (n, 52), with streets of single cards still to come.

    Every live card is drawn on every street, and each is placed in the best way.
    """
    rows = np.ascontiguousarray(places).view(np.dtype((np.void, places.shape[1])))
    # The same cards drawn in another order come to the same position.
    _, which, same = np.unique(rows[:, 0], return_index=True, return_inverse=True)
    return _singles(places[which], later, aim).at(same)


def _singles(places: Places, later: tuple[Street, ...], aim: Aim) -> Outlook:
    live = places == LIVE
    if len(later) == 1:
        hands = best_hands(places, np.arange(len(DECK))[:, None], aim)
        return Outlook(*(column.mean(axis=1, where=live) for column in hands))
    of, cards = np.nonzero(live)
    found = choices(places[of], cards[:, None].astype(np.int32), later[0])
    outlook = singles(found.places, later[1:], aim)
    best = outlook.at(found.best(outlook.points))
    count = live.sum(axis=1)
    return Outlook(
        *((np.bincount(of, column, len(places)) / count).astype(np.float32) for column in best)
    )


def before_last(places: Places, street: Street, aim: Aim) -> Outlook:
    """The outlook of positions of one decision, (n, 52), with this street still to come.

    All share their live cards; every draw is tried, each placed in the best way.
    """
    live = np.flatnonzero(places[0] == LIVE)
    draws = _draws(len(live), street)
    hands = best_hands(places, live[draws.hands], aim)
    best = hands.points[:, draws.draws].argmax(axis=2)
    which = np.take_along_axis(draws.draws[None], best[:, :, None], axis=2)[:, :, 0]
    mean = [np.take_along_axis(column, which, axis=1).mean(axis=1) for column in hands]
    return Outlook(*mean)


def best_hands(places: Places, hands: Indices, aim: Aim) -> Outlook:
    """The outlook of each position with each hand (h, placed) kept: columns of shape (n, h)."""
    rooms, keys = open_places(places), row_keys(places)
    columns = [np.zeros((len(places), len(hands)), np.float32) for _ in range(3)]
    for room in np.unique(rooms, axis=0):
        which = np.flatnonzero((rooms == room).all(axis=1))
        for column, values in zip(columns, _placed(keys[:, which], room, hands, aim), strict=True):
            column[which] = values
    return Outlook(*columns)


def _placed(keys: Ints, room: Ints, hands: Indices, aim: Aim) -> tuple[Floats, ...]:
    """The columns of an Outlook, (n, h) each, of the best placing of hands (h, placed).

    `keys` (3, n) are the rows so far, `room` (3,) the open places, the same for all positions.
    """
    # Each order of the open places is a way to place all hands at once. Orders that only swap
    # places of one row are the same way, hence the set.
    rows = [row for row in range(3) for _ in range(room[row])]
    tried: list[Outlook] = []
    for order in sorted(set(permutations(rows))):
        more = [
            sum(
                (KEYS[hands[:, n]] for n, r in enumerate(order) if r == row),
                np.zeros(len(hands), np.int32),
            )
            for row in range(3)
        ]
        whole = [keys[row][:, None] + more[row] for row in range(3)]
        tried.append(_judged(row_strengths(whole, aim.rules), aim))
    best = np.stack([outlook.points for outlook in tried]).argmax(axis=0)[None]
    return tuple(
        np.take_along_axis(np.stack([o[column] for o in tried]), best, axis=0)[0]
        for column in range(3)
    )
