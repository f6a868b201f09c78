"""Rulesets: a variant with house rules, validated; the seven presets (R12)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, TypeVar

from ofc_engine.board import Board
from ofc_engine.cards import Cards
from ofc_engine.errors import RulesetError
from ofc_engine.rows import Foul
from ofc_engine.rule_options import (
    DEAL_MODES,
    FANTASYLANDS,
    FRONT_TRIPS,
    REVEALS,
    ROYALTIES,
    SCORINGS,
    STAYS,
    DealMode,
)
from ofc_engine.variants import VARIANTS, Variant

_R12: Final = """
preset           variant   scoring royalties front_trips equal_rows fantasyland reveal  stay       surrender button_in_fantasyland deal_mode time_out settling surrender_until repeat_visit jokers
standard         pineapple 1-6     standard  ladder      legal      13/14       at_end  standard   off       rests                 on_turn   autoplay seats    placed          base         0
german           classic   1-6     standard  ladder      foul       13          at_end  standard   2         rests                 ahead     autoplay button   placed          base         0
us2012           classic   1-6     us2012    ladder      foul       none        at_end  standard   off       moves                 ahead     autoplay seats    placed          base         0
italian          classic   1-6     002       flat        legal      13/14       at_end  ten_points off       rests                 ahead     autoplay seats    placed          base         0
czech            classic   1-6     003       flat        foul       13          on_turn never      off       rests                 ahead     autoplay seats    placed          base         0
czech-tournament classic   1-6     003       flat        foul       13          on_turn never      off       rests                 on_turn   dead     seats    placed          base         0
progressive      pineapple 1-6     standard  ladder      legal      progressive at_end  strict     off       rests                 on_turn   autoplay seats    placed          base         0
"""  # noqa: E501

SOURCES: Final = MappingProxyType(
    {"german": "000", "us2012": "001", "italian": "002", "czech": "003", "czech-tournament": "003"}
)
"""The source document of a preset; the others are common practice."""

T = TypeVar("T")

_OPTIONS: Final[dict[str, Mapping[str, object]]] = {}
OPTIONS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(_OPTIONS)
"""Every option of a ruleset with its values. Links number them, so new ones go last (N6.3)."""


def _option(name: str, values: Mapping[str, T]) -> cached_property[T]:
    """An option of rulesets as a property: the meaning of the chosen value."""
    _OPTIONS[name] = MappingProxyType(values)

    def chosen(rules: Any) -> T:  # noqa: ANN401 - a Ruleset, whose class is not made yet
        return values[rules.choice(name)]

    return cached_property(chosen)


@dataclass(frozen=True)
class Ruleset:
    """All options of a game, each with one of its allowed values.

    Make one with `Ruleset.of`; `choices` holds a value for every option, in the order of
    `OPTIONS`. Raises RulesetError for an unknown preset or value.
    """

    preset: str
    choices: tuple[str, ...]

    def __post_init__(self) -> None:
        _verify_preset(self.preset)
        for option, value in zip(OPTIONS, self.choices, strict=True):
            _verify_value(option, value)
        for option, values in self.variant.fits:
            _verify_fit(self.variant, option, self.choice(option), values)

    @staticmethod
    def of(preset: str, changes: Mapping[str, str] | None = None) -> "Ruleset":
        """A preset, with some options changed.

        Raises RulesetError for an unknown preset, option or value.
        """
        _verify_preset(preset)
        return PRESETS[preset].changed(changes or {})

    @staticmethod
    def parse(text: str) -> "Ruleset":
        """The ruleset written as a preset and `option=value` words, such as `german scoring=2-4`.

        Raises RulesetError.
        """
        preset, *words = text.split() or [""]
        return Ruleset.of(preset, parse_changes(words))

    def changed(self, changes: Mapping[str, str]) -> "Ruleset":
        """A copy with other values for some options; RulesetError for an unknown one."""
        for option, value in changes.items():
            _verify_value(option, value)
        merged = tuple(changes.get(o, v) for o, v in zip(OPTIONS, self.choices, strict=True))
        return replace(self, choices=merged)

    def with_variant(self, name: str) -> "Ruleset":
        """The same rules for another variant; options that do not fit it are as in `standard`.

        Raises RulesetError for an unknown variant.
        """
        _verify_value("variant", name)
        usual = PRESETS[_NAMES[0]]
        unfit = (
            option for option, values in VARIANTS[name].fits if self.choice(option) not in values
        )
        return self.changed({option: usual.choice(option) for option in unfit} | {"variant": name})

    def choice(self, option: str) -> str:
        """The chosen value of an option."""
        return dict(zip(OPTIONS, self.choices, strict=True))[option]

    def differences(self) -> dict[str, str]:
        """The options whose value is not the preset's (R12), in the order of `OPTIONS`."""
        default = PRESETS[self.preset]
        every = zip(OPTIONS, self.choices, default.choices, strict=True)
        return {option: own for option, own, other in every if own != other}

    def __reduce__(self) -> tuple[object, tuple[str, tuple[str, ...]]]:
        # Without the cached properties, some of which cannot be pickled.
        return Ruleset, (self.preset, self.choices)

    def __str__(self) -> str:
        return _words(self.preset, self.differences())

    def in_full(self) -> str:
        """The text with every option, to be stored: its meaning survives changes of a preset."""
        return _words(self.preset, dict(zip(OPTIONS, self.choices, strict=True)))

    # --- the options, in their order ------------------------------------------------------

    _plain_variant = _option("variant", VARIANTS)
    scoring = _option("scoring", SCORINGS)
    """Points of a pair (R4)."""
    royalties = _option("royalties", ROYALTIES)
    """Royalties of Middle and Back (R6.2)."""
    front_trips = _option("front_trips", FRONT_TRIPS)
    """Royalties of trips in the Front by rank (R6.3)."""
    equal_rows_foul = _option("equal_rows", {"legal": False, "foul": True})
    """R5.1: whether rows of equal strength are a foul."""
    fantasyland = _option("fantasyland", FANTASYLANDS)
    """R7.2: the cards of a visit, or None if Fantasyland is not played."""
    reveal = _option("reveal", REVEALS)
    """R7.3: when a Fantasyland board is shown."""
    stays = _option("stay", STAYS)
    """R7.4: whether a finished board keeps its owner in Fantasyland."""
    surrender = _option("surrender", {"off": 0, "2": 2})
    """R8.1: points to each opponent for giving up, or 0 if it is not allowed."""
    button_moves_in_fantasyland = _option("button_in_fantasyland", {"rests": False, "moves": True})
    """R7.6: whether the button moves although someone is in Fantasyland."""
    _open_deal_mode = _option("deal_mode", DEAL_MODES)
    time_out_kills = _option("time_out", {"autoplay": False, "dead": True})
    """R11.1: whether a hand is dead when its player's time runs out."""
    settles_from_button = _option("settling", {"seats": False, "button": True})
    """R10.1: whether pairs settle from the left of the button on, rather than from seat 1."""
    surrenders_to_last = _option("surrender_until", {"placed": False, "last": True})
    """R15.1: whether a seat may give up after its first placement, with a decision left."""
    _repeats_visit = _option("repeat_visit", {"base": False, "same": True})
    _jokers = _option("jokers", {"0": 0, "1": 1, "2": 2})

    # --- what follows from them -------------------------------------------------------------

    @cached_property
    def variant(self) -> Variant:
        """The variant, with its jokers (R13.2): its deck, streets (R3.2) and ranking of rows."""
        return self._plain_variant.with_jokers(self._jokers, strict=self.equal_rows_foul)

    @property
    def learnt(self) -> bool:
        """False for games without learnt values, in which computer players only look ahead."""
        return self.royalties.ranked or self.variant.closed

    @cached_property
    def visit_cards(self) -> int:
        """R7.2: the cards of a repeat visit, or a first one for queens; 0 without Fantasyland."""
        cards = self.fantasyland
        if cards is None:
            return 0
        return cards.pineapple if self.variant.discards else cards.plain

    @cached_property
    def possible_visits(self) -> tuple[int, ...]:
        """R7.2, R13.1: every number of cards that a visit can have, ascending.

        With many players fewer cards may be left (R1.5).
        """
        cards = self.fantasyland
        if cards is None:
            return ()
        more = {cards.kings, cards.aces, cards.trips, *range(len(self.variant.entries))}
        return tuple(self.visit_cards + each for each in sorted(more))

    @cached_property
    def keeps_visit(self) -> bool:
        """R15.3: whether a repeat visit has as many cards as the one before it."""
        grows = self.fantasyland is not None and self.fantasyland.trips > 0
        return grows and self._repeats_visit

    def repeat_cards(self, visit: int) -> int:
        """R7.2, R15.3: the cards of a visit that follows one of `visit` cards."""
        return visit if self.keeps_visit else self.visit_cards

    @cached_property
    def deal_mode(self) -> DealMode:
        """R3.4: when cards are dealt; in closed variants (R3.2, Chinese) all place together."""
        return DealMode.SIMULTANEOUS if self.variant.closed else self._open_deal_mode

    def fouls(self, board: Board) -> tuple[Foul, ...]:
        """Every reason why the full rows are out of order (R5.1)."""
        rows = self.variant.rows
        return rows.fouls(rows.strengths(board), equal_rows_foul=self.equal_rows_foul)

    def certain_fouls(self, board: Board, live: Cards) -> tuple[Foul, ...]:
        """The reasons why the board is a foul whatever comes of the `live` cards (R5.1).

        Each row is judged on its own: a foul that only follows from rows competing for cards is
        not found.
        """
        rows = self.variant.rows
        return rows.certain_fouls(board, live, equal_rows_foul=self.equal_rows_foul)

    def verify_players(self, players: int) -> None:
        """Raise RulesetError unless that many can play a hand (R1.4)."""
        most = self.variant.most_players
        if not 2 <= players <= most:
            raise RulesetError(
                "{variant} is played by 2 to {most} people, not {players}.",
                variant=self.variant.title,
                most=most,
                players=players,
            )


