"""The stand-in: a world, its server on loopback, and the people in it."""

import asyncio
import re
import secrets
from base64 import b64encode
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from aiohttp import web

from discord_standin.addresses import GATEWAY
from discord_standin.clock import Clock
from discord_standin.gateway.gateway import Drop, Gateway
from discord_standin.guard import Guard, Handler
from discord_standin.listener import HOST, Listener
from discord_standin.model.feed import Changes
from discord_standin.model.permissions import united
from discord_standin.model.places import Channel, Guild, Overwrite
from discord_standin.model.world import World
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.rest.door import MOST_BYTES, ROUTES, Door, House, Validator
from discord_standin.rest.files import Files
from discord_standin.rest.limits import RateLimits
from discord_standin.traffic import Exchange, Traffic
from discord_standin.trouble import Trouble, Troubles
from discord_standin.vocabulary import EVERYBODY, NO_PERMISSIONS, ChannelType, Json, Permission
from discord_standin.window import Window

_QUIET: Final = 0.05
_PATIENCE: Final = 120.0
"""Seconds to wait for something at most: long, as a busy machine is slow."""


class StandIn:
    """A Discord on a port of this machine, for as long as its `async with` lasts.

    ```python
    async with StandIn() as discord:
        channel = discord.add_channel(discord.add_guild("Friends"), "poker")
        ann = discord.add_person("Ann", channel.guild)
        with redirected(discord.url):
            ...  # start the bot with discord.token
        await discord.connected()
        reply = await ann.command(channel, "ofc new", variant="turbo")
        await ann.press(reply.message, "Join")
        assert discord.violations == []
    ```

    `port` 0 takes a free one. `shards` is how many the bot is told to use, and `max_concurrency`
    how many of them may identify at once. With `rate_limits` Discord's buckets run out as they do
    there; without, only edits of old messages are limited. `validator` checks the bodies of
    requests against a spec. With `troubles` of your own you decide for each request.
    """

    def __init__(
        self,
        *,
        bot_name: str = "Bot",
        port: int = 0,
        shards: int = 1,
        max_concurrency: int = 1,
        rate_limits: bool = False,
        validator: Validator | None = None,
        clock: Clock | None = None,
        troubles: Troubles | None = None,
    ) -> None:
        self.clock = clock or Clock()
        self.world = World(self.clock, bot_name)
        self.world.shards = shards
        self.world.max_concurrency = max_concurrency
        self._port = port
        self._guard = Guard(port)
        self._traffic = Traffic()
        self._troubles = troubles or Troubles()
        self._token = _new_token(self.world.bot.id)
        self._gateway = Gateway(self.world, self._token, self._traffic)
        limits = RateLimits(self.clock) if rate_limits else None
        self._house = House(
            self.world, self._token, self._traffic, self._troubles, limits, validator
        )
        self._listener = Listener(0.1)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # --- the server -------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen."""
        app = web.Application(client_max_size=MOST_BYTES, middlewares=[self._checked])
        app.router.add_get(GATEWAY, self._gateway.serve)
        Files(self.world).add_to(app)
        Door(self._house).add_to(app)
        # Only now is it known, where any free one was asked for.
        self._port = await self._listener.start(app, self._port)
        self._guard = Guard(self._port)
        self.world.base_url = self.url

    @web.middleware
    async def _checked(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self._guard.verify_program(request)
        return await handler(request)

    async def close(self) -> None:
        """Close every connection and stop listening."""
        self.world.desk.close()
        self.clock.cancel_all()
        await self._gateway.close()
        await self._listener.close()

    @property
    def url(self) -> str:
        """The address at which it listens, for `redirected` in the bot's process."""
        return f"http://{HOST}:{self._port}"

    @property
    def token(self) -> str:
        """The token the bot logs in with; each stand-in has its own."""
        return self._token

    # --- people and places ------------------------------------------------------------------

    def add_guild(self, name: str, *, locale: str = "en-US", with_bot: bool = True) -> Guild:
        """A new server; the bot is in it unless told otherwise."""
        guild = self.world.add_guild(name, locale=locale)
        if with_bot:
            self.add_bot(guild)
        return guild

    def add_bot(self, guild: Guild) -> None:
        """Invite the bot to a server."""
        self.world.join(guild, self.world.bot, EVERYBODY)

    def remove_bot(self, guild: Guild) -> None:
        """Throw the bot out of a server."""
        self.world.leave(guild, self.world.bot)

    def add_channel(self, guild: Guild, name: str, kind: ChannelType = ChannelType.TEXT) -> Channel:
        """A new channel."""
        return self.world.add_channel(guild, name, kind)

    def add_thread(self, channel: Channel, name: str) -> Channel:
        """A new public thread on a channel."""
        return self.world.add_thread(channel, name, self.world.owner)

    def add_group(self, name: str, *people: Person) -> Channel:
        """New group messages between people; the bot is never part of them."""
        return self.world.add_group(name, [person.user for person in people])

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel."""
        self.world.remove_channel(channel)

    def add_person(
        self,
        name: str,
        *guilds: Guild,
        locale: str = "en-US",
        permissions: Permission = NO_PERMISSIONS,
    ) -> Person:
        """Somebody new, a member of these servers with special permissions there, if any."""
        person = Person(self.world, self.world.add_user(name, locale=locale))
        for guild in guilds:
            person.join(guild, permissions)
        return person

    def enable_activities(self) -> None:
        """Let the application have an Activity, which gives it an Entry Point command."""
        self.world.commands.enable_activities()

    def deny_bot(self, channel: Channel, *permissions: Permission) -> None:
        """Take permissions from the bot in one channel; none given gives all of them back."""
        denied = Overwrite(deny=united(permissions))
        self.world.overwrite(channel, self.world.bot, denied)

    # --- trouble and time -------------------------------------------------------------------

    def fail_next(self, method: str, path: str, trouble: Trouble, *, times: int = 1) -> None:
        """Let the next requests to a route, such as `/channels/{channel_id}/messages`, fail.

        Raises ValueError for an unknown route.
        """
        if (method, path) not in {(route.method, route.path) for route in ROUTES}:
            raise ValueError(f"There is no route {method} {path}.")
        self._troubles.plan(method, path, trouble, times)

    @property
    def troubles_are_over(self) -> bool:
        """True if everything that was to fail has failed."""
        return self._troubles.are_over

    def limit_openings(self, most: int, seconds: float) -> None:
        """Let the bot open direct messages at most so often within so many seconds."""
        self.world.openings = Window(self.clock, most, seconds)

    def limit_threads(self, most: int, seconds: float) -> None:
        """Let the bot make at most so many threads within so many seconds, in all servers."""
        self.world.threads = Window(self.clock, most, seconds)

    @property
    def greetings(self) -> int:
        """How many connections have identified or resumed."""
        return self._gateway.greetings

    def delete_emoji(self) -> None:
        """Delete all emoji of the application, as its owner may."""
        for emoji in self.world.emojis.all:
            self.world.emojis.remove(emoji.id)

    def mangle_next(self, name: str, mangle: Callable[[Json], None]) -> None:
        """Let the next event of that name arrive as `mangle` changes it."""
        self._gateway.mangled[name] = mangle

    def send_frame(self, text: str) -> None:
        """Send all shards a frame as it is, JSON or not."""
        self._gateway.send(text)

    def refuse_gateway(self, *, times: int = 1) -> None:
        """Let the gateway take none of the next connections."""
        self._gateway.refusals += times

    def cut_gateway(self, how: Drop = Drop.CUT) -> None:
        """Interrupt the gateway."""
        self._gateway.drop(how)

    async def drop_gateway(self, how: Drop = Drop.CUT) -> None:
        """Interrupt the gateway and wait until all shards are back; raises TimeoutError."""
        before = self._gateway.greetings
        self.cut_gateway(how)
        shards = self.world.shards
        await self.until(lambda: self._gateway.greetings >= before + shards)

    def advance(self, seconds: float) -> None:
        """Move the stand-in's time on: deadlines pass, messages grow old."""
        self.clock.advance(seconds)

    # --- waiting ----------------------------------------------------------------------------

    async def connected(self, *, within: float = _PATIENCE) -> None:
        """Wait until the bot has identified or resumed on all its shards."""
        await self.until(lambda: self.is_connected, within=within)

    @property
    def is_connected(self) -> bool:
        """True if the bot is connected on all its shards."""
        return self._gateway.is_connected

    @property
    def is_busy(self) -> bool:
        """True if somebody waits for the bot, or a request is under way or will be retried."""
        return self._traffic.is_busy or bool(self.world.desk.pending)

    async def settle(
        self, is_busy: Callable[[], bool] = lambda: False, *, quiet: float = _QUIET
    ) -> None:
        """Wait until the bot is idle: nobody waits for it, and it sent nothing for `quiet` seconds.

        `is_busy` can add work that cannot be seen from outside. Raises TimeoutError.
        """
        async with asyncio.timeout(2 * _PATIENCE):
            await self._traffic.rest(quiet, lambda: self.is_busy or is_busy())

    async def until(self, condition: Callable[[], bool], *, within: float = _PATIENCE) -> None:
        """Wait until something is so; raises TimeoutError."""
        async with asyncio.timeout(within):
            while not condition():
                await self._traffic.stirs()

    # --- finding out ------------------------------------------------------------------------

    @property
    def violations(self) -> list[str]:
        """What the bot did wrong so far, as sentences."""
        return self.world.violations

    def pardon(self, pattern: str) -> list[str]:
        """Take back the violations in which a pattern is found; raises ValueError without one."""
        found = [sentence for sentence in self.violations if re.search(pattern, sentence)]
        if not found:
            raise ValueError(f"No violation fits {pattern!r}; there are {self.violations}.")
        self.world.violations = [v for v in self.violations if v not in found]
        return found

    @property
    def requests(self) -> list[Exchange]:
        """The requests of the bot with their answers, oldest first; the last 5000."""
        return list(self._traffic.log)

    @property
    def replies(self) -> list[Reply]:
        """What came of everything people did, oldest first."""
        return [Reply(interaction) for interaction in self.world.desk.all]

    def follow_requests(self, follower: Callable[[Exchange], object]) -> None:
        """Call `follower` with each request of the bot, once it is answered."""
        self._traffic.followers.append(follower)

    def changes(self) -> Changes:
        """The changes from now on, as an asynchronous iterator to be closed after use."""
        return Changes(self.world.feed)


def _new_token(bot_id: int) -> str:
    """A random token in the shape of Discord's: the owner's id, and two more parts."""
    owner = b64encode(str(bot_id).encode()).decode().rstrip("=")
    return f"{owner}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"
