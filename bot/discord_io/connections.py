"""Connections to the gateway that survive what would end or stall those of discord.py.

discord.py may wait for 17 minutes between two tries, and one event that it cannot read ends the
whole client. Here the bot goes on, and the person behind the event is told. Of all messages it
reads only direct ones, and those that mention it by name.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import partial
from typing import Any, Final, Literal

import aiohttp
import discord
import discord.gateway
import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, KeepAliveHandler, ReconnectWebSocket, WebSocketClosure
from discord.http import HTTPClient, Route

from bot.screens.components import note
from bot.tasks import Tasks
from bot.texts import texts_for

log: Final = logging.getLogger(__name__)

LONGEST_PAUSE: Final = 300.0
"""Seconds between two tries to connect; discord.py's own grow to 17 minutes."""


class Backoff(ExponentialBackoff[Literal[False]]):
    """The pauses between tries to connect, which grow to a few minutes."""

    def delay(self) -> float:
        """Seconds until the next try."""
        return min(super().delay(), LONGEST_PAUSE)


class Heartbeat(KeepAliveHandler):
    """Takes the time of a heartbeat before it is sent.

    discord.py takes it afterwards: an answer that comes before that is counted for the previous
    heartbeat, and it warns "Can't keep up ... websocket is 41.3s behind".
    """

    def get_payload(self) -> dict[str, Any]:
        """The heartbeat to send, whose time is taken now."""
        self._last_send = time.perf_counter()
        return super().get_payload()


_INTERACTION: Final = "INTERACTION_CREATE"
# Kinds of answers to an interaction: a message, and choices for somebody who is typing.
_MESSAGE: Final = 4
_CHOICES: Final = 8
_PRIVATE: Final = discord.MessageFlags(ephemeral=True, components_v2=True)


class Unread:
    """Guards a client against events that cannot be read; `http` answers interactions."""

    def __init__(self, http: HTTPClient) -> None:
        self._http = http
        self.answering = Tasks(discord.HTTPException, aiohttp.ClientError, OSError)

    def guard(self, parsers: MutableMapping[str, Callable[[Any], None]]) -> None:
        """Wrap parsers, by event name, to log what goes wrong and answer an unread interaction."""
        for name, parse in parsers.items():
            parsers[name] = partial(self._parsed, name, parse)

    def _parsed(self, name: str, parse: Callable[[Any], None], event: Any) -> None:  # noqa: ANN401 - any JSON
        try:
            parse(event)
        except Exception:
            log.exception("an event of Discord's (%s) could not be read", name)
            if name == _INTERACTION:
                self.answering.begin("answering what could not be read", self._apologise(event))

    async def _apologise(self, interaction: dict[str, Any]) -> None:
        """Tell the person in the one way that needs nothing but an id and a token."""
        _ = texts_for(str(interaction.get("locale", "")))
        said = note(_("Discord sent me something I can't read. Please try that again."))
        answer: dict[str, Any] = {
            "type": _MESSAGE,
            "data": {"components": list(said.components), "flags": _PRIVATE.value},
        }
        if interaction.get("type") == discord.InteractionType.autocomplete.value:
            answer = {"type": _CHOICES, "data": {"choices": []}}
        path = "/interactions/{webhook_id}/{webhook_token}/callback"
        route = Route(
            "POST", path, webhook_id=interaction["id"], webhook_token=interaction["token"]
        )
        await self._http.request(route, json=answer)


_EXPECTED: Final = (
    ReconnectWebSocket,
    WebSocketClosure,
    discord.DiscordException,
    aiohttp.ClientError,
    asyncio.TimeoutError,
    OSError,
)
"""Errors that discord.py itself recovers from."""


class TolerantWebSocket(DiscordWebSocket):
    """A connection to the gateway that starts a new session after a frame that cannot be read.

    If the session were resumed, the frame would come again.
    """

    async def received_message(self, msg: Any, /) -> None:  # noqa: ANN401 - as discord.py has it
        """Handle a frame."""
        try:
            await super().received_message(msg)
        except _EXPECTED:
            raise
        except Exception:
            log.exception("shard %s: a frame could not be read, connecting anew", self.shard_id)
            self.sequence = self.session_id = None
            self.gateway = self.DEFAULT_GATEWAY
            await self.close(code=1000)
            raise ReconnectWebSocket(self.shard_id, resume=False) from None


def use_own_connections() -> None:
    """Make discord.py connect with these classes from now on."""
    discord.shard.ExponentialBackoff = Backoff  # pyright: ignore[reportPrivateImportUsage]
    discord.shard.DiscordWebSocket = TolerantWebSocket  # pyright: ignore[reportPrivateImportUsage]
    discord.gateway.KeepAliveHandler = Heartbeat


# --- servers ----------------------------------------------------------------------------------

_READY: Final = "READY"
_LEFT: Final = "GUILD_DELETE"


def notice_lost_guilds(
    parsers: MutableMapping[str, Callable[[Any], None]],
    guilds: Callable[[], Sequence[discord.Guild]],
) -> None:
    """Have a client's event `parsers` take a guild that a new session lacks for one that was left.

    Discord tells of that only while a session lasts, and discord.py keeps all `guilds`.
    """
    parse = parsers[_READY]

    def ready(event: Any) -> None:  # noqa: ANN401 - any JSON
        (shard_id, _), kept = event["shard"], {guild["id"] for guild in event["guilds"]}
        for guild in guilds():
            if guild.shard_id == shard_id and str(guild.id) not in kept:
                parsers[_LEFT]({"id": str(guild.id)})
        parse(event)

    parsers[_READY] = ready


# --- messages ---------------------------------------------------------------------------------

_CREATED: Final = "MESSAGE_CREATE"
_IGNORED: Final = ("MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK")
_EPHEMERAL: Final = discord.MessageFlags(ephemeral=True).value
TEXT_CHANNELS: Final = (discord.TextChannel, discord.Thread, discord.VoiceChannel)
"""Channels of servers, whose last message is kept."""
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
    the guild that the event names: looking through all guilds would take longer still.
    """
    parse = parsers[_CREATED]

    def heard(event: Any) -> None:  # noqa: ANN401 - any JSON
        if _is_meant(event, own_id()):
            parse(event)
        elif "guild_id" in event and not event.get("flags", 0) & _EPHEMERAL:
            _note_last(event, guild_of(int(event["guild_id"])))

    parsers[_CREATED] = heard
    for name in _IGNORED:
        parsers[name] = _ignore


def _note_last(event: Mapping[str, Any], guild: discord.Guild | None) -> None:
    """Record the last message of a channel, as discord.py does for those that it parses."""
    channel = guild and guild.get_channel_or_thread(int(event["channel_id"]))
    if isinstance(channel, TEXT_CHANNELS):
        channel.last_message_id = int(event["id"])


def _ignore(_event: object) -> None:
    pass


def _is_meant(event: Mapping[str, Any], own_id: int) -> bool:
    """True for a message that a person has written in direct messages, or with a mention in it.

    A reply without one mentions the bot, too, but asks nothing of it.
    """
    if event["author"].get("bot") or "webhook_id" in event or event["type"] not in _WRITTEN:
        return False
    content = event["content"]
    return "guild_id" not in event or f"<@{own_id}>" in content or f"<@!{own_id}>" in content
