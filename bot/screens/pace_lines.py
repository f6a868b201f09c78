"""The meaning of a table's pace: how long decisions and hands take, when the next hand comes."""

from collections.abc import Iterator
from typing import Final

from bot.screens.tournaments.tournament_words import hold_lines
from bot.texts import Texts, marked
from bot.values.open_tables import NextHand
from bot.values.options import TableOptions
from bot.values.pace import SHORTEST_WITH_HALF, SHORTEST_WITH_LAST, longest_hand, name_of
from bot.values.phrases import plain, rounded_up, time_words
from bot.values.standings import NO_HOLD
from ofc_engine.rule_options import DealMode
from ofc_engine.rulesets import SOURCES

_NAMES: Final = {
    "live": marked("live"),
    "relaxed": marked("relaxed"),
    "slow": marked("slow"),
}
_BUTTONS: Final = {
    "live": marked("Live"),
    "relaxed": marked("Relaxed"),
    "slow": marked("Slow"),
}
_LONG: Final = 24 * 3600
"""Seconds: a hand that can take longer gets a line on how to make it shorter."""


def pace_lines(options: TableOptions, people: int, _: Texts) -> list[str]:
    """The meaning of a table's pace if `people` people play.

    Where long decisions are made in turn, a second line says how to place together.
    """
    facts = " · ".join(_facts(options, people, _))
    return [_("**Pace:** {facts}", facts=facts), *_advice(options, people, _)]


def pace_name(name: str, _: Texts) -> str:
    """The name of a pace, as a button says it."""
    return _(_BUTTONS[name])


def pace_facts(options: TableOptions, people: int, _: Texts) -> Iterator[str]:
    """How long decisions and hands take, in a few words each."""
    name = name_of(options)
    if name is not None:
        yield _(_NAMES[name])
    if options.clock is None:
        yield _("no time limit")
    else:
        yield _("{time} for each decision", time=time_words(options.clock, _))
    longest = longest_hand(options, people, in_turn=_places_in_turn(options))
    if longest is not None and options.bank is None:
        yield _("a hand takes at most about {time}", time=time_words(rounded_up(longest), _))


def _facts(options: TableOptions, people: int, _: Texts) -> Iterator[str]:
    yield from pace_facts(options, people, _)
    in_turn = _places_in_turn(options)
    yield _("players place in turn") if in_turn else _("all place at the same time")
    if options.next_hand is None:
        yield _("next hand when all are ready")
    else:
        latest = time_words(options.next_hand, _)
        yield _("next hand when all are ready, at the latest after {time}", time=latest)


def _advice(options: TableOptions, people: int, _: Texts) -> Iterator[str]:
    in_turn = longest_hand(options, people, in_turn=True) or 0
    at_once = longest_hand(options, people, in_turn=False) or 0
    if not _places_in_turn(options) or in_turn <= max(at_once, _LONG):
        return
    shorter = _(
        "If all place at the same time, a hand takes at most about {time}: the host can "
        "choose that under More, House rules.",
        time=time_words(rounded_up(at_once), _),
    )
    cited = [_("These rules have players place in turn.")] * (options.rules.preset in SOURCES)
    yield "-# " + " ".join([*cited, shorter])


def reminders_line(options: TableOptions, _: Texts) -> str:
    """When people are reminded of a decision."""
    if options.clock is None:
        return _("I'll remind you after a day, and again before the table closes.")
    if options.clock >= SHORTEST_WITH_HALF:
        return _("I'll remind you at half time and shortly before your time is up.")
    if options.clock >= SHORTEST_WITH_LAST:
        return _("I'll remind you shortly before your time is up.")
    return _("I won't remind you.")


def _places_in_turn(options: TableOptions) -> bool:
    return options.rules.deal_mode is not DealMode.SIMULTANEOUS


# --- the next hand ---------------------------------------------------------------------------


def next_hand_lines(following: NextHand, _: Texts) -> list[str]:
    """Who is ready and who is waited for, and when the next hand comes."""
    lines: list[str] = []
    if following.ready and following.waiting:
        ready, waiting = (", ".join(map(plain, n)) for n in (following.ready, following.waiting))
        lines.append(_("Ready: {ready} · waiting for {waiting}", ready=ready, waiting=waiting))
    comes = next_hand_line(following, _)
    return [*lines, f"-# {comes}"] if comes else lines


def next_hand_line(following: NextHand, _: Texts) -> str:
    """When the next hand comes; empty if the table is paused, or if one person alone decides."""
    if following.hold != NO_HOLD:
        return " ".join(hold_lines(following.hold, _, is_of_table=True))
    if following.elsewhere:
        return _elsewhere_line(following, _)
    if following.at is None:
        return ""
    if following.by_itself:
        return _(
            "The next hand comes when all are ready, at the latest <t:{at}:R>.", at=following.at
        )
    if len(following.ready) + len(following.waiting) < 2:
        return ""
    return _(
        "The next hand comes when all are ready. From <t:{at}:t> on, a second press on Ready "
        "deals without waiting.",
        at=following.at,
    )


_MOST_TOLD: Final = 3
"""Of more tables only their number is told."""


def _elsewhere_line(following: NextHand, _: Texts) -> str:
    """For which other tables of the tournament the next hand waits, and for whom there."""
    if len(following.elsewhere) > _MOST_TOLD:
        return _("Waiting for {number} other tables.", number=len(following.elsewhere))
    tables = [
        _("table {number} (<#{channel}>)", number=number, channel=channel)
        + "".join(f": {', '.join(map(plain, names))}" for names in [waiting] if names)
        for number, channel, waiting in following.elsewhere
    ]
    return _("Waiting for {tables}", tables=" · ".join(tables))
