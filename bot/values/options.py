"""The options that a host chooses for a table, and a server for its new tables."""

import re
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto
from typing import Final

from bot.texts import marked
from bot.values.times import folded, seconds
from ofc_engine.duplicate_match import MatchPlan
from ofc_engine.errors import OfcError, RulesetError
from ofc_engine.rulesets import STANDARD, Ruleset, parse_changes
from ofc_engine.stacks import LEVELS


class ChoiceError(OfcError):
    """A choice that the menu does not offer, or no longer does."""

    def __init__(self, sentence: str = marked("Choose from the menu."), **values: object) -> None:
        super().__init__(sentence, **values)


class Unit(StrEnum):
    """The units in which the length of a match is counted."""

    HANDS = "hands"
    ORBITS = "orbits"
    TIME = "time"
    """Seconds from the first hand on; the hand in play is finished."""


SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
"""The units in which times are written."""
_LEAST: Final = {Unit.HANDS: 1, Unit.ORBITS: 1, Unit.TIME: SECONDS["m"]}
_MOST: Final = {Unit.HANDS: 1000, Unit.ORBITS: 100, Unit.TIME: 90 * SECONDS["d"]}
_COUNTED: Final = re.compile(r"(\d{1,6})\s?([a-z]{3,})")
_COUNTS: Final = {
    word: unit
    for unit, words in (
        (Unit.HANDS, "hand hands hande haende mano mani handa handy"),
        (Unit.ORBITS, "orbit orbits umlauf umlaufe umlaeufe giro giri obeh obehy obehu"),
    )
    for word in words.split()
}
"""Words for hands and orbits, in every language."""
_ENDLESS: Final = frozenset({"", "none", "endless"})


@dataclass(frozen=True)
class Length:
    """The length of a match: it is over after that `number` of units."""

    unit: Unit
    number: int

    @staticmethod
    def parse(text: str) -> "Length | None":
        """The length written as `20 hands`, `3 orbits`, `90m` or `1h 30min`; None is endless.

        Raises RulesetError for anything else.
        """
        written = text.strip().lower()
        if written in _ENDLESS:
            return None
        match, lasts = _COUNTED.fullmatch(folded(text)), seconds(text)
        unit = None if match is None else _COUNTS.get(match[2])
        if match is not None and unit is not None:
            length = Length(unit, int(match[1]))
        elif lasts is not None:
            length = Length(Unit.TIME, lasts)
        else:
            raise RulesetError("Write the length as 20 hands, 3 orbits, 90m, 2h or 3d, or endless.")
        if not _LEAST[length.unit] <= length.number <= _MOST[length.unit]:
            raise RulesetError("A match lasts 1 to 1000 hands, 1 to 100 orbits, or 1m to 90d.")
        return length

    def __str__(self) -> str:
        if self.unit is Unit.TIME:
            return format_time(self.number)
        return f"{self.number} {self.unit}"


def in_largest_unit(seconds: int) -> tuple[int, str]:
    """A time in the largest unit in which it is a whole number: (10, `m`)."""
    unit = next(u for u in reversed(SECONDS) if seconds % SECONDS[u] == 0)
    return seconds // SECONDS[unit], unit


def format_time(seconds: int) -> str:
    """A time in the largest unit in which it is a whole number: 600 is `10m`."""
    number, unit = in_largest_unit(seconds)
    return f"{number}{unit}"


def written_time(seconds: int | None) -> str:
    """A time as it can be typed into a form: `10m`, or `none`."""
    return "none" if seconds is None else format_time(seconds)


STAKE: Final = "stake"
"""The word for the stake in typed rules."""
MOST_STAKE: Final = 1000
MOST_LOSS: Final = 100_000
LEAST_STACK: Final = 10
MOST_STACK: Final = 10_000
TIME_CALL: Final = 30
"""R11.2: seconds to decide once an opponent has called time."""
FREE: Final = 30
"""R14.5: seconds of a decision, at a table without a clock, before a time bank runs."""


def rules_of_hand(typed: str, variant: str | None, usual: Ruleset) -> tuple[Ruleset, int]:
    """The rules and the stake that are typed as `german scoring=2-4 stake=2`; raises RulesetError.

    Each of the words may be left out: without a preset they are the `usual` rules.
    """
    words = typed.lower().split()
    has_preset = words and "=" not in words[0]
    rules = Ruleset.of(words.pop(0)) if has_preset else usual
    changes = parse_changes(words)
    stake = changes.pop(STAKE, "1")
    if variant is not None:
        changes["variant"] = variant
    if not has_preset and "variant" in changes:
        rules = rules.with_variant(changes.pop("variant"))
    return rules.changed(changes), parse_stake(stake)


