"""The published facts of a tournament's deals: commitments, what was added, the secret."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import Component, Screen, button, row, text
from bot.screens.tournaments.tournament_lines import all_anew_line
from bot.screens.tournaments.tournament_presses import ShowAdded
from bot.texts import Texts
from ofc_engine.deal import NO_SEED

_AT_ONCE: Final = 100
"""Numbers of Discord's that fit into a message beside all else."""


@dataclass(frozen=True)
class Added:
    """The additions to all deals of a tournament (by its id): each part, and what they give.

    `joined` is empty before the start. The deals to come were made `anew` (Unix seconds) if a
    backup was put back.
    """

    tournament: int
    parts: Sequence[str]
    joined: str
    anew: int | None = None


def deals_screen(
    deals: Sequence[tuple[int, int, str]], digest: str, added: Added, _: Texts
) -> Screen:
    """The published facts of a duplicate tournament's deals: by round and hand, the commitment."""
    lines = [
        _heading(_),
        _(
            "Each deal was fixed when the tournament was opened: this is the SHA-256 of its "
            "secret. Together they give {commitment}.",
            commitment=digest,
        ),
        "```",
        *(f"{number}.{hand} {commitment}" for number, hand, commitment in deals),
        "```",
    ]
    return _screen(lines, added, _)


def origin_screen(commitment: str, secret: str, added: Added, _: Texts) -> Screen:
    """The published facts of a knock-out's deals; the `secret` is empty until it is over."""
    lines = [
        _heading(_),
        _(
            "All deals come from one secret, which was fixed when the tournament was opened. This "
            "is its SHA-256: {commitment}",
            commitment=commitment,
        ),
    ]
    if secret:
        lines.append(
            _(
                "The tournament is over, so this is the secret: {secret}. *Deal proof* of each "
                "hand shows that its deal comes from it.",
                secret=secret,
            )
        )
    return _screen(lines, added, _)


def added_screen(added: Added, page: int, _: Texts) -> Screen:
    """A page of the additions that did not fit beside the rest."""
    return _screen([_heading(_)], added, _, page)


def _heading(_: Texts) -> str:
    return "## " + _("The deals")


def _screen(lines: list[str], added: Added, _: Texts, page: int = 0) -> Screen:
    if added.anew is not None and page == 0:
        lines.append(all_anew_line(added.anew, _))
    if added.joined in ("", NO_SEED):
        return Screen((text("\n".join(lines)),))
    if page == 0:
        lines.append(
            _(
                "Each *Join* added the number that Discord gave it, and so did the "
                "announcement. Together they're {joined}: the first 32 digits of the SHA-256 "
                "of these, with a colon between each two.",
                joined=added.joined,
            )
        )
    first = page * _AT_ONCE
    lines.append("-# " + ":".join(added.parts[first : first + _AT_ONCE]))
    shown: list[Component] = [text("\n".join(lines))]
    if len(added.parts) > first + _AT_ONCE:
        shown.append(row(button(ShowAdded(added.tournament, page + 1), _("More"))))
    return Screen(tuple(shown))
