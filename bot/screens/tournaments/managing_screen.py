"""The controls and forms for running a tournament; nobody has to use them."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from bot.screens.components import Component, Screen, Style, button, row, text, user_select
from bot.screens.replies import Field, Form
from bot.screens.tournaments.tournament_presses import (
    AskToEnd,
    ChangeStart,
    ChangeTournament,
    ChooseShownCard,
    ChooseToRemove,
    Extend,
    GoOn,
    Pause,
    TypeStart,
)
from bot.screens.tournaments.tournament_words import hold_lines
from bot.texts import Texts, marked
from bot.values.tournament_views import Announcement, OptionKey


def managing_screen(shown: Announcement, _: Texts, *, said: str = "") -> Screen:
    """The buttons, with the outcome of the last one."""
    lines = ["## " + _("Run the tournament"), _("It runs by itself.")]
    lines += hold_lines(shown.hold, _)
    if said:
        lines.append(said)
    number, words = shown.tournament, shown.words
    buttons: list[Component] = []
    if shown.stage == "open":
        buttons.append(button(TypeStart(number), _("When it starts")))
    if shown.stage == "playing":
        buttons.append(
            button(GoOn(number), _("Go on"), Style.GREEN)
            if shown.hold.paused_until is not None
            else button(Pause(number), _(words.pause))
        )
        buttons.append(button(Extend(number), _(words.extension)))
    buttons.append(button(AskToEnd(number), _("End the tournament"), Style.RED))
    menus = [_remove_menu(number, _)]
    if shown.stage == "playing":
        menus.append(_card_menu(number, _))
    return Screen((text("\n".join(lines)), *menus, row(*buttons)))


def managing_a_table_screen(tournament: int, stage: str, _: Texts, *, said: str = "") -> Screen:
    """The same of a sit-and-go, beside what everybody has at its table."""
    lines = ["## " + _("Run the tournament")]
    lines.append(
        _(
            "A sit-and-go runs by itself. To take somebody out or to end it, press More at its "
            "table."
        )
    )
    if said:
        lines.append(said)
    ways: list[Component] = []
    if stage == "open":
        ways.append(row(button(TypeStart(tournament), _("When it starts"))))
    elif stage == "playing":
        ways.append(_card_menu(tournament, _))
    return Screen((text("\n".join(lines)), *ways))


def _remove_menu(tournament: int, _: Texts) -> Component:
    words = _("Take somebody out")
    return user_select(ChooseToRemove(tournament), (), most=1, placeholder=words)


def _card_menu(tournament: int, _: Texts) -> Component:
    words = _("Somebody showed a card out of turn")
    return user_select(ChooseShownCard(tournament), (), most=1, placeholder=words)


_FIELDS: Final[Mapping[OptionKey, Field]] = MappingProxyType(
    {
        OptionKey.SEATS: Field(marked("Seats at a table"), "", most=6),
        OptionKey.STACK: Field(marked("Points that everybody begins with"), "", most=6),
        OptionKey.LEVELS: Field(
            marked("The stakes rise"),
            "",
            choices=(
                ("usual", marked("every 3 hands")),
                ("slow", marked("every 6 hands")),
                ("none", marked("never")),
            ),
        ),
        OptionKey.CLOCK: Field(
            marked("Time for each decision"), marked("45s, 10m, 12h, 2d, or none"), most=20
        ),
        OptionKey.BANK: Field(
            marked("Time bank for the whole tournament"), marked("5m, 24h, or none"), most=20
        ),
        OptionKey.BOOKS: Field(
            marked("The server's ledger"),
            "",
            choices=(
                ("no", marked("Its hands don't count")),
                ("yes", marked("Its hands count")),
            ),
        ),
        OptionKey.ROUNDS: Field(marked("Rounds"), "", most=6),
        OptionKey.HANDS: Field(marked("Hands in each round"), "", most=6),
        OptionKey.DEADLINE: Field(
            marked("How long each round may last"), "", hint="90m, 48h, 7d", most=20
        ),
    }
)


def options_form(tournament: int, typed: Mapping[OptionKey, str], _: Texts) -> Form:
    """The form for options of a tournament, filled in with their values."""
    fields = tuple(
        replace(
            (field := _FIELDS[key]),
            label=_(field.label),
            help=field.help and _(field.help),
            value=value,
            key=key,
            choices=tuple((name, _(words)) for name, words in field.choices),
        )
        for key, value in typed.items()
    )
    return Form(ChangeTournament(tournament), _("More options"), fields)


def start_form(tournament: int, starts: str, _: Texts) -> Form:
    """The form for the time of its start, filled in with the present one, empty for none."""
    field = Field(
        label=_("When it starts by itself"),
        help=_("20:30, 2026-11-24 20:30, 2h from now, or none"),
        hint="20:30",
        value=starts,
        most=40,
    )
    return Form(ChangeStart(tournament), _("Start of the tournament"), (field,))
