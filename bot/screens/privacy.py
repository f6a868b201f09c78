"""Screens about what is kept of somebody: told, given to them as a file, forgotten."""

from dataclasses import dataclass

from bot.screens.components import Screen, Style, button, row, text
from bot.screens.press import Press
from bot.texts import Texts


class ExportOwnData(Press, code="mydata"):
    """Have all that is kept about oneself as a file."""


class AskToForget(Press, code="askforget"):
    """Ask to be forgotten, which is asked about once more."""


@dataclass(frozen=True)
class ForgetMe(Press, code="forget"):
    """Forget the player with that id, who has to be the one who presses."""

    player: int


def privacy_screen(_: Texts) -> Screen:
    """An overview of the data that is kept, who sees it, and how to be forgotten."""
    lines = [
        "## " + _("What I keep about you"),
        "- " + _("Your Discord ID, display name, @name and language, and where I message you."),
        "- " + _("The hands you played: your cards, your placements, your points."),
        "- " + _("Your settings, and at which tables you have a seat or wait for one."),
        _(
            "I only read messages that mention me or that you send me directly, to answer them, "
            "and keep none. Everybody in a server can see its finished hands and points."
        ),
        _(
            "*Forget me* deletes everything that identifies you. Your hands stay for the others "
            "under a number."
        ),
        _("The people who run this bot can read its database. Ask them for their privacy policy."),
        "-# " + _("Points are for fun. They have no value."),
    ]
    buttons = row(
        button(ExportOwnData(), _("Everything as a file")),
        button(AskToForget(), _("Forget me"), Style.RED),
    )
    return Screen((text("\n".join(lines)), buttons))
