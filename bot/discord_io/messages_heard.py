"""Filters messages: the bot reads only direct messages and those that mention it by name."""

from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, Final

import discord

_CREATED: Final = "MESSAGE_CREATE"
_UNHEARD: Final = ("MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK")
_EPHEMERAL: Final = discord.MessageFlags(ephemeral=True).value
TEXT_CHANNELS: Final = (discord.TextChannel, discord.Thread, discord.VoiceChannel)
"""Those in servers of which the last message is kept."""
_WRITTEN: Final = (0, 19)
"""Types of messages that somebody has written: new ones and replies."""


def hear_only_what_is_meant(
    parsers: MutableMapping[str, Callable[[Any], None]],
    own_id: Callable[[], int],
    guild_of: Callable[[int], discord.Guild | None],
) -> None:
    """Replace a client's event `parsers`, so that it skips all messages that are not for the bot.

    Discord sends every message, the bot's own included, and parsing them all takes a while. Of a
    skipped one only its id is kept, as the last of its channel, if the client knows the channel in
    the guild that the event names: to look through all guilds would take longer still.
    """
    parse = parsers[_CREATED]

    def heard(event: Any) -> None:  # noqa: ANN401 - any JSON
        if _is_meant(event, own_id()):
            parse(event)
        elif "guild_id" in event and not event.get("flags", 0) & _EPHEMERAL:
            _note_last(event, guild_of(int(event["guild_id"])))

    parsers[_CREATED] = heard
    for name in _UNHEARD:
        parsers[name] = _ignore


def _note_last(event: Mapping[str, Any], guild: discord.Guild | None) -> None:
    """Keep which message is the last of a channel, as discord.py does of those that it reads."""
    channel = guild and guild.get_channel_or_thread(int(event["channel_id"]))
    if isinstance(channel, TEXT_CHANNELS):
        channel.last_message_id = int(event["id"])


def _ignore(_event: object) -> None:
    pass


def _is_meant(event: Mapping[str, Any], own_id: int) -> bool:
    """True for a message that a person has written in direct messages, or with a mention in it.

    A reply mentions the bot, too, and is no question to it.
    """
    if event["author"].get("bot") or "webhook_id" in event or event["type"] not in _WRITTEN:
        return False
    content = event["content"]
    return "guild_id" not in event or f"<@{own_id}>" in content or f"<@!{own_id}>" in content
