"""The screens with which people begin: help, and the greeting of a server."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.alone.alone_screens import PlayAlone
from bot.daily.daily_presses import PlayDaily
from bot.screens.components import Component, Screen, Style, button, link, row, text
from bot.screens.presses import Learn, Play
from bot.screens.settings.settings_presses import Setup
from bot.texts import Texts


@dataclass(frozen=True)
class CommandGroup:
    """A command with its description in English, and the full names of what is in it."""

    description: str
    names: tuple[str, ...]


def help_screen(
    commands: Sequence[CommandGroup], invite: str, _: Texts, *, has_tables: bool
) -> Screen:
    """Where to begin, and all commands below.

    `invite` is the address by which the bot is added to a server; `has_tables` says that tables
    can be opened where this is read.
    """
    lines = [
        "## " + _("Open Face Chinese Poker"),
        _("I deal, keep the points and keep it fair. You play by tapping, live or over days."),
    ]
    if not has_tables:
        lines.append(_("To play with others, type /play in a channel of a server."))
    ways = row(*_ways(_, has_tables=has_tables), link(invite, _("Add me to a server")))
    listed = [_listed(each, _) for each in commands]
    return Screen((text("\n".join(lines)), ways, text("\n".join(listed))))


def _ways(_: Texts, *, has_tables: bool) -> list[Component]:
    play = (Play(), _("Play")) if has_tables else (PlayAlone(), _("Play the computer"))
    return [
        button(*play, Style.GREEN),
        button(Learn(), _("Learn in two minutes"), Style.BLURPLE),
        button(PlayDaily(), _("Today's deal")),
    ]


def _listed(group: CommandGroup, _: Texts) -> str:
    names = " · ".join(f"/{name}" for name in group.names)
    return f"-# {names}: {_(group.description)}"


def greeting_screen(_: Texts) -> Screen:
    """The greeting for a server that the bot has joined."""
    lines = [
        "## " + _("Hello! I deal Open Face Chinese Poker."),
        _(
            "Open a table and play with friends, or with me if nobody is there. You get your cards "
            "by direct message, and play by tapping. Type /help at any time."
        ),
    ]
    ways = row(
        button(Play(), _("Open a table"), Style.GREEN),
        button(Learn(), _("Learn"), Style.BLURPLE),
        button(Setup(1), _("Set up")),
    )
    return Screen((text("\n".join(lines)), ways))
