"""How fast a table plays: paces by their names, and how long a hand can take."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from bot.texts import marked
from bot.values.options import ChoiceError, TableOptions
from ofc_engine.rule_options import DealMode
from ofc_engine.rulesets import SOURCES, Ruleset

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE

SHORTEST_WITH_HALF: Final = 5 * _MINUTE
SHORTEST_WITH_LAST: Final = _MINUTE
"""The shortest clocks, in seconds, with a reminder at half time, and with one before the end."""


@dataclass(frozen=True)
class Pace:
    """A pace: the seconds for each decision, and whether all place `together` where that is open.

    `next_hand` is as in `TableOptions`; `human` is what the pace is called where it is chosen.
    """

    human: str
    clock: int
    together: bool
    next_hand: int


PACES: Final[Mapping[str, Pace]] = MappingProxyType(
    {
        "live": Pace(
            "Live: 2 minutes for each decision", 2 * _MINUTE, together=False, next_hand=_MINUTE
        ),
        "relaxed": Pace(
            "Relaxed: 12 hours for each decision, all place together",
            12 * _HOUR,
            together=True,
            next_hand=_HOUR,
        ),
        "slow": Pace(
            "Slow: 1 day for each decision, all place together",
            24 * _HOUR,
            together=True,
            next_hand=12 * _HOUR,
        ),
    }
)


def pace_called(name: str) -> Pace:
    """The pace of that name; raises ChoiceError if there is none."""
    if name not in PACES:
        raise ChoiceError
    return PACES[name]


def next_hand_called(written: str) -> int | None:
    """When the next hand comes, written as its seconds or `ready`; raises ChoiceError."""
    for after in NEXT_HANDS:
        if written == str(after or "ready"):
            return after
    raise ChoiceError


def name_of(options: TableOptions) -> str | None:
    """The name of a table's pace; None if it has none."""
    chosen = (options.clock, options.next_hand)
    return next((n for n, pace in PACES.items() if (pace.clock, pace.next_hand) == chosen), None)


NEXT_HANDS: Final[Mapping[int | None, str]] = MappingProxyType(
    {
        None: marked("Next hand when all are ready"),
        _MINUTE: marked("Next hand when all are ready, or after 1 minute"),
        10 * _MINUTE: marked("Next hand when all are ready, or after 10 minutes"),
        _HOUR: marked("Next hand when all are ready, or after 1 hour"),
        12 * _HOUR: marked("Next hand when all are ready, or after 12 hours"),
        24 * _HOUR: marked("Next hand when all are ready, or after 1 day"),
    }
)
"""When the next hand comes (`TableOptions.next_hand`), in words."""


def together(rules: Ruleset) -> Ruleset:
    """The rules with all players placing at the same time (R3.4), if the rules leave that open.

    They do not if they follow a document, which has people place in turn, or if somebody has
    chosen how cards are dealt.
    """
    is_open = rules.preset not in SOURCES and "deal_mode" not in rules.differences()
    if not is_open or rules.deal_mode is DealMode.SIMULTANEOUS:
        return rules
    return rules.changed({"deal_mode": "simultaneous"})


def with_pace(options: TableOptions, name: str) -> TableOptions:
    """A table's options at the pace of that name; raises ChoiceError."""
    pace, rules = pace_called(name), options.rules
    rules = together(rules) if pace.together else _in_turn(rules)
    return replace(options, rules=rules, clock=pace.clock, next_hand=pace.next_hand)


def _in_turn(rules: Ruleset) -> Ruleset:
    """The rules without simultaneous placing, which an earlier pace may have chosen."""
    if rules.preset in SOURCES or rules.differences().get("deal_mode") != "simultaneous":
        return rules
    return rules.changed({"deal_mode": Ruleset.of(rules.preset).choice("deal_mode")})


def longest_hand(options: TableOptions, people: int, *, in_turn: bool) -> int | None:
    """About how many seconds a hand takes if everybody uses all their time; None without a clock.

    `people` is how many have to decide, of whom no more play than the variant has room for. The
    extra decision of a Fantasyland that is placed after all others are done is left out.
    """
    if options.clock is None:
        return None
    variant = options.rules.variant
    playing = min(people, variant.most_players) if in_turn else 1
    return options.clock * len(variant.streets) * playing