def parse_stake(text: str) -> int:
    """The factor that points are multiplied by, as typed; raises RulesetError."""
    stake = int(text) if text.isdecimal() and len(text) <= len(str(MOST_STAKE)) else 0
    _verify_stake(stake)
    return stake


def _verify_stake(stake: int) -> None:
    if not 1 <= stake <= MOST_STAKE:
        raise RulesetError("The stake is a multiplier from 1 to {most}.", most=MOST_STAKE)


@dataclass(frozen=True)
class TableOptions:
    """The options of a table; each is a column of that name, and a rematch has the same.

    `seats` is how many may sit down, `stake` what points are multiplied by. `clock` is how many
    seconds each decision has, None for no limit; without one, and in a tournament, `time_calls`
    says that opponents may call time. `next_hand` is after how many seconds the next hand is dealt
    at the latest, None if all have to be ready. `length` is how long the match lasts, None if it is
    endless; `loss_limit` the most points that a player can lose (R9.3), None for no limit. `skin`
    and `deck` are how its pictures look; `hints` says that anybody may ask for one, as at
    a new table until its host says no, and `counts_computers` that hands with computer players
    count in the server's ledger. `stack` is how many points everybody starts a tournament with
    (R10), None outside of tournaments;
    `levels` names how its stakes rise (`ofc_engine.stacks.LEVELS`), `books` says that hands count
    in the server's ledger at all. `bank` are the seconds that everybody has for a whole tournament
    of several tables beside the clock (R14.5), None for no time bank. `duplicate` is how many deals
    a duplicate match has (R14.6), None where none is played. If it is for the `invited_only`,
    nobody else may sit down. Where it `wakes`, its people are asked once after two weeks without a
    hand whether they play on.
    """

    rules: Ruleset = STANDARD
    seats: int = 2
    stake: int = 1
    clock: int | None = None
    length: Length | None = None
    loss_limit: int | None = None
    skin: str = "night"
    deck: str = "two"
    hints: bool = False
    counts_computers: bool = False
    time_calls: bool = True
    next_hand: int | None = None
    stack: int | None = None
    levels: str = "none"
    books: bool = True
    bank: int | None = None
    duplicate: int | None = None
    invited_only: bool = False
    wakes: bool = True

    @property
    def is_tournament(self) -> bool:
        """True if it settles with stacks (R10): a player with none left is out."""
        return self.stack is not None

    @property
    def plan(self) -> MatchPlan | None:
        """R14.6: how a duplicate match is played, None where none is; raises RulesetError."""
        return None if self.duplicate is None else MatchPlan(self.duplicate, self.seats)

    def with_length(self) -> "TableOptions":
        """R14.6: with the length that follows from the deals of a match; raises RulesetError."""
        if self.plan is None:
            return self
        if self.length is not None:
            raise RulesetError("A duplicate match lasts as long as its deals.")
        return replace(self, length=Length(Unit.HANDS, self.plan.hands))

    @property
    def is_slow(self) -> bool:
        """R11.2: whether a call of time could hurry anybody.

        It could without a clock, and in a tournament with a longer one, but never with a time
        bank, which is there to be used.
        """
        if self.clock is None:
            return self.bank is None
        return self.is_tournament and self.clock > TIME_CALL and self.bank is None

    @property
    def has_time_calls(self) -> bool:
        """R11.2: whether opponents may call time."""
        return self.time_calls and self.is_slow

    def stake_in(self, number: int) -> int:
        """The factor of points in the hand of that number (R14.1)."""
        return self.stake * LEVELS[self.levels].stake(number)

    def verify(self) -> None:
        """Raise RulesetError unless a table may be opened so."""
        variant = self.rules.variant
        if not 2 <= self.seats <= variant.most_seats:
            raise RulesetError(
                "{variant} has 2 to {most} seats, not {seats}.",
                variant=variant.title,
                most=variant.most_seats,
                seats=self.seats,
            )
        _verify_stake(self.stake)
        if self.loss_limit is not None and not 1 <= self.loss_limit <= MOST_LOSS:
            raise RulesetError("The loss limit is 1 to {most} points.", most=MOST_LOSS)
        if self.stack is not None and not LEAST_STACK <= self.stack <= MOST_STACK:
            raise RulesetError(
                "A stack is {least} to {most} points.", least=LEAST_STACK, most=MOST_STACK
            )
        if self.plan is not None:
            self._verify_match(self.plan)

    def _verify_match(self, plan: MatchPlan) -> None:
        if self.loss_limit is not None:
            raise RulesetError("A duplicate match has no loss limit: points must add up.")
        if self.length != Length(Unit.HANDS, plan.hands):
            raise RulesetError("A duplicate match lasts as long as its deals.")


