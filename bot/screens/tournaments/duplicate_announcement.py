"""A duplicate tournament in words: its announcement, its table of results."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.screens.components import Screen, Style, button, note, row
from bot.screens.lobby_screen import rule_facts
from bot.screens.rules_of_fantasyland import unplayed_line
from bot.screens.tournaments.tournament_lines import (
    NAMES_ROOM,
    all_anew_line,
    announced,
    bank_lines,
    commitment_lines,
    fitting,
    open_buttons,
    over_heading,
    winner_lines,
)
from bot.screens.tournaments.tournament_presses import (
    Enter,
    ShowDeals,
    ShowGroup,
    ShowTournamentRules,
    Withdraw,
)
from bot.screens.tournaments.tournament_words import (
    all_left_line,
    called_off_line,
    heading,
    hold_lines,
    joined_line,
    start_lines,
    timed_lines,
)
from bot.texts import Texts
from bot.values.options import Terms
from bot.values.phrases import plain, time_words
from bot.values.standings import Ranked
from bot.values.swiss import SCORES
from bot.values.tournament_views import Duplicate

_TOLD: Final = 2
"""How many of its rules the announcement tells."""


def duplicate_screen(shown: Duplicate, _: Texts) -> Screen:
    """The message in the tournament's channel."""
    make = {"open": _open, "over": _over}.get(shown.stage, _running)
    return make(shown, _)


def _open(shown: Duplicate, _: Texts) -> Screen:
    lines = [
        "## " + heading(shown.words, shown.options, _),
        _facts(shown, _),
        *rules_lines(shown, _)[:_TOLD],
        "",
    ]
    number = len(shown.ranked)
    names = ", ".join(fitting(plain(each.name) for each in shown.ranked))
    lines.append(joined_line(number, names, _))
    lines += [*start_lines(shown, _), *hold_lines(shown.hold, _)]
    lines += [f"-# {line}" for line in commitment_lines(shown.digest, shown.anew, _)]
    buttons = open_buttons(shown.tournament, _, may_start=number > 2)
    return announced(lines, row(*buttons, button(ShowDeals(shown.tournament), _("Deals"))))


def duplicate_rules(shown: Duplicate, _: Texts) -> list[str]:
    """How it is played, in whole sentences below its heading."""
    return [
        "## " + heading(shown.words, shown.options, _),
        _facts(shown, _),
        *rules_lines(shown, _),
    ]


def _facts(shown: Duplicate, _: Texts) -> str:
    facts = [
        *rule_facts(Terms(replace(shown.options, length=None)), _),
        _.count("{number} round", "{number} rounds", shown.rounds),
        _.count("{number} hand a round", "{number} hands a round", shown.hands),
        _("{time} for a round", time=time_words(shown.seconds, _)),
        _("not counted in the server's ledger"),
    ]
    return "-# " + " · ".join(facts)


def rules_lines(shown: Duplicate, _: Texts) -> list[str]:
    """How it is played, in whole sentences, the most important first."""
    seats, time = shown.options.seats, time_words(shown.seconds, _)
    return [
        _(
            "You play in groups of {seats}. Every group gets the same cards at the same seats, so "
            "luck of the deal counts for nobody.",
            seats=seats,
        ),
        _(
            "Play when it suits you: your cards come by direct message, and everybody in a group "
            "places at the same time."
        ),
        _(
            "A round is over once everybody is done, at the latest after {time}. What is open then "
            "I place for you.",
            time=time,
        ),
        *bank_lines(shown.options, _),
        *([unplayed_line(shown.options.rules, _)] if shown.options.rules.fantasyland else []),
        _(
            "Places in a group are worth {points} points, a missed round 0. Ties are broken by "
            "your points against the same seat in the other groups.",
            points=", ".join(map(str, SCORES[:seats])),
        ),
        _(
            "Only your group sees a deal's boards until every group has played it. Please keep "
            "your cards to yourself until then."
        ),
        _("Miss two rounds and you're out. Join brings you back for the next one."),
    ]


