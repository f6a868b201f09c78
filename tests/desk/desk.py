"""The bot without Discord: everything from a press to the messages it posts, in one process.

No picture is drawn, computations run inline, and time stands still unless a test moves it: a press
with all that follows takes milliseconds.
"""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from bot.assembly import assemble
from bot.game.loading import loaded
from bot.game.table import Table
from bot.handlers.request import Answer, Services, Visitor
from bot.handlers.serving import HandlerCall, asked_by, follow_up, serve
from bot.screens.components import Illustration, Picture, Screen
from bot.screens.press import Press, parse
from bot.screens.replies import Acknowledged, Form, Private, Public, Redraw, Reply, Shared
from bot.settings import Address
from bot.store.database import Database, Work, Write
from bot.store.players import Person
from bot.surfaces.composer import Composer
from bot.surfaces.render import Illustrator, PictureOptions
from bot.tasks import Thinker
from tests.desk.post import FIRST_DM, Message, Post
from tests.desk.words import buttons, label_of
from tests.e2e.house import secret_of
from tests.thoughts import once

T = TypeVar("T")

GUILD: Final = 9
CHANNEL: Final = 70
BEGINNING: Final = 1_800_000_000
"""The initial time (Unix seconds), in January 2027."""


class Undrawn(Illustrator):
    """Leaves pictures empty; their alt texts are made as usual."""

    async def _drawn(
        self,
        options: PictureOptions,
        words: str,
        paint: Callable[[], bytes],  # noqa: ARG002 - painting is what is left out
        of: int = 0,
    ) -> Illustration:
        return Illustration(options.kept or Picture(options.name, b"", of), words)


class AtOnce(Thinker):
    """Runs computations inline; results in the folder of `thoughts` are read from there."""

    def __init__(self, thoughts: Path | None = None) -> None:
        super().__init__()
        self._thoughts = thoughts

    async def think(self, work: Callable[[], T]) -> T:
        return once(self._thoughts, work)


class Inline(Database):
    """A database without a thread of its own, so that everything happens in the same order."""

    async def _execute(self, fn: Callable[..., T], *args: object, **_: object) -> T:
        await asyncio.sleep(0)
        return fn(*args)

    async def write(self, work: Work[T]) -> T:
        await asyncio.sleep(0)
        write = Write(work)
        self._writer.waiting.append(write)
        self._writer.keep(write)
        return write.outcome


@dataclass(frozen=True)
class Member:
    """A person in the server."""

    number: int
    name: str
    locale: str = "en-US"
    may_manage: bool = False

    @property
    def user_id(self) -> int:
        """Their Discord id."""
        return 100 + self.number

    @property
    def dm(self) -> int:
        """The channel of their direct messages."""
        return FIRST_DM + self.user_id

    @property
    def person(self) -> Person:
        """The member as Discord describes them."""
        return Person(self.user_id, self.name, self.name.lower(), self.locale)


@dataclass(frozen=True)
class Button:
    """A button or a menu of a message."""

    message: Message
    label: str
    custom_id: str


@dataclass
class Time:
    """A clock that stands still unless `now` is set."""

    now: float = BEGINNING

    def clock(self) -> float:
        """Unix seconds."""
        return self.now


