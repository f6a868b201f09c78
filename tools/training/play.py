"""Thousands of hands at once, each played alone against boards of which some cards are seen."""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ofc_engine.board import EMPTY, Row
from ofc_engine.cards import DECK, SUITS, Card, Cards
from ofc_engine.players.network import CAUTION, WAYS
from ofc_engine.players.oracle import draw
from ofc_engine.players.positions import (
    GONE,
    KEYS,
    LIVE,
    STRENGTHS,
    Floats,
    Ints,
    Places,
    choices,
    lookup,
    places_of,
)
from ofc_engine.ranking import Category, shape
from ofc_engine.rows import RowRanking
from ofc_engine.variants import Variant

Judge: TypeAlias = Callable[[int, Places, Floats], Floats]
"""(street, positions, conditions) to points, chance of a foul, chance of Fantasyland: (n, 3)."""

_MOST_CAUTION = 9.0
_STEEP = 1.8
_WHOLE = 0.6
"""How often five cards that make a hand go whole to the Back, whatever their judged worth."""
_SURELY = 100.0
_QUEENS = len(DECK) - 12
"""Where the court cards begin that earn Fantasyland."""
RIVALS = (0.15, 0.65, 0.20)
OF_THREE = (0.0, 0.25, 0.75)
"""How often the open boards of no, one and two opponents are seen; at tables of three, where one in
Fantasyland shows none.
"""


class Hands(NamedTuple):
    """Positions of many hands with the conditions they are played for."""

    places: Places
    conditions: Floats


def some_conditions(variant: Variant, count: int, rng: np.random.Generator) -> Floats:
    """Conditions as a `Network` takes them: worths of visits, rivals in Fantasyland, caution."""
    several = len(variant.entries) > 1
    most, share = (1.0, 1.0) if several else (0.8, 0.5) if variant.jokers else (0.6, 0.35)
    base = rng.uniform(2, 14, count) * (rng.random(count) < 0.88)
    step = base * rng.uniform(0, most, count) * (rng.random(count) < share)
    steps = np.minimum(np.arange(WAYS), len(variant.entries) - 1 if several else WAYS)
    worths = base[:, None] + step[:, None] * steps
    if variant.jokers:
        # Long visits stay so often that they are worth many times as much (R15.3).
        worths = base[:, None] + step[:, None] * steps ** rng.uniform(1, _STEEP, count)[:, None]
    visiting = rng.random(count) < 0.15
    caution = rng.uniform(0, _MOST_CAUTION, count)
    return np.column_stack([worths, visiting, caution]).astype(np.float32)


def preference(judged: Floats, conditions: Floats) -> Floats:
    """The measure by which a placement is chosen: points, less the caution about likely fouls."""
    chance = judged[:, 1] * (judged[:, 1] < 1)
    return judged[:, 0] - conditions[:, CAUTION] * chance


def play(
    variant: Variant,
    judge: Judge,
    count: int,
    rng: np.random.Generator,
    *,
    explore: float,
    dream: float = 0.0,
    keep: int = 1,
    pat: float = 0.0,
    rare: float = 0.0,
    streets: int | None = None,
    of_three: bool = False,
) -> list[Hands]:
    """Positions after each street (or the first `streets`) of `count` hands, `keep` of a decision.

    With chance `explore` a placement is noisy, so that positions off the best line are known
    as well; with chance `dream` high cards are drawn to the Front in a hand, so that Fantasyland
    is found. The positions kept are good placements, with more noise. With chance `pat` the first
    five cards make a straight or better, and most of these go whole to the Back; with chance `rare`
    they are three of a straight flush and a pair. `of_three` are hands at tables of three, whose
    opponents place before and after it each by themselves.
    """
    places = np.tile(places_of(EMPTY, (), variant.deck), (count, 1))
    conditions = some_conditions(variant, count, rng)
    rivals = rng.choice(3, count, p=OF_THREE if of_three else RIVALS)
    late = np.tile(rng.random(count) < 0.5, (2, 1))
    if of_three:
        late[1] = rng.random(count) < 0.5
    dreams = (rng.random(count) < dream) * rng.exponential(3.0, count).astype(np.float32)
    seen: list[Hands] = []
    for street, portion in enumerate(variant.streets[:streets]):
        _show(places, rivals, street, late, variant, rng)
        drawn = draw(places, portion.dealt, rng)
        whole = None
        if pat and not street:
            made = _made_fives(variant.rows.rankings[Row.BACK], variant.deck)
            dealt = _deal_some(places, drawn, made, pat, rng)
            whole = (_SURELY * (dealt & (rng.random(count) < _WHOLE))).astype(np.float32)
        if rare and not street:
            _deal_some(places, drawn, _rare_fives(), rare, rng)
        found = choices(places, drawn, portion)
        given = conditions[found.of]
        values = preference(judge(street, found.places, given), given)
        noisy = (rng.random(count) < explore) * rng.exponential(2.5, count)
        values = values + _noise(noisy[found.of], rng) + dreams[found.of] * _court(found.places)
        if whole is not None:
            in_back = (found.places == Row.BACK).sum(axis=1) == portion.placed
            values += whole[found.of] * in_back
        places = found.places[found.best(values)]
        if keep > 1:
            kept = found.several(values + _noise(np.full(len(values), 2.0), rng), keep)
            seen.append(Hands(kept.places, conditions[kept.of]))
        else:
            # Others place on these, which shows more cards.
            seen.append(Hands(places.copy(), conditions))
        _show(places, rivals, street, ~late, variant, rng)
    return seen


