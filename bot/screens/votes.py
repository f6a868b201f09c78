"""A vote on somebody's seat as the channel sees it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens.components import Screen, Style, button, note, row, text
from bot.screens.decisions import VoteKeep, VoteRemove
from bot.screens.words import mention, plain
from bot.texts import Texts


@dataclass(frozen=True)
class Ballot:
    """A vote: whose seat, the names of those for it, the user ids of those who have not voted."""

    number: int
    name: str
    agreed: Sequence[str]
    missing: Sequence[int]
    needed: int


def vote_screen(ballot: Ballot, _: Texts, *, calls: bool) -> Screen:
    """The vote while it is open; those who have not voted are notified if it `calls`."""
    lines = [
        "## " + _("A vote"),
        _("Shall {name} lose the seat at this table?", name=plain(ballot.name)),
        _("For it: {names}.", names=", ".join(map(plain, ballot.agreed)) or _("nobody"))
        + " "
        + _.count("It takes {number} vote.", "It takes {number} votes.", ballot.needed),
        _("Waiting for {players}.", players=", ".join(map(mention, ballot.missing))),
    ]
    agree = button(VoteRemove(ballot.number), _("Agree"), Style.RED)
    decline = button(VoteKeep(ballot.number), _("Decline"))
    return Screen(
        (text("\n".join(lines)), row(agree, decline)),
        pings=tuple(ballot.missing) if calls else (),
    )


def removed_screen(name: str, _: Texts, *, plays_on: bool) -> Screen:
    """Somebody has lost their seat; `plays_on`: the running hand is played for them first."""
    if plays_on:
        return note(
            _("{name} loses the seat. I play the hand to its end for them.", name=plain(name))
        )
    return note(
        _("{name} has lost the seat. Anybody can sit down with /ofc join.", name=plain(name))
    )


def declined_screen(name: str, _: Texts) -> Screen:
    """The vote did not find a majority."""
    return note(_("The vote is over: {name} stays.", name=plain(name)))