# --- servers ---------------------------------------------------------------------------------

USUAL_PACE: Final = "relaxed"
"""The pace of new tables in a server that has chosen nothing: nobody's absence stops them."""


@dataclass(frozen=True)
class Guild:
    """The settings of a server; the defaults are those of one that has chosen nothing.

    `locale` None takes Discord's; `rules` is a ruleset in notation. New tables have the `pace`
    (`bot.values.pace.PACES`) or, if that is empty, the `clock` in seconds for each decision, None
    for no limit. `openers` may open tables (`everybody`, `managers`, or `role` for those with
    `role_id`), in `channels`, empty for all. `announces`: results tell of records; `tells_skill`:
    and of points given away. `setup` is the step that the guided setup has reached, 0 if it was
    never offered. `told_role_id` is the role to mention for new tables. `daily_channel_id` is where
    the daily deal is summed up, whose day ends by `time_zone` (an IANA name, None for UTC).
    `leaderboard_channel_id` is where the leaderboard is. None stands for no role or channel.
    """

    id: int
    locale: str | None = None
    rules: str = str(STANDARD)
    pace: str = field(default_factory=lambda: USUAL_PACE)
    clock: int | None = None
    skin: str = "night"
    deck: str = "two"
    openers: str = "everybody"
    role_id: int | None = None
    announces: bool = True
    tells_skill: bool = True
    setup: int = 0
    channels: tuple[int, ...] = ()
    told_role_id: int | None = None
    daily_channel_id: int | None = None
    time_zone: str | None = None
    leaderboard_channel_id: int | None = None

    @property
    def options(self) -> TableOptions:
        """The options of a new table whose host chooses nothing, without those of the pace.

        Raises RulesetError.
        """
        rules = Ruleset.parse(self.rules)
        return TableOptions(
            rules, rules.variant.most_players, clock=self.clock, skin=self.skin, deck=self.deck
        )


@dataclass(frozen=True)
class Destination:
    """A channel of a server, whose language is `locale`; `message_id` None is a new message."""

    guild_id: int
    channel_id: int
    locale: str
    message_id: int | None = None


# --- terms of a match ------------------------------------------------------------------------


class UnplayedFantasyland(Enum):
    """When an earned Fantasyland is not played, and what it is worth then."""

    NEVER = auto()
    """Alone with a computer player: another hand always follows."""
    LAST = auto()
    """If no hand follows: it is worth nothing."""
    LAST_COUNTS = auto()
    """In the last hand of a duplicate round: it counts at once (R14.4)."""
    ALWAYS_COUNTS = auto()
    """In a duplicate match (R14.6)."""


@dataclass(frozen=True)
class Terms:
    """The terms of a match.

    `stakes` are the names of two players and what points between them are multiplied by, where
    the table plays for something else. `orbit` counts from 1, `ends_at` is Unix seconds; both
    are known once a hand was dealt. If the game `stops`, the running hand is its last. `limits`
    are the names of players with the most that each wants to lose; `unplayed` is where a
    Fantasyland that was earned is not played.
    """

    options: TableOptions
    stakes: tuple[tuple[str, str, int], ...] = ()
    orbit: int = 0
    ends_at: int | None = None
    stops: bool = False
    limits: tuple[tuple[str, int], ...] = ()
    unplayed: UnplayedFantasyland = UnplayedFantasyland.LAST


@dataclass(frozen=True)
class Visit:
    """Somebody at the table and their Fantasyland: whether they `are_there` in this hand.

    `earned` are the cards they have for the next hand, 0 for none, and `sits_out` says that they
    lose them. `next` are the cards of a visit that they may still earn, the fewest and the most.
    """

    name: str
    next: tuple[int, int]
    earned: int = 0
    are_there: bool = False
    sits_out: bool = False