def _deal_some(
    places: Places, drawn: Ints, fives: Ints, share: float, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Deal some of the hands (n,) one of these first fives instead; returns to which."""
    cards = fives[rng.integers(len(fives), size=len(drawn))]
    can = (np.take_along_axis(places, cards.astype(np.int64), axis=1) == LIVE).all(axis=1)
    some = can & (rng.random(len(drawn)) < share)
    drawn[some] = cards[some]
    return some


@lru_cache(maxsize=1)
def _made_fives(ranking: RowRanking, deck: Cards) -> Ints:
    """Every five cards that make a straight or better: (n, 5), numbers of cards."""
    better = np.array([shape(s).category >= Category.STRAIGHT for s in range(STRENGTHS)])
    strengths = lookup(ranking)
    return np.concatenate(
        [
            cards[better[strengths(KEYS[cards].sum(axis=1, dtype=np.int32))]]
            for cards in _fives(len(deck))
        ]
    )


@cache
def _rare_fives() -> Ints:
    """Every pair with three cards of a straight flush: (n, 5), numbers of cards."""
    runs = {
        (suit, ranks)
        for suit in SUITS
        for high in range(5, 15)
        for ranks in combinations([14 if r == 1 else r for r in range(high - 4, high + 1)], 3)
    }
    three = [{DECK.index(Card(r, suit)) for r in ranks} for suit, ranks in sorted(runs)]
    pairs = [{a, b} for a, b in combinations(range(len(DECK)), 2) if DECK[a].rank == DECK[b].rank]
    found = {tuple(sorted(some | pair)) for some in three for pair in pairs if not some & pair}
    return np.array(sorted(found), np.int32)


def _fives(count: int) -> Iterator[Ints]:
    """All five of so many cards, by the lowest of them: (n, 5) each."""
    for low in range(count - 4):
        others = np.array(list(combinations(range(low + 1, count), 4)), np.int32)
        yield np.column_stack([np.full(len(others), low, np.int32), others])


def _noise(scale: Floats, rng: np.random.Generator) -> Floats:
    return (scale * rng.gumbel(size=len(scale))).astype(np.float32)


def _court(places: Places) -> Floats:
    """How many queens, kings, aces and jokers lie in the Front: (n,)."""
    return np.count_nonzero(places[:, _QUEENS:] == Row.FRONT, axis=1).astype(np.float32)


def _show(
    places: Places,
    rivals: NDArray[np.int64],
    street: int,
    which: NDArray[np.bool_],
    variant: Variant,
    rng: np.random.Generator,
) -> None:
    """Lay open what rivals place on a street, of each in the positions in `which`: (2, n)."""
    placed = variant.streets[street].placed
    for number, some in enumerate(which, start=1):
        chosen = np.flatnonzero(some & (rivals >= number))
        if len(chosen):
            cards = draw(places[chosen], placed, rng)
            places[chosen[:, None], cards] = GONE
