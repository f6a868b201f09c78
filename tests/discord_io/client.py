"""As much of discord.py's client as the bot's messages go through: it does what a test has said."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.discord_io.rate_limits import DmLimiter, DmRates


def refusal(status: int, code: int = 0) -> discord.HTTPException:
    """Discord's answer that it does not do what was asked."""
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": "no"})


def picture(attachment_id: int, name: str = "board.png") -> discord.MediaGalleryComponent:
    """A message's gallery as Discord tells of it."""
    url = f"https://cdn.discordapp.com/ephemeral-attachments/1/2/{name}?ex=1&hm=2"
    media = SimpleNamespace(attachment_id=attachment_id, url=url)
    gallery = object.__new__(discord.MediaGalleryComponent)
    gallery.items = cast("Any", [SimpleNamespace(media=media)])
    return gallery


@dataclass
class Calls:
    """What was asked of Discord, in order; whatever is in `fails` comes first, once each.

    None there is a call that does not fail.
    """

    made: list[tuple[Any, ...]] = field(default_factory=list[Any])
    fails: list[BaseException | None] = field(default_factory=list[BaseException | None])
    answers: Any = None

    def note(self, *call: Any) -> Any:
        """Keep a call; what Discord answers."""
        self.made.append(call)
        if self.fails and (error := self.fails.pop(0)) is not None:
            raise error
        return self.answers

    def method(self, name: str, *about: Any) -> Callable[..., Any]:
        """A method that is only noted."""

        async def call(*arguments: Any, **named: Any) -> Any:
            return self.note(name, *about, *arguments, named)

        return call

    @property
    def names(self) -> list[str]:
        """The names of all that was asked."""
        return [call[0] for call in self.made]


class Channel(discord.TextChannel):
    """A text channel, in which threads can be made."""

    __slots__ = ("calls", "news")

    def __init__(self, calls: Calls, *, news: bool = False) -> None:
        self.calls = calls
        self.news = news
        self.guild = cast("discord.Guild", discord.Object(1))

    def is_news(self) -> bool:
        """True if it is one of announcements."""
        return self.news

    def get_partial_message(self, message_id: int, /) -> Any:
        """One of its messages."""
        make = self.calls.method("thread of", message_id)
        return SimpleNamespace(id=message_id, create_thread=make)

    async def create_thread(self, **named: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """A thread without a message."""
        self.calls.note("thread", named["type"])
        return SimpleNamespace(id=900)


class Thread(discord.Thread):
    """A thread."""

    __slots__ = ("calls",)

    def __init__(self, calls: Calls, *, archived: bool = False) -> None:
        self.calls = calls
        self.archived = archived

    async def edit(self, **named: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Change it."""
        self.calls.note("edit thread", named)

    async def add_user(self, user: Any, /) -> None:
        """Add a person."""
        self.calls.note("add", user.id)


@dataclass
class Client:
    """A client that knows some channels and servers."""

    calls: Calls = field(default_factory=Calls)
    channels: dict[int, Any] = field(default_factory=dict[int, Any])
    guilds: dict[int, Any] = field(default_factory=dict[int, Any])
    knows_guilds: bool = True

    def is_ready(self) -> bool:
        """True once Discord has told of all servers."""
        return self.knows_guilds

    def get_channel(self, channel_id: int) -> Any:
        """A channel that it knows."""
        return self.channels.get(channel_id)

    def get_guild(self, guild_id: int) -> Any:
        """A server that it knows."""
        return self.guilds.get(guild_id)

    async def fetch_channel(self, channel_id: int) -> Any:
        """A channel, asked for."""
        return self.calls.note("fetch channel", channel_id)

    async def fetch_guild(self, guild_id: int, **_: Any) -> Any:
        """A server, asked for."""
        return self.calls.note("fetch guild", guild_id)

    async def create_dm(self, user: Any) -> Any:
        """Somebody's direct messages."""
        return self.calls.note("dm", user.id)

    def get_partial_messageable(self, channel_id: int) -> Any:
        """A channel in which messages are posted."""
        calls = self.calls

        def message(message_id: int) -> Any:
            return SimpleNamespace(
                edit=calls.method("edit", message_id), delete=calls.method("delete", message_id)
            )

        return SimpleNamespace(send=calls.method("post", channel_id), get_partial_message=message)


@dataclass
class Passing:
    """A clock that stands still."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now

    @property
    def moment(self) -> datetime:
        """As discord.py tells of times."""
        return datetime.fromtimestamp(self.now, UTC)


def dm_limiter(clock: Callable[[], float]) -> DmLimiter:
    """Two direct messages at once, and then one every ten seconds."""
    return DmLimiter(DmRates(at_once=2, pause=10.0, longest=15.0, rest=60.0), clock)
