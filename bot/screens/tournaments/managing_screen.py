"""The controls for whoever runs a tournament of several tables; nobody has to use them."""

from bot.screens.components import Component, Screen, Style, button, row, text, user_select
from bot.screens.tournaments.format_words import FORMAT_WORDS
from bot.screens.tournaments.holds import hold_lines
from bot.screens.tournaments.tournament_presses import (
    AskToEnd,
    ChooseShownCard,
    ChooseToRemove,
    EndNow,
    Extend,
    GoOn,
    Pause,
    TypeStart,
)
from bot.texts import Texts
from bot.values.tournament_views import Announcement


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
            if shown.hold.is_paused
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


def end_question(tournament: int, _: Texts) -> Screen:
    """Asks whether to end it, which cannot be taken back."""
    asked = _("End the tournament now? Hands in play don't count, and nobody wins.")
    return Screen((text(asked), row(button(EndNow(tournament), _("End it now"), Style.RED))))
