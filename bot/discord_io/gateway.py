"""The messages of a table, sent through discord.py, with Discord's refusals by name."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
import discord

from bot.discord_io.layout import Layout, attachments, files, mentions
from bot.screens.components import Screen
from bot.surfaces.gateway import (
    ChannelGone,
    DmClosed,
    GatewayError,
    MessageGone,
    NotAllowed,
    Refused,
    ThreadArchived,
)

_REFUSALS: Final[dict[int, type[GatewayError]]] = {
    10003: ChannelGone,  # unknown channel
    10008: MessageGone,  # unknown message
    10015: MessageGone,  # unknown webhook: the token of an answer has run out
    40003: GatewayError,  # opening direct messages too fast
    40005: Refused,  # request entity too large
    50001: NotAllowed,  # missing access
    50007: DmClosed,  # cannot send messages to this user
    50013: NotAllowed,  # missing permissions
    50027: MessageGone,  # invalid webhook token
    50035: Refused,  # invalid form body
    50083: ThreadArchived,
    50278: DmClosed,  # no mutual guild
}

_PATIENCE: Final = 60.0
"""Seconds after which a request that is not answered is made again; the client waits for 300."""


class DiscordGateway:
    """A `bot.surfaces.gateway.Gateway` over a client that is logged in."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._open: dict[tuple[int, int], discord.Interaction] = {}

    async def open_dm(self, user_id: int) -> int:
        """The id of the channel for direct messages to a person; may raise DmClosed."""
        async with _named_refusals():
            channel = await self._client.create_dm(discord.Object(user_id))
        return channel.id

    def name_of(self, guild_id: int) -> str | None:
        """The name of a server; None if the bot is not in it."""
        guild = self._client.get_guild(guild_id)
        return None if guild is None else guild.name

    async def is_gone(self, channel_id: int) -> bool:
        """Whether a channel has been deleted; Discord is asked only if it has not told of it."""
        if self._client.get_channel(channel_id) is not None:
            return False
        try:
            async with _named_refusals():
                await self._client.fetch_channel(channel_id)
        except ChannelGone:
            return True
        return False

    async def post(self, channel_id: int, screen: Screen, nonce: str) -> int:
        """Post a screen and return the message's id; the same nonce does not post twice."""
        async with _named_refusals():
            message = await self._client.get_partial_messageable(channel_id).send(
                view=Layout(screen),
                files=files(screen),
                nonce=nonce,
                allowed_mentions=mentions(screen),
                silent=screen.is_silent,
            )
        return message.id

    async def edit(self, channel_id: int, message_id: int, screen: Screen) -> None:
        """Show another screen in a message; may raise MessageGone."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        async with _named_refusals():
            await message.edit(view=Layout(screen), attachments=attachments(screen))

    def opened(self, table_id: int, interaction: discord.Interaction) -> None:
        """Keep that the answer to an interaction shows its person's cards, to them alone."""
        self._open = {key: kept for key, kept in self._open.items() if not kept.is_expired()}
        self._open[table_id, interaction.user.id] = interaction

    def has_open(self, table_id: int, user_id: int) -> bool:
        """Whether a person has their cards open; the token of an answer lasts 15 minutes."""
        interaction = self._open.get((table_id, user_id))
        return interaction is not None and not interaction.is_expired()

    async def edit_open(self, table_id: int, user_id: int, screen: Screen) -> None:
        """Show another screen there; it is no error if it has been dismissed."""
        interaction = self._open[table_id, user_id]
        try:
            async with _named_refusals():
                await interaction.edit_original_response(
                    view=Layout(screen), attachments=attachments(screen)
                )
        except (MessageGone, ChannelGone):
            del self._open[table_id, user_id]

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; it is no error if it is gone already."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            async with _named_refusals():
                await message.delete()
        except (MessageGone, ChannelGone):
            return


@asynccontextmanager
async def _named_refusals() -> AsyncGenerator[None]:
    try:
        async with asyncio.timeout(_PATIENCE):
            yield
    except discord.HTTPException as error:
        raise _REFUSALS.get(error.code, GatewayError)(str(error)) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise GatewayError(repr(error)) from error