@dataclass
class Desk:
    """The bot and its server, where people act and see the results; made with `at_desk`."""

    services: Services
    post: Post
    time: Time
    _interactions: Any = field(default_factory=lambda: count(1_000_001))

    # --- what people do ---------------------------------------------------------------------

    async def ask(
        self,
        member: Member,
        asked: HandlerCall,
        *,
        channel: int = CHANNEL,
        message: Message | None = None,
        entry: str = "",
        entries: Mapping[str, str] = MappingProxyType({}),
    ) -> Screen | None:
        """Serve a command or press with all that follows; returns the private answer, if any.

        `entry` is what they chose from a menu or typed into a form, `entries` are the fields of a
        form by their keys.
        """
        is_direct = channel == member.dm
        visitor = Visitor(
            person=member.person,
            interaction_id=next(self._interactions),
            channel_id=channel,
            guild_id=None if is_direct else GUILD,
            guild_locale=self.post.locale,
            may_manage=member.may_manage and not is_direct,
            message_id=None if message is None else message.id,
            is_in_private=is_direct,
            entry=entry,
            entries=entries,
        )
        answer = await serve(self.services, visitor, asked)
        private = self._show(answer, visitor, message)
        message_id = None if message is None else message.id
        await follow_up(self.services, answer, message_id=message_id, delivered=True)
        if answer.notice:
            self.services.messages.answered(answer.notice, delivered=True)
        await self.settle()
        return private

    async def press(self, member: Member, button: Button, *, entry: str = "") -> Screen | None:
        """Press a button that a member sees, or choose `entry` from that menu."""
        asked, channel = asked_by(button.custom_id), button.message.channel_id
        return await self.ask(member, asked, channel=channel, message=button.message, entry=entry)

    def find(self, member: Member, *kinds: type[Press]) -> Button | None:
        """The newest button for one of these presses that a member sees, direct messages first."""
        for channel in (member.dm, CHANNEL):
            for message in reversed(self.post.in_channel(channel)):
                for each in buttons(message.screen):
                    if isinstance(parse(each["custom_id"]), kinds):
                        return Button(message, label_of(each), each["custom_id"])
        return None

    def _show(self, answer: Answer, visitor: Visitor, message: Message | None) -> Screen | None:
        """Put an answer where Discord would; returns the screen that only the visitor gets."""
        reply: Reply = answer.reply
        match reply:
            case Private(screen):
                return screen
            case Redraw(screen) if message is None:
                return screen
            case Redraw(screen, aside=aside) | Public(screen, aside):
                if message is not None and isinstance(reply, Redraw):
                    message.screen = screen
                else:
                    self._put(visitor.channel_id, screen)
                return aside
            case Shared(own, public):
                self._put(visitor.channel_id, public)
                return own
            case Acknowledged() | Form():
                return None
        return None

    def _put(self, channel_id: int, screen: Screen) -> None:
        posted = Message(next(self.post.ids), channel_id, screen)
        self.post.messages[posted.id] = posted

    # --- what follows -----------------------------------------------------------------------

    async def let_pass(self, seconds: float) -> None:
        """Move time on, and wait for everything that is due by then."""
        self.time.now += seconds
        self.services.timer.wake()
        await self.settle()

    async def happen(self, what: str, event: Callable[[], object]) -> None:  # noqa: ARG002 - for readers
        """Let an event of Discord's happen, with all that follows; `what` describes it."""
        event()
        await self.settle()

    async def settle(self) -> None:
        """Wait until nothing is under way any more."""
        while self.is_busy:  # noqa: ASYNC110 - no event tells that all parts are idle
            await asyncio.sleep(0)

    @property
    def is_busy(self) -> bool:
        """True if anything is under way."""
        services = self.services
        return (
            services.painter.is_painting
            or services.timer.is_playing
            or services.computers.are_playing
            or services.background.is_busy
            or services.messages.is_painting
        )

    async def read(self, work: Work[T]) -> T:
        """The result of a function that gets the database's connection."""
        return await self.services.database.read(work)

    async def table(self, table_id: int = 1) -> Table:
        """A table as of now."""
        return await self.read(partial(loaded, table_id=table_id))


@asynccontextmanager
async def at_desk(
    folder: Path,
    *,
    address: Address | None = None,
    locale: str = "en-US",
    time: Time | None = None,
    secret: Callable[[], bytes] | None = None,
    thoughts: Path | None = None,
) -> AsyncGenerator[Desk]:
    """Run the bot on a database in a folder or at an `address`, in a server with a language.

    `secret` makes the secrets of deals. By default they are the same at every desk, so that the
    folder of `thoughts` may already have the results of its computations.
    """
    chance = random.getstate()
    random.seed(1)  # computer players draw from it
    database = await Inline.open(address or folder / "ofc.sqlite3", folder / "backups")
    post, time, secrets = Post(locale), time or Time(), count()
    services = assemble(
        database,
        post,
        Composer(Undrawn()),
        AtOnce(thoughts),
        clock=time.clock,
        secret=secret or (lambda: secret_of(next(secrets))),
        seed=lambda _id: "",
        computer_delay=0,
    )
    desk = Desk(services, post, time)
    await services.timer.start()
    await desk.settle()
    try:
        yield desk
    finally:
        await services.background.close()
        await services.timer.close()
        await services.computers.close()
        await services.messages.close(0)
        await services.painter.close(0)
        await database.close()
        random.setstate(chance)


def people(*names: str) -> list[Member]:
    """Members of the server by their names."""
    return [Member(number, name) for number, name in enumerate(names)]
