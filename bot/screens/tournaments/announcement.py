"""The announcement of a tournament of several tables, and what its tables say of each other."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.screens.components import Component, Screen, Style, button, note, row, select
from bot.screens.lobby_screen import rule_facts
from bot.screens.tournaments.tournament_lines import (
    NAMES_ROOM,
    announced,
    bank_lines,
    commitment_lines,
    fitting,
    open_buttons,
    over_heading,
    places_lines,
    stack_lines,
    stake_facts,
)
from bot.screens.tournaments.tournament_presses import (
    ChooseEntrant,
    Enter,
    ShowDeals,
    ShowStanding,
    ShowTournamentRules,
    Withdraw,
)
from bot.screens.tournaments.tournament_words import (
    all_left_line,
    called_off_line,
    cannot_begin_line,
    heading,
    hold_lines,
    joined_line,
    start_lines,
    timed_lines,
)
from bot.texts import Texts
from bot.values.options import Terms
from bot.values.phrases import plain, time_words
from bot.values.tournament_views import Announcement, TableGroup
from ofc_engine.deal import NO_SEED
from ofc_engine.players.levels import LEVELS as COMPUTERS

MOST_AT_ONCE: Final = 5
"""Computer players that are added by one choice."""


def announcement_screen(shown: Announcement, _: Texts) -> Screen:
    """The message in the tournament's channel."""
    make = {"open": _open, "over": _over}.get(shown.stage, _running)
    return make(shown, _)


def _open(shown: Announcement, _: Texts) -> Screen:
    lines = [*_heading(shown, _), _(shown.words.rules[0])]
    lines += stack_lines(shown.options, _)[:1]
    lines += ["", joined_line(len(shown.names), _names(shown.names, _), _)]
    lines += [*start_lines(shown, _), *hold_lines(shown.hold, _)]
    lines += _deal_lines(shown, _)
    number, may_start = shown.tournament, len(shown.names) > 1
    buttons = row(*open_buttons(number, _, may_start=may_start), *_deals_button(shown, _))
    offered = [
        (f"add.{kind.name}", _("Add {name}: {manner}", name=kind.human, manner=_(kind.manner)))
        for kind in COMPUTERS.values()
    ]
    offered += [
        (
            f"add.{kind.name}.{MOST_AT_ONCE}",
            _(
                "Add {count} × {name}: {manner}",
                count=MOST_AT_ONCE,
                name=kind.human,
                manner=_(kind.manner),
            ),
        )
        for kind in COMPUTERS.values()
    ]
    if shown.computers:
        offered.append(("remove", _("Remove a computer player")))
    menu = select(ChooseEntrant(number), offered, "", placeholder=_("Add a computer player"))
    return announced(lines, buttons, menu)


def rules_of(shown: Announcement, _: Texts) -> list[str]:
    """How it is played, in whole sentences below its heading."""
    time = time_words(shown.hand_seconds, _)
    lines = [*_heading(shown, _), *(_(line, time=time) for line in shown.words.rules)]
    return [*lines, *stack_lines(shown.options, _), *bank_lines(shown.options, _)]


def _heading(shown: Announcement, _: Texts) -> list[str]:
    return ["## " + heading(shown.words, shown.options, _), *_facts(shown, _)]


def _deal_lines(shown: Announcement, _: Texts) -> list[str]:
    """The commitment to all its deals, and what joining has added to them."""
    if not shown.commitment:
        return []
    lines = commitment_lines(shown.commitment, shown.anew, _)
    if shown.joined not in ("", NO_SEED):
        lines.append(_("Added by joining: {joined}", joined=shown.joined))
    return [f"-# {line}" for line in lines]


def _deals_button(shown: Announcement, _: Texts) -> list[Component]:
    return [button(ShowDeals(shown.tournament), _("Deals"))] if shown.commitment else []


def _facts(shown: Announcement, _: Texts) -> list[str]:
    options = shown.options
    facts = rule_facts(Terms(replace(options, stack=None)), _)
    facts.append(_("stacks of {points} points", points=options.stack or 0))
    facts.append(_("tables of {seats}", seats=options.seats))
    if options.clock is not None:
        facts.append(_("{time} for each decision", time=time_words(options.clock, _)))
    facts.append(_("at most {time} for a hand", time=time_words(shown.hand_seconds, _)))
    facts.append(
        _("counts in the server's ledger")
        if options.books
        else _("not counted in the server's ledger")
    )
    return ["-# " + " · ".join(facts)]


