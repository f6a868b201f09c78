"""The screen behind *More*: further facts of a hand, and deeds at its table beside playing."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from bot.screens.board_screen import Announced, whole_deal_lines
from bot.screens.components import Component, Screen, Style, button, rows, select, text
from bot.screens.press import Press
from bot.screens.presses import (
    AddSeed,
    CallTime,
    ChooseKick,
    ChooseRival,
    ChosenRival,
    ComeBackInChannel,
    EndGame,
    Follow,
    Kick,
    Learn,
    Leave,
    OpenSeat,
    ShowAllCards,
    ShowComputers,
    ShowLedger,
    ShowProof,
    ShowRules,
    ShowText,
    SitOut,
    TypedSeed,
    TypedStake,
)
from bot.screens.replies import Field, Form
from bot.screens.result_screen import pair_lines
from bot.screens.settings.menus import ShowHouseRules, ShowOptions, ShowTableSettings
from bot.texts import Texts, marked
from bot.values.draft import Spot
from bot.values.scenes import ResultScene


class Deed(StrEnum):
    """Something that somebody can do at a table, or see there."""

    TEXT = "text"
    LEDGER = "ledger"
    PROOF = "proof"
    LEAVE = "leave"
    RULES = "rules"
    LEARN = "learn"
    FOLLOW = "follow"
    BACK = "back"
    SIT_OUT = "sit out"
    CALL_TIME = "call time"
    SEED = "seed"
    STAKE = "stake"
    SHOW_ALL = "show all"
    SHOW_OPEN = "show open"
    HOUSE_RULES = "house rules"
    OPTIONS = "options"
    OPEN_SEAT = "open seat"
    COMPUTERS = "computers"
    SETTINGS = "settings"
    KICK = "kick"
    END = "end"


BUTTONS: Final[Mapping[Deed, tuple[Callable[[Spot], Press], str]]] = {
    Deed.TEXT: (ShowText, marked("Text")),
    Deed.LEDGER: (ShowLedger, marked("Ledger")),
    Deed.PROOF: (ShowProof, marked("Deal proof")),
    Deed.LEAVE: (Leave, marked("Leave")),
    Deed.RULES: (ShowRules, marked("Rules")),
    Deed.LEARN: (lambda _spot: Learn(), marked("Learn the game")),
    Deed.FOLLOW: (Follow, marked("Follow")),
    Deed.BACK: (ComeBackInChannel, marked("I'm back")),
    Deed.SIT_OUT: (SitOut, marked("Sit out")),
    Deed.CALL_TIME: (CallTime, marked("Call time")),
    Deed.SEED: (AddSeed, marked("Add a seed")),
    Deed.STAKE: (ChooseRival, marked("Another stake with …")),
    Deed.SHOW_ALL: (lambda spot: ShowAllCards(spot, 1), marked("Show followers all cards")),
    Deed.SHOW_OPEN: (lambda spot: ShowAllCards(spot, 0), marked("Show followers open cards only")),
    Deed.HOUSE_RULES: (ShowHouseRules, marked("House rules")),
    Deed.OPTIONS: (ShowOptions, marked("More options")),
    Deed.OPEN_SEAT: (OpenSeat, marked("Open the seat to all")),
    Deed.COMPUTERS: (ShowComputers, marked("Computer players")),
    Deed.SETTINGS: (ShowTableSettings, marked("Settings")),
    Deed.KICK: (ChooseKick, marked("Remove somebody")),
    Deed.END: (EndGame, marked("End the game")),
}
"""How a deed is shown, and what it presses."""


def more_screen(
    spot: Spot,
    deeds: Sequence[Deed],
    _: Texts,
    *,
    hand: int = 0,
    result: ResultScene | None = None,
    deals: Sequence[Announced] = (),
    counts: bool = True,
    gathers: bool = False,
) -> Screen:
    """Further facts of a hand: pair by pair if it is over, its deal and the next; what can be done.

    `hand` is its number, 0 if it is about none. Not `counts`: it stays out of the server's ledger.
    The table `gathers` people who may not come.
    """
    title = _("Hand {number}", number=hand) if hand else _("This table")
    lines = [f"### {title}"]
    lines += [] if result is None else pair_lines(result, _)
    if not counts:
        lines.append("-# " + _("This hand doesn't count in the server's ledger."))
    if gathers:
        lines.append("-# " + _("It closes by itself if nothing happens here for 24 hours."))
    for deal in deals:
        lines += whole_deal_lines(deal, _) if deal.commitment else []
    return Screen((text("\n".join(lines)), *rows([_button(each, spot, _) for each in deeds])))


def _button(deed: Deed, spot: Spot, _: Texts) -> Component:
    press, label = BUTTONS[deed]
    return button(press(spot), _(label), Style.RED if deed is Deed.END else Style.GREY)


# --- what more has to be said -----------------------------------------------------------------

MOST_NAMED: Final = 25


def kick_screen(names: Mapping[int, str], spot: Spot, _: Texts) -> Screen:
    """The menu of those who can be removed: names by their Discord ids."""
    menu = select(Kick(spot), _options(names), "", placeholder=_("Who should leave?"))
    how = _(
        "In the lobby, and for somebody who has gone, the host decides. Otherwise there's a vote."
    )
    return Screen((text(f"### {_('Remove somebody')}\n{how}"), menu))


def rivals_screen(names: Mapping[int, str], spot: Spot, _: Texts) -> Screen:
    """The menu of those with whom one can play for another stake: names by our own ids."""
    menu = select(ChosenRival(spot), _options(names), "", placeholder=_("Which player?"))
    how = _("Points between you two are multiplied by it, once they agree.")
    return Screen((text(f"### {_('Another stake')}\n{how}"), menu))


def _options(names: Mapping[int, str]) -> list[tuple[str, str]]:
    return [(str(number), name) for number, name in list(names.items())[:MOST_NAMED]]


def stake_form(player_id: int, spot: Spot, most: int, _: Texts) -> Form:
    """The form for the stake between two; `most` is the largest."""
    entry = Field(
        _("What points are multiplied by"),
        _("A whole number, at most {most}.", most=most),
        "3",
        most=3,
        key="stake",
    )
    return Form(TypedStake(spot, player_id), _("Another stake"), (entry,))


def seed_form(spot: Spot, _: Texts) -> Form:
    """The form for a seed of one's own."""
    entry = Field(
        _("Letters and digits of your own"),
        _("They're mixed into the next deal. With ! at the end you're ready for it, too."),
        _("tiger7"),
        most=33,
        key="seed",
    )
    return Form(TypedSeed(spot), _("Add a seed"), (entry,))