def parse_changes(words: list[str]) -> dict[str, str]:
    """The options in words like `scoring=2-4`; RulesetError for a word without `=`."""
    changes: dict[str, str] = {}
    for word in words:
        option, sign, value = word.partition("=")
        if not sign:
            raise RulesetError("“{word}” isn't an option. Write option=value.", word=word)
        changes[option] = value
    return changes


def _words(preset: str, choices: Mapping[str, str]) -> str:
    return " ".join([preset, *(f"{option}={value}" for option, value in choices.items())])


def _verify_preset(preset: str) -> None:
    if preset not in _NAMES:
        raise RulesetError(
            "There are no rules called “{preset}”. Choose one of: {presets}.",
            preset=preset,
            presets=", ".join(_NAMES),
        )


def _verify_value(option: str, value: str) -> None:
    if option not in OPTIONS:
        raise RulesetError(
            "There's no option “{option}”. Choose one of: {options}.",
            option=option,
            options=", ".join(OPTIONS),
        )
    if value not in OPTIONS[option]:
        raise RulesetError(
            "{option} can't be “{value}”. Choose one of: {values}.",
            option=option,
            value=value,
            values=", ".join(OPTIONS[option]),
        )


def _verify_fit(variant: Variant, option: str, value: str, values: tuple[str, ...]) -> None:
    if value not in values:
        raise RulesetError(
            "{variant} has rules of its own: {option} can't be “{value}”, but one of: {values}. "
            "The rules “{preset}” go with it.",
            variant=variant.title,
            option=option,
            value=value,
            values=", ".join(values),
            preset=_NAMES[0],
        )


def _read_presets() -> dict[str, Ruleset]:
    _, *lines = _R12.strip().splitlines()
    return {name: Ruleset(name, tuple(values)) for name, *values in map(str.split, lines)}


_NAMES: Final = tuple(line.split()[0] for line in _R12.strip().splitlines()[1:])
PRESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(_read_presets())
"""The seven presets of R12 by name."""
STANDARD: Final = PRESETS["standard"]