def _running(shown: Announcement, _: Texts) -> Screen:
    lines = ["## " + heading(shown.words, shown.options, _)]
    if shown.stage == "seating":
        lines.append(
            cannot_begin_line(shown.waits_until, _)
            if shown.hold.no_threads and shown.waits_until is not None
            else _("The tables are being set up. Your seat comes by direct message.")
        )
    else:
        lines.append("-# " + " · ".join(_progress(shown, _)))
    lines += hold_lines(shown.hold, _)
    groups = [_group(each, _) for each in shown.groups]
    lines += fitting(groups)
    lines += _deal_lines(shown, _)
    number = shown.tournament
    buttons = row(
        button(ShowStanding(number), _("Standing")),
        button(Enter(number), _("Join"), Style.GREEN),
        button(Withdraw(number), _("Leave")),
        button(ShowTournamentRules(number), _("Rules")),
        *_deals_button(shown, _),
    )
    return announced(lines, buttons)


def _progress(shown: Announcement, _: Texts) -> Iterable[str]:
    yield _("hand {number}", number=shown.round)
    yield _("{left} of {all} left", left=shown.left, all=len(shown.names))
    yield from stake_facts(shown.options, max(1, shown.round), _)


def _group(group: TableGroup, _: Texts) -> str:
    people = " · ".join(f"{plain(each.name)} {each.stack}" for each in group.people)
    table = _("Table {number}", number=group.number)
    return f"**{table}** <#{group.channel_id}>\n{people}"


def _over(shown: Announcement, _: Texts) -> Screen:
    lines = [over_heading(_, is_won=shown.is_won)]
    if shown.lacked_people:
        lines.append(called_off_line(_))
    elif not shown.round:
        lines.append(_("It was ended before a hand was played."))
    else:
        lines += places_lines(shown.standing, _, is_won=shown.is_won)
        if shown.is_won and shown.left > 1:
            lines.append(_(shown.words.decided))
        elif not shown.left:
            lines.append(all_left_line(_))
    hands = _.count("{number} hand", "{number} hands", shown.round)
    lines.append(f"-# {heading(shown.words, shown.options, _)} · {hands}")
    buttons = _deals_button(shown, _)
    return announced(fitting(lines), *([row(*buttons)] if buttons else []))


def standing_of(shown: Announcement, _: Texts) -> Screen:
    """How a tournament stands, or ended, for the person who asks."""
    facts = " · ".join(_progress(shown, _)) if shown.round else _("not started yet")
    lines = ["## " + _("The tournament"), f"-# {facts}"]
    if shown.round:
        lines += places_lines(shown.standing, _, is_won=shown.is_won)
    else:
        lines.append(_names(shown.names, _))
        lines += timed_lines(shown.starting, _)
    return note("\n".join(fitting(lines)))


def _names(names: Sequence[str], _: Texts) -> str:
    kept: list[str] = []
    for name in map(plain, names):
        if sum(map(len, kept)) + len(name) > NAMES_ROOM:
            break
        kept.append(name)
    more = len(names) - len(kept)
    if more:
        kept.append(_.count("and {number} more", "and {number} more", more))
    return ", ".join(kept)


def joined_screen(channel_id: int, _: Texts) -> Screen:
    """Tells somebody by direct message that they take part in the tournament of a channel."""
    return note(
        _(
            "You're in the tournament in <#{channel}>. When you play, I'll write to you here.",
            channel=channel_id,
        )
    )


# --- at its tables ---------------------------------------------------------------------------


def room_screen(number: int, _: Texts) -> Screen:
    """The message in the channel below which a table's thread is."""
    return note(_("**Table {number}**", number=number))


def room_name(number: int, tournament: int, _: Texts) -> str:
    """The name of a table's thread."""
    return _("Tournament {tournament}, table {number}", tournament=tournament, number=number)


def seat_screen(
    number: int, channel_id: int, _: Texts, *, has_moved: bool, is_late: bool
) -> Screen:
    """Tells somebody at which table they play; `is_late`: the tournament had already begun."""
    if has_moved:
        return note(
            _(
                "You play on at table {number}: <#{channel}>. Your points come with you.",
                number=number,
                channel=channel_id,
            )
        )
    if is_late:
        return note(
            _(
                "You're in: you play at table {number}, <#{channel}>.",
                number=number,
                channel=channel_id,
            )
        )
    return note(
        _(
            "The tournament begins. You play at table {number}: <#{channel}>.",
            number=number,
            channel=channel_id,
        )
    )


def moved_facts(
    went: Iterable[tuple[str, int, int]], came: Iterable[tuple[str, int]], _: Texts
) -> list[str]:
    """The lines on who moved to which other table, by its number and thread, and who came."""
    facts = [
        _("{name} plays on at table {number}, <#{channel}>", name=plain(name), number=n, channel=c)
        for name, n, c in went
    ]
    return facts + [
        _("{name} comes from table {number}", name=plain(name), number=number)
        for name, number in came
    ]


def broken_screen(facts: Sequence[str], channel_id: int, _: Texts, *, is_over: bool) -> Screen:
    """The last message in the thread of a closed table: where its people moved."""
    if is_over and not facts:
        return note(_("The tournament is over. See <#{channel}>.", channel=channel_id))
    lines = ["## " + _("This table is closed"), *facts]
    return note("\n".join(lines))
