"""The screen of `/privacy about`."""

from bot.screens.components import Screen, text
from bot.texts import Texts


def about_screen(_: Texts) -> Screen:
    """What is kept, who sees it, and how to be forgotten."""
    lines = [
        "## " + _("What I keep about you"),
        "- " + _("Your Discord id, display name, @name and language, and where I write to you."),
        "- " + _("The hands you played: your cards, your placements, your points."),
        "- " + _("Your settings."),
        _("I read no messages. People in a server see its finished hands and its points."),
        "- " + _("/privacy export gives you all of it as a file."),
        "- "
        + _(
            "/privacy forget deletes all that tells who you are. Your hands stay for the others "
            "under a number."
        ),
        _("Who runs this bot can read its database. Ask them for their privacy policy."),
        "-# " + _("Points are for fun. They have no value."),
    ]
    return Screen((text("\n".join(lines)),))
