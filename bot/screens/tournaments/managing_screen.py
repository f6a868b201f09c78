"""The controls and the forms for whoever runs a tournament; nobody has to use them."""

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
from bot.screens.tournaments.tournament_words import FORMAT_WORDS, hold_lines
from bot.texts import Texts, marked
from bot.values.options import TableOptions, written_time
from bot.values.tournament_views import Announcement, OptionKey


def extended(form: str, _: Texts) -> str:
    """The confirmation that everybody has been given more time."""
    return _(FORMAT_WORDS[form].extended)


def managing_screen(shown: Announcement, _: Texts, *, said: str = "") -> Screen:
    """The buttons, with what the last one has done."""
    lines = ["## " + _("Run the tournament"), _("It runs by itself.")]
    lines += hold_lines(shown.hold, _)
    if said:
        lines.append(said)
    number, words = shown.tournament, FORMAT_WORDS[shown.form]
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


_LEVELS: Final = {
    "usual": marked("every 3 hands"),
    "slow": marked("every 6 hands"),
    "none": marked("never"),
}


def stacks_form(tournament: int, options: TableOptions, _: Texts, *, at_table: bool) -> Form:
    """That of a sit-and-go, which has a clock, or of a knock-out, which has a time bank."""
    time = _clock(options, _) if at_table else _bank(options, _)
    fields = (
        _number(OptionKey.SEATS, _("Seats at a table"), options.seats),
        _number(OptionKey.STACK, _("Points that everybody begins with"), options.stack or 0),
        Field(
            label=_("The stakes rise"),
            help="",
            value=options.levels,
            key=OptionKey.LEVELS,
            choices=tuple((name, _(words)) for name, words in _LEVELS.items()),
        ),
        time,
        Field(
            label=_("The server's ledger"),
            help="",
            value="yes" if options.books else "no",
            key=OptionKey.BOOKS,
            choices=(("no", _("Its hands don't count")), ("yes", _("Its hands count"))),
        ),
    )
    return _form(tournament, fields, _)


def rounds_form(
    tournament: int, options: TableOptions, rounds: int, hands: int, seconds: int, _: Texts
) -> Form:
    """That of a duplicate tournament."""
    fields = (
        _number(OptionKey.ROUNDS, _("Rounds"), rounds),
        _number(OptionKey.HANDS, _("Hands in each round"), hands),
        Field(
            label=_("How long each round may last"),
            help="",
            hint="90m, 48h, 7d",
            value=written_time(seconds),
            most=20,
            key=OptionKey.DEADLINE,
        ),
        _bank(options, _),
    )
    return _form(tournament, fields, _)


def start_form(tournament: int, starts: str, _: Texts) -> Form:
    """The form for when it starts by itself, with the time there is, empty for none."""
    field = Field(
        label=_("When it starts by itself"),
        help=_("20:30, 2026-11-24 20:30, 2h from now, or none"),
        hint="20:30",
        value=starts,
        most=40,
    )
    return Form(ChangeStart(tournament), _("Start of the tournament"), (field,))


def _form(tournament: int, fields: tuple[Field, ...], _: Texts) -> Form:
    return Form(ChangeTournament(tournament), _("More options"), fields)


def _number(key: OptionKey, label: str, value: int) -> Field:
    return Field(label=label, help="", value=str(value), most=6, key=key)


def _clock(options: TableOptions, _: Texts) -> Field:
    return Field(
        label=_("Time for each decision"),
        help=_("45s, 10m, 12h, 2d, or none"),
        value=written_time(options.clock),
        most=20,
        key=OptionKey.CLOCK,
    )


def _bank(options: TableOptions, _: Texts) -> Field:
    return Field(
        label=_("Time bank for the whole tournament"),
        help=_("5m, 24h, or none"),
        value=written_time(options.bank),
        most=20,
        key=OptionKey.BANK,
    )
