"""The screens behind *More*: further facts of a hand, and what is asked next."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.screens.board_screen import Announced, whole_deal_lines
from bot.screens.components import Component, Screen, rows, select, text
from bot.screens.presses import ChosenRival, Kick, TypedSeed, TypedStake
from bot.screens.replies import Field, Form
from bot.screens.result_screen import pair_lines
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.scenes import ResultScene


def more_screen(
    buttons: Sequence[Component],
    _: Texts,
    *,
    hand: int = 0,
    result: ResultScene | None = None,
    deals: Sequence[Announced] = (),
    counts: bool = True,
    gathers: bool = False,
) -> Screen:
    """Further facts of a hand (pair by pair if it is over, its deal and the next), and its deeds.

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
    return Screen((text("\n".join(lines)), *rows(buttons)))


# --- menus and forms behind it ----------------------------------------------------------------

MOST_NAMED: Final = 25


def kick_screen(names: Mapping[int, str], spot: Spot, _: Texts) -> Screen:
    """The menu of those who can be removed: names by their Discord ids."""
    menu = select(Kick(spot), _options(names), "", placeholder=_("Who should leave?"))
    how = _(
        "In the lobby, and for somebody who has gone, the host decides. Otherwise there's a vote."
    )
    return Screen((text(f"### {_('Remove somebody')}\n{how}"), menu))


def rivals_screen(names: Mapping[int, str], spot: Spot, _: Texts) -> Screen:
    """The menu of opponents to play for another stake with: names by our own ids."""
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
