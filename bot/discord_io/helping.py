"""Answers people who write to the bot with how to begin, and greets a server it has joined."""

import logging
from collections.abc import Iterator
from typing import Final

import discord

from bot.discord_io.bounded_dict import BoundedDict
from bot.discord_io.command_mentions import CommandMentions, Context
from bot.handlers.request import Services
from bot.screens.components import Screen
from bot.surfaces.gateway import GatewayError, nonce_from
from bot.texts import texts_for
from bot.welcome import CommandGroup, greet, help_screen, locale_in, locale_of

log: Final = logging.getLogger(__name__)

_ANSWER_INTERVAL: Final = 10.0
"""Seconds between two answers in a channel, however much is written there."""
_MOST_KNOWN: Final = 1024
_JUST_JOINED: Final = 24 * 3600.0
"""Seconds for which a server counts as just joined when the bot connects."""


def offered(mentions: CommandMentions, context: Context) -> list[CommandGroup]:
    """The commands that can be used somewhere, as help lists them: those in groups last."""
    here = [each for each in mentions.commands if context in each.contexts]
    here.sort(key=lambda each: len(each.names) > 1)
    return [CommandGroup(each.description, each.names) for each in here]


class Helping:
    """Answers messages and greets new servers, in tasks of the background."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._answered = BoundedDict[int, float](_MOST_KNOWN)
        """When a channel was answered last, in Unix seconds."""

    def hear(self, message: discord.Message, mentions: CommandMentions, invite: str) -> None:
        """Answer a message to the bot, unless its channel was answered a moment ago."""
        now, channel_id = self._services.clock(), message.channel.id
        if now - self._answered.get(channel_id, 0.0) < _ANSWER_INTERVAL:
            return
        self._answered.keep(channel_id, now)
        self._services.background.begin(
            "answering a message", self._answer(message, mentions, invite)
        )

    async def _answer(
        self, message: discord.Message, mentions: CommandMentions, invite: str
    ) -> None:
        screen = await self._screen(message, mentions, invite)
        try:
            await self._services.gateway.post(
                message.channel.id, screen, nonce_from(f"help {message.id}")
            )
        except GatewayError as error:
            # They can ask again, or may not see the bot's answers there at all.
            log.info("message %d: could not be answered: %r", message.id, error)

    async def _screen(
        self, message: discord.Message, mentions: CommandMentions, invite: str
    ) -> Screen:
        if message.guild is None:
            locale, where = await locale_of(self._services, message.author.id), Context.BOT_DM
        else:
            locale, where = await locale_in(self._services, message.guild.id), Context.GUILD
        commands, has_tables = offered(mentions, where), message.guild is not None
        return help_screen(commands, invite, texts_for(locale), has_tables=has_tables)

    def greet(self, guild: discord.Guild) -> None:
        """Greet a server that the bot has joined, where it may write; nothing if nowhere."""
        channel = next(_places(guild), None)
        if channel is None:
            log.info("server %d: no channel to greet it in", guild.id)
            return
        services, channel_id = self._services, channel.id
        services.background.keep_up(
            f"greeting server {guild.id}", lambda: greet(services, guild.id, channel_id)
        )

    def greet_those_joined_unheard(self, guilds: Iterator[discord.Guild]) -> None:
        """Greet those of the servers that added the bot in the last 24 hours, while it was down."""
        since = self._services.clock() - _JUST_JOINED
        for guild in guilds:
            # In an unavailable server discord.py knows no members, not even the bot.
            me: discord.Member | None = guild.me
            if me and me.joined_at is not None and me.joined_at.timestamp() >= since:
                self.greet(guild)


def _places(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """The channels in which the bot may write, the one for system messages first."""
    first = [] if guild.system_channel is None else [guild.system_channel]
    for channel in (*first, *guild.text_channels):
        granted = channel.permissions_for(guild.me)
        if granted.view_channel and granted.send_messages:
            yield channel
