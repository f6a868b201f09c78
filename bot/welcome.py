"""`/help`, and the greeting of a server that the bot has joined."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.alone import PlayAlone
from bot.daily.daily_presses import PlayDaily
from bot.handlers.request import Answer, Request, Services
from bot.handlers.serving import personal
from bot.screens.components import Component, Screen, Style, button, link, row, text
from bot.screens.presses import Learn, Play
from bot.screens.replies import Private
from bot.screens.settings.menus import Setup
from bot.store import guilds, players
from bot.store.engine import Connection
from bot.surfaces.gateway import PERMANENT_POST_ERRORS, nonce_from
from bot.texts import Texts, texts_for


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


@personal
def ask(at: Request, commands: Sequence[CommandGroup], invite: str, *, has_tables: bool) -> Answer:
    """Where to begin, and all commands."""
    return Answer(Private(help_screen(commands, invite, at.texts, has_tables=has_tables)))


async def locale_of(services: Services, user_id: int) -> str:
    """The language of somebody who writes to the bot, English if they have never used it."""
    player = await services.database.read(partial(players.find, user_id=user_id))
    return "" if player is None else player.locale


async def locale_in(services: Services, guild_id: int) -> str:
    """The language of a server, as it has chosen it or else as Discord has it."""
    guild = await services.database.read(partial(guilds.get, guild_id=guild_id))
    return guild.locale or services.gateway.locale_of(guild_id)


async def greet(services: Services, guild_id: int, channel_id: int) -> None:
    """Greet a server in a channel, if that has not been done; may raise GatewayError.

    The greeting offers the setup, which is offered once.
    """
    guild = await services.database.read(partial(guilds.get, guild_id=guild_id))
    if guild.setup:
        return
    _ = texts_for(guild.locale or services.gateway.locale_of(guild_id))
    try:
        await services.gateway.post(
            channel_id, greeting_screen(_), nonce_from(f"greeting {guild_id}")
        )
    except PERMANENT_POST_ERRORS:
        return
    await services.database.write(partial(_keep_greeted, guild_id=guild_id))


def _keep_greeted(db: Connection, guild_id: int) -> None:
    guild = guilds.get(db, guild_id)
    guilds.put(db, replace(guild, setup=guild.setup or 1))
