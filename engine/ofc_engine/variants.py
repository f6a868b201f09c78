"""Variants: the deck, the streets (R3.2) and the ranking of rows, as data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from ofc_engine.board import BOARD_SIZE, Row
from ofc_engine.cards import DECK, JOKERS, Card, Cards
from ofc_engine.errors import CardError
from ofc_engine.jokers import rows_with_jokers
from ofc_engine.lows import LOW_MIDDLE, WHEEL
from ofc_engine.ranking import Category, Shape
from ofc_engine.rows import HIGH_ROWS, RowRules, Shapes

_MOST_PLAYERS: Final = 4
_MOST_WITH_JOKERS: Final = 3


@dataclass(frozen=True)
class Street:
    """One street: `dealt` cards come, `placed` of them go to the board, the rest is discarded."""

    dealt: int
    placed: int

    @property
    def discarded(self) -> int:
        """Cards discarded face down on this street (R3.2)."""
        return self.dealt - self.placed


Entry: TypeAlias = Callable[[Shapes], bool]
"""R7.1: tells if the rows of a valid board earn Fantasyland."""


def _front_of(rank: int) -> Shape:
    """The lowest shape with a pair of this rank: no higher than the pair with any third card."""
    return Shape(Category.PAIR, (rank,))


def _queens(made: Shapes) -> bool:
    return made[Row.FRONT] >= _front_of(12)


def _kings(made: Shapes) -> bool:
    return made[Row.FRONT] >= _front_of(13)


def _wheel(made: Shapes) -> bool:
    return made[Row.MIDDLE] == WHEEL


class Fit(NamedTuple):
    """The values of a rule option with which a variant can be played."""

    option: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Variant:
    """How a hand is dealt, and how its rows rank.

    `closed` variants are set face down by everybody together (R3.2, Chinese); `button_sits_out`
    ones let one more person sit at the table than the deck serves (R1.4). `deck` has the cards in
    the order in which the shuffle begins; `rows` rank the hands made of them. At most `most` people
    play a hand. Each of the `entries` earns Fantasyland, with a card more for each further one;
    `fits` are the options whose values are restricted.
    """

    name: str
    streets: tuple[Street, ...]
    closed: bool = False
    button_sits_out: bool = True
    deck: Cards = DECK
    rows: RowRules = HIGH_ROWS
    entries: tuple[Entry, ...] = (_queens,)
    fits: tuple[Fit, ...] = ()
    called: str = ""
    most: int = _MOST_PLAYERS

    @property
    def jokers(self) -> int:
        """R13.2: the number of jokers in the deck."""
        return len(self.deck) - len(DECK)

    @property
    def game(self) -> str:
        """The name of the game for measurements and ratings: with jokers it is another game."""
        return f"{self.name}+{self.jokers}" if self.jokers else self.name

    @property
    def values(self) -> str:
        """The name of its learnt values, which are the same for one joker and two."""
        return f"{self.name}+jokers" if self.jokers else self.name

    def with_jokers(self, jokers: int, *, strict: bool) -> "Variant":
        """R13.2: the variant with so many jokers; `strict` if equal rows are a foul."""
        if not jokers:
            return self
        rows = rows_with_jokers(jokers, strict=strict)
        deck = DECK + JOKERS[:jokers]
        return replace(self, deck=deck, rows=rows, most=_MOST_WITH_JOKERS)

    @property
    def title(self) -> str:
        """The name that people know."""
        return self.called or self.name.capitalize()

    @property
    def has_low(self) -> bool:
        """R13.1: whether the Middle is a low."""
        return self.rows == LOW_MIDDLE

    def verify_cards(self, cards: Sequence[Card]) -> None:
        """Raise CardError if one of the cards is a joker that is not in the deck."""
        for number, joker in enumerate(JOKERS[self.jokers :], self.jokers + 1):
            if joker in cards and _NO_JOKERS in self.fits:
                raise CardError("{card} isn't in the deck of this game.", card=joker)
            if joker in cards:
                raise CardError(
                    "{card} isn't in the deck of this game. With jokers={number} in the rules it "
                    "is.",
                    card=joker,
                    number=number,
                )

    @cached_property
    def cards(self) -> int:
        """The number of cards that one player is dealt in a hand outside Fantasyland."""
        return sum(street.dealt for street in self.streets)

    @cached_property
    def discards(self) -> int:
        """The number of cards that one player discards in a hand outside Fantasyland."""
        return self.cards - BOARD_SIZE

    @cached_property
    def most_players(self) -> int:
        """R1.4: how many can play a hand from one deck."""
        return min(self.most, len(self.deck) // self.cards)

    @cached_property
    def streets_by_cards(self) -> tuple[int, ...]:
        """The number of complete streets with 0, 1, 2 ... 13 cards on a board."""
        ends = tuple(accumulate(street.placed for street in self.streets))
        return tuple(sum(end <= cards for end in ends) for cards in range(BOARD_SIZE + 1))

    @property
    def most_seats(self) -> int:
        """R1.4: how many can sit at the table."""
        return self.most_players + self.button_sits_out

    def most_cards(self, players: int) -> int:
        """R1.5: the most cards that one of `players` can get for Fantasyland."""
        return self.cards + len(self.deck) - min(players, self.most_players) * self.cards


_SINGLE: Final = Street(1, 1)
_FIRST: Final = Street(5, 5)

CLASSIC: Final = Variant("classic", (_FIRST, *[_SINGLE] * 8))
PINEAPPLE: Final = Variant("pineapple", (_FIRST, *[Street(3, 2)] * 4), button_sits_out=False)
TURBO: Final = Variant("turbo", (_FIRST, Street(4, 4), Street(4, 4)))
_NO_JOKERS: Final = Fit("jokers", ("0",))
CHINESE: Final = Variant("chinese", (Street(13, 13),), closed=True, fits=(_NO_JOKERS,))
DEUCE: Final = replace(
    PINEAPPLE,
    name="deuce",
    rows=LOW_MIDDLE,
    entries=(_kings, _wheel),
    fits=(
        Fit("royalties", ("standard", "none")),
        Fit("fantasyland", ("none", "13/14")),
        Fit("stay", ("standard", "strict", "never")),
        Fit("repeat_visit", ("base",)),
        _NO_JOKERS,
    ),
    called="2-7 Pineapple",
)
"""R13.1: it has its own royalties and its own Fantasyland."""

VARIANTS: Final = MappingProxyType({v.name: v for v in (CLASSIC, PINEAPPLE, TURBO, CHINESE, DEUCE)})


def games_of(values: str) -> tuple[Variant, ...]:
    """The games that share learnt values (`Variant.values`); the last has the most cards."""
    name, plus, _ = values.partition("+")
    every = range(1, len(JOKERS) + 1) if plus else (0,)
    return tuple(VARIANTS[name].with_jokers(jokers, strict=False) for jokers in every)


GAMES: Final = MappingProxyType(
    {
        **VARIANTS,
        **{
            game.game: game
            for variant in VARIANTS.values()
            if _NO_JOKERS not in variant.fits
            for game in games_of(f"{variant.name}+jokers")
        },
    }
)
"""Every game by its name (`Variant.game`)."""
