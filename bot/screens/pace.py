"""What the pace of a table means, in words: how long decisions and hands take."""

from collections.abc import Iterator
from typing import Final

from bot.ofc.options import DealMode
from bot.ofc.rulesets import SOURCES
from bot.texts import Texts, marked
from bot.values.options import TableOptions
from bot.values.pace import SHORTEST_WITH_HALF, SHORTEST_WITH_LAST, longest_hand, name_of
from bot.values.phrases import rounded_up, time_words

_NAMES: Final = {
    "live": marked("live"),
    "relaxed": marked("relaxed"),
    "slow": marked("slow"),
}
_LONG: Final = 24 * 3600
"""A hand that can take longer than this, in seconds, is worth a word on how it becomes shorter."""


def pace_lines(options: TableOptions, people: int, _: Texts) -> list[str]:
    """What the pace of a table means if so many people play.

    Where long decisions are made in turn, a second line says how to place together.
    """
    facts = " · ".join(_facts(options, people, _))
    return [_("**Pace:** {facts}", facts=facts), *_advice(options, people, _)]


def _facts(options: TableOptions, people: int, _: Texts) -> Iterator[str]:
    name = name_of(options)
    if name is not None:
        yield _(_NAMES[name])
    if options.clock is None:
        yield _("no time limit")
    else:
        yield _("{time} for each decision", time=time_words(options.clock, _))
    in_turn = _places_in_turn(options)
    yield _("players place in turn") if in_turn else _("all place at the same time")
    longest = longest_hand(options, people, in_turn=in_turn)
    if longest is not None:
        yield _("a hand takes at most about {time}", time=time_words(rounded_up(longest), _))


def _advice(options: TableOptions, people: int, _: Texts) -> Iterator[str]:
    in_turn = longest_hand(options, people, in_turn=True) or 0
    at_once = longest_hand(options, people, in_turn=False) or 0
    if not _places_in_turn(options) or in_turn <= max(at_once, _LONG):
        return
    shorter = _(
        "If all place at the same time, a hand takes at most about {time}: open the table with "
        "`options:deal_mode=simultaneous`.",
        time=time_words(rounded_up(at_once), _),
    )
    cited = [_("These rules have players place in turn.")] * (options.rules.preset in SOURCES)
    yield "-# " + " ".join([*cited, shorter])


def reminders_line(options: TableOptions, _: Texts) -> str:
    """When people are reminded of a decision."""
    if options.clock is None:
        return _("You are reminded once, after a day.")
    if options.clock >= SHORTEST_WITH_HALF:
        return _("You are reminded at half time and shortly before your time is up.")
    if options.clock >= SHORTEST_WITH_LAST:
        return _("You are reminded shortly before your time is up.")
    return _("There are no reminders.")


def _places_in_turn(options: TableOptions) -> bool:
    return options.rules.deal_mode is not DealMode.SIMULTANEOUS
