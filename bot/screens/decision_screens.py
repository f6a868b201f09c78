"""Decisions that concern others or are final: their presses, and what they ask."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens.components import Component, Screen, Style, button, note, row, text
from bot.screens.press import Press
from bot.texts import Texts
from bot.values.phrases import mention, plain


@dataclass(frozen=True)
class ProposalPress(Press):
    """A press about a proposal, by its id."""

    proposal: int


class Agree(ProposalPress, code="agree"):
    """Agree to a proposal."""


class Decline(ProposalPress, code="decline"):
    """Decline a proposal, or withdraw one's own."""


class CorrectNow(ProposalPress, code="void"):
    """Make the hand of a proposal void or have it count again, with Manage Server."""


class Propose(ProposalPress, code="propose"):
    """Put a proposal to the others, after being asked whether to."""


@dataclass(frozen=True)
class VotePress(Press):
    """A press about a vote on somebody's seat, by its id."""

    vote: int


class VoteRemove(VotePress, code="remove"):
    """Vote for taking somebody's seat away."""


class VoteKeep(VotePress, code="keep"):
    """Vote against taking somebody's seat away."""


def sure_screen(question: str, press: Press, label: str) -> Screen:
    """Asks for confirmation of something final."""
    return Screen((text(question), row(button(press, label, Style.RED))))


def asking_screen(
    lines: Sequence[str],
    waiting: Sequence[int],
    buttons: Sequence[Component],
    _: Texts,
    *,
    calls: bool,
) -> Screen:
    """Asks people (user ids) who have not agreed yet; they are notified if it `calls`."""
    asked = _("Waiting for {players}.", players=", ".join(map(mention, waiting)))
    return Screen(
        (text("\n".join([*lines, asked])), row(*buttons)),
        pings=tuple(waiting) if calls else (),
    )


def proposal_buttons(number: int, _: Texts) -> tuple[Component, Component]:
    """The buttons to agree to the proposal with that id, or to decline it."""
    agree = button(Agree(number), _("Agree"), Style.GREEN)
    return agree, button(Decline(number), _("Decline"))


def vote_buttons(number: int, _: Texts) -> tuple[Component, Component]:
    """The buttons to vote for what the vote with that id is about, or against it."""
    agree = button(VoteRemove(number), _("Agree"), Style.RED)
    return agree, button(VoteKeep(number), _("Decline"))


def correction_lines(number: int, who: str, reason: str, _: Texts, *, again: bool) -> list[str]:
    """The lines of a proposal to make a hand void, or to have it count `again`."""
    if again:
        ask = _("{name} asks to have hand #{number} count again:", name=plain(who), number=number)
    else:
        ask = _("{name} asks to void hand #{number}:", name=plain(who), number=number)
    return [f"## {_('A correction')}", ask, f"> {plain(reason)}"]


def corrected_screen(number: int, reason: str, visits: str, _: Texts, *, again: bool) -> Screen:
    """A hand has become void or counts `again`; `visits` says what becomes of Fantasyland."""
    if again:
        done = _("Hand #{number} counts again, and so do its points.", number=number)
    else:
        done = _("Hand #{number} no longer counts. Its points have been taken back.", number=number)
    return note("\n".join([done, f"> {plain(reason)}", *([visits] if visits else [])]))


def cards_lines(name: str, _: Texts) -> list[str]:
    """The lines of a proposal to show spectators all cards of finished hands."""
    ask = _(
        "{name} asks to show followers all cards of a hand once it's over, discards included.",
        name=plain(name),
    )
    terms = _(
        "It starts with the next hand and ends when somebody sits down or leaves, or when a "
        "player ends it under More."
    )
    return ["## " + _("All cards for spectators"), ask, "-# " + terms]


def cards_agreed_screen(number: int, _: Texts) -> Screen:
    """Spectators are shown all cards, from the hand with that number on."""
    agreed = _(
        "Agreed: from hand {number} on, followers see all cards once a hand is over.",
        number=number,
    )
    end = _("Any player can end this under More.")
    return note(f"{agreed}\n-# {end}")


def declined_screen(name: str, _: Texts, *, withdrawn: bool = False) -> Screen:
    """A proposal was declined by the person of that name, or withdrawn by its author."""
    if withdrawn:
        return note(_("{name} withdrew this. Nothing has changed.", name=plain(name)))
    return note(_("{name} declined. Nothing has changed.", name=plain(name)))


def vote_lines(name: str, agreed: Sequence[str], needed: int, ends_at: int, _: Texts) -> list[str]:
    """The lines of a vote on somebody's seat; `agreed` are the names of those for it."""
    return [
        "## " + _("A vote"),
        _("Remove {name} from this table?", name=plain(name)),
        _("In favour: {names}.", names=", ".join(map(plain, agreed)) or _("nobody"))
        + " "
        + _.count("{number} vote needed.", "{number} votes needed.", needed),
        "-# " + _("The vote ends <t:{at}:R>.", at=ends_at),
    ]


def removed_screen(name: str, _: Texts, *, plays_on: bool) -> Screen:
    """Somebody has lost their seat; `plays_on`: the running hand is played for them first."""
    if plays_on:
        return note(_("{name} loses the seat. I'll finish the hand for them.", name=plain(name)))
    return note(
        _("{name} has lost the seat. Anybody can take it with /ofc join.", name=plain(name))
    )


def waits_no_more_screen(names: Sequence[str], _: Texts) -> Screen:
    """Somebody has been taken off the waiting list, or several people."""
    lines = [_("{name} is no longer on the waiting list.", name=plain(name)) for name in names]
    return note("\n".join(lines))


def stays_screen(name: str, _: Texts) -> Screen:
    """The vote on somebody's seat did not find a majority."""
    return note(_("The vote is over: {name} stays.", name=plain(name)))
