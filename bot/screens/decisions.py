"""Decisions that concern others or are final: their presses, and what they ask."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens.components import Screen, Style, button, note, row, text
from bot.screens.press import Press
from bot.screens.words import mention, plain
from bot.texts import Texts


@dataclass(frozen=True)
class Agree(Press, code="agree"):
    """Agree to a proposal."""

    proposal: int


@dataclass(frozen=True)
class Decline(Press, code="decline"):
    """Decline a proposal, or take one's own back."""

    proposal: int


@dataclass(frozen=True)
class VoidNow(Press, code="void"):
    """Make the hand of a proposal void, with Manage Server."""

    proposal: int


@dataclass(frozen=True)
class VoteRemove(Press, code="remove"):
    """Vote for taking somebody's seat away."""

    vote: int


@dataclass(frozen=True)
class VoteKeep(Press, code="keep"):
    """Vote against it."""

    vote: int


@dataclass(frozen=True)
class EndSeason(Press, code="endseason"):
    """End the season with that number in its server."""

    season: int


@dataclass(frozen=True)
class ForgetMe(Press, code="forget"):
    """Forget the player with that id, who has to be the one who presses."""

    player: int


def sure_screen(question: str, press: Press, label: str) -> Screen:
    """Asks once more before something final."""
    return Screen((text(question), row(button(press, label, Style.RED))))


def proposal_screen(
    lines: Sequence[str], number: int, waiting: Sequence[int], _: Texts, *, calls: bool
) -> Screen:
    """A proposal with the people it waits for (user ids), who are notified if it `calls`."""
    names = ", ".join(map(mention, waiting))
    asked = _("Waiting for {players}.", players=names)
    agree = button(Agree(number), _("Agree"), Style.GREEN)
    decline = button(Decline(number), _("Decline"))
    return Screen(
        (text("\n".join([*lines, asked])), row(agree, decline)),
        pings=tuple(waiting) if calls else (),
    )


def void_lines(number: int, who: str, reason: str, _: Texts) -> list[str]:
    """The lines of a proposal to make a hand void."""
    ask = _("{name} asks that hand #{number} does not count:", name=plain(who), number=number)
    return [f"## {_('A correction')}", ask, f"> {plain(reason)}"]


def voided_screen(number: int, reason: str, visits: str, _: Texts) -> Screen:
    """A hand has become void; `visits` says what becomes of Fantasyland, if anything."""
    done = _("Hand #{number} does not count any more. Its points are taken back.", number=number)
    return note("\n".join([done, f"> {plain(reason)}", *([visits] if visits else [])]))


def declined_screen(name: str, _: Texts, *, withdrawn: bool = False) -> Screen:
    """A proposal was declined by the person of that name, or withdrawn by whoever made it."""
    if withdrawn:
        return note(_("{name} took this back. Nothing has changed.", name=plain(name)))
    return note(_("{name} declined. Nothing has changed.", name=plain(name)))