def _running(shown: Duplicate, _: Texts) -> Screen:
    lines = ["## " + heading(shown.words, shown.options, _)]
    if shown.round:
        lines.append("-# " + " · ".join(_progress(shown, _)))
    lines += hold_lines(shown.hold, _)
    groups = [
        f"**{_('Group {number}', number=number)}** {' · '.join(map(plain, names))}"
        for number, names in enumerate(shown.groups, 1)
    ]
    lines += fitting(groups, NAMES_ROOM // 2)
    if shown.over:
        lines += ["", *_table(shown, _, NAMES_ROOM // 2)]
    if shown.anew is not None:
        lines.append("-# " + all_anew_line(shown.anew, _))
    buttons = row(
        button(ShowGroup(shown.tournament), _("My cards"), Style.BLURPLE),
        button(Enter(shown.tournament), _("Join"), Style.GREEN),
        button(Withdraw(shown.tournament), _("Leave")),
        button(ShowTournamentRules(shown.tournament), _("Rules")),
        button(ShowDeals(shown.tournament), _("Deals")),
    )
    return announced(lines, buttons)


def _progress(shown: Duplicate, _: Texts) -> Iterable[str]:
    if not shown.round:
        yield _("not started yet")
        return
    yield _("round {number} of {all}", number=shown.round, all=shown.rounds)
    if shown.stage == "over":
        return
    yield _("{done} of {all} groups are done", done=shown.done, all=len(shown.groups))
    if shown.ends_at is not None:
        yield _("closes <t:{at}:R>", at=shown.ends_at)


def _over(shown: Duplicate, _: Texts) -> Screen:
    lines = [over_heading(_, is_won=shown.is_won), *_early_lines(shown, _)]
    if shown.over:
        lines += [*_winners(shown, _), *_table(shown, _, NAMES_ROOM)]
    elif shown.lacked_people:
        lines.append(called_off_line(_))
    else:
        lines.append(_("It was ended before a round was over."))
    rounds = _.count("{number} round", "{number} rounds", shown.over)
    lines.append(f"-# {heading(shown.words, shown.options, _)} · {rounds}")
    return announced(lines, row(button(ShowDeals(shown.tournament), _("Deals"))))


def _early_lines(shown: Duplicate, _: Texts) -> list[str]:
    """The reason if it ended early because people left; nobody wins if all have."""
    if shown.round and not any(each.is_in for each in shown.ranked):
        return [all_left_line(_)]
    if shown.is_won and shown.over < shown.rounds:
        return [_("It ended early: everybody else has left.")]
    return []


def _winners(shown: Duplicate, _: Texts) -> list[str]:
    """Who has won: the best of those who have not left."""
    there = [each for each in shown.ranked if each.is_in and shown.is_won]
    first = min((each.place for each in there), default=0)
    return winner_lines([plain(each.name) for each in there if each.place == first], _)


def _table(shown: Duplicate, _: Texts, room: int) -> list[str]:
    """The table of results, a line for each person."""
    heading = "-# " + _("total (round by round), points against the same seat")
    return [heading, *fitting([_line(each, _) for each in shown.ranked], room)]


def _line(each: Ranked, _: Texts) -> str:
    scores = " ".join("–" if score is None else str(score) for score in each.scores)
    against = _.decimal(float(each.compared), signed=True)
    out = "" if each.is_in else " · " + _("out")
    return f"{each.place}. {plain(each.name)}: **{each.total}** ({scores}) {against}{out}"


def duplicate_standing(shown: Duplicate, _: Texts) -> Screen:
    """How it stands, or ended, for the person who asks."""
    lines = ["## " + _("The tournament"), "-# " + " · ".join(_progress(shown, _))]
    if shown.over:
        lines += [
            *((*_early_lines(shown, _), *_winners(shown, _)) if shown.stage == "over" else ()),
            *_table(shown, _, NAMES_ROOM),
        ]
    else:
        lines += fitting(plain(each.name) for each in shown.ranked)
        lines += timed_lines(shown.starting, _)
    return note("\n".join(lines))
