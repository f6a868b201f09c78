"""The bot on the stand-in, and people who play: the tools of end-to-end tests."""

import hashlib
import itertools
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final

from bot.client import OfcBot
from bot.discord_io.reception import Limits
from bot.game.loading import load
from bot.game.table import Table
from bot.screens.press import parse
from bot.screens.presses import AcceptWarning, Confirm, Join, Play, Put, Ready, Start, TablePress
from bot.settings import Address
from bot.store import messages, surfaces, tables
from bot.store.database import Database
from bot.store.engine import Connection
from bot.values.scenes import Presence
from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from ofc_engine.street import UNTOUCHED
from sandbox.bot import bot_at
from tests.e2e.by_chance import place_all
from tests.e2e.committed import Committed, opened
from tests.e2e.doing import does, opens

PATIENT: Final = MappingProxyType({"limits": Limits(deferred_after=600.0, longest_wait=600.0)})
"""Options with which a bot never defers or refuses an answer because this machine is busy."""
CANNOT_SAVE: Final = "I can't save anything right now (error "
"""The beginning of the answer when nothing can be stored."""
_QUIET: Final = 0.005
"""Seconds without traffic that count as settled; short, as the bot can be asked if it is busy."""


def secret_of(number: int) -> bytes:
    """The secret of a house's deal, by its number from 0."""
    return hashlib.sha256(b"%d" % number).digest()


class House:
    """A bot on the real client; it can be stopped and started again on the same database.

    Presses add nothing to deals, so that the cards are the same in every run. The bot is made with
    these `options`; unless they say otherwise, it is never too busy to answer (`limits`) and
    greets no server (`greets`).
    """

    judges_after: float | None = None
    """Seconds after which finished hands are judged, which is slow; None: they are not."""

    def __init__(self, discord: StandIn, address: Address, folder: Path, **options: Any) -> None:
        self.discord = discord
        self.options = PATIENT | {"greets": False} | options
        self.bot: OfcBot | None = None
        self.secrets: Iterator[bytes] = iter(())
        """Secrets that a test wants for the deals to come, the first hand's first."""
        self.committed = Committed(address)
        self.folder = folder
        """The folder for everything else that the bot writes, such as backups."""
        self._secrets = map(secret_of, itertools.count())
        self._stack = AsyncExitStack()

    @property
    def address(self) -> Address:
        """The address of the database."""
        return self.committed.address

    @property
    def path(self) -> Path:
        """The database's file, for tests that are marked to need one."""
        assert isinstance(self.address, Path)
        return self.address

    async def start(self) -> None:
        bot = self.made(self.next_secret, seed=self.seed_of, judges_after=self.judges_after)
        self.bot = await self._stack.enter_async_context(bot)

    def made(
        self, secret: Callable[[], bytes] = lambda: bytes(32), **options: Any
    ) -> AbstractAsyncContextManager[OfcBot]:
        """Make another bot on the database, with further options."""
        options = self.options | options
        return bot_at(self.discord, self.address, secret, open_database=self.open, **options)

    async def open(self, address: Address) -> Database:
        """Open the database for the bot."""
        return await Database.open(address, self.folder / "backups")

    def limit(self, **limits: float) -> None:
        """Set some limits of the running bot's reception."""
        assert self.bot is not None
        reception = self.bot.reception
        reception.limits = replace(reception.limits, **limits)

    def seed_of(self, _interaction_id: int) -> str:
        """The text that a press or command adds to a deal: none."""
        return ""

    def next_secret(self) -> bytes:
        """The next of `secrets`, or else of a sequence that is the same in every run."""
        return next(self.secrets, None) or next(self._secrets)

    async def stop(self) -> None:
        self.bot = None
        self.committed.close()
        await self._stack.aclose()

    async def close(self) -> None:
        """Stop for good; verify that all answers were in time and Discord accepted everything."""
        await self.settle()
        await self.stop()
        late = [r for r in self.discord.replies if r.seconds is None or r.seconds > 3]
        assert late == [], "every interaction is answered within 3 s of the stand-in's time"
        self.verify_accepted()

    def verify_accepted(self) -> None:
        """Assert that nothing that the bot sent broke Discord's rules."""
        assert self.discord.violations == [], self.discord.violations

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def settle(self) -> None:
        """Wait until nobody waits for the bot and it has nothing under way."""
        bot = self.bot
        await self.discord.settle(lambda: bot is not None and bot.is_busy, quiet=_QUIET)

    async def let_pass(self, seconds: float) -> None:
        """Let time pass, and wait for everything that is due then."""
        self.discord.advance(seconds)
        assert self.bot is not None
        self.bot.timer.wake()
        await self.settle()

    async def catch_up(self) -> None:
        """Wait until every message is up to date, retries included."""
        await self.discord.until(lambda: not self.is_behind)
        await self.settle()

    @property
    def is_behind(self) -> bool:
        """True if any message is not up to date."""
        db = self.committed.db
        return bool(surfaces.tables_to_paint(db) or messages.to_show(db))

    def read(self) -> closing[Connection]:
        """Another connection to the database, which sees what is committed."""
        return closing(opened(self.address))

    def is_dealt(self, channel: Channel) -> bool:
        """True if a hand is being played in a channel."""
        return self.has_table(channel) and self.table(channel).running is not None

    def has_table(self, channel: Channel) -> bool:
        """True if a table is open in a channel."""
        return tables.open_in_channel(self.committed.db, channel.id) is not None

    def log(self, channel: Channel) -> tuple[str, ...]:
        """The operations of the hand being played in a channel, empty if there is none."""
        if not self.has_table(channel):
            return ()
        running = self.table(channel).running
        return () if running is None else running.log

    def table(self, channel: Channel) -> Table:
        """The table open in a channel."""
        with self.committed.at_once() as db:
            table_id = tables.open_in_channel(db, channel.id)
            table = None if table_id is None else load(db, table_id)
        assert table is not None
        return table


class Group:
    """People at a table in a channel, who play what the bot asks for."""

    def __init__(self, house: House, guild: Guild, channel: Channel, people: list[Person]) -> None:
        self.house = house
        self.guild = guild
        self.channel = channel
        self.people = people
        self.random = Random(5)

    async def sit_down(self, **options: str | int) -> None:
        """Open a table with `opens`, and let everybody join by its button."""
        host, *others = self.people
        reply = await opens(self.house, host, self.channel, **options)
        assert self.house.has_table(self.channel), reply.text
        for person in others:
            await self.press(person, Join)

    async def does(self, person: Person, what: str) -> Reply:
        """Do something at the table, written in a line as for `tests.e2e.doing`."""
        return await does(self.house, person, self.channel, what)

    async def deal(self) -> None:
        """Deal the first hand from the lobby, or the next by letting everybody be ready."""
        house, table = self.house, self.house.table(self.channel)
        out = {
            table.people[seat.player_id].user_id
            for seat in table.seats
            if seat.presence is Presence.OUT
        }
        first, *others = (person for person in self.people if person.user.id not in out)
        await self.press(first, Start, Ready)
        if table.played is None:
            await house.discord.until(lambda: house.table(self.channel).played is not None)
        for person in others:
            if house.is_dealt(self.channel):
                break
            await self.press(person, Start, Ready)

    async def press(self, person: Person, *kinds: type[TablePress]) -> Reply:
        """Press the first button of the channel's message for one of these."""
        board = self.board(person)
        presses = (parse(button.custom_id or "") for button in board.buttons)
        reply = await person.press(board, next(str(p) for p in presses if isinstance(p, kinds)))
        await self.house.settle()
        return reply

    async def more(self, person: Person, label: str = "") -> Reply:
        """Press More on the channel's message and, with a `label`, that button of the answer."""
        reply = await person.press(self.board(person), "More")
        return await person.press(reply.message, label) if label else reply

    def board(self, person: Person) -> Shown:
        """The newest message with buttons in the channel, other than the greeting."""
        shown = [s for s in person.reads(self.channel) if s.buttons and not s.is_ephemeral]
        return next(s for s in reversed(shown) if not _is_greeting(s))

    def result(self) -> Shown:
        """The newest result in the channel."""
        shown = self.people[0].reads(self.channel)
        return next(s for s in reversed(shown) if "(total " in s.text)

    async def play_hand(self) -> None:
        """Deal a hand and finish it without presses, for tests of what follows."""
        await self.deal()
        await self.play_out()

    async def play_out(self) -> None:
        """Finish the running hand: people place without presses."""
        assert self.house.bot is not None
        services = self.house.bot.reception.services
        table_id = self.house.table(self.channel).id
        now = int(self.house.discord.clock.now())
        idle = 0
        while self.house.is_dealt(self.channel):
            before = self.house.log(self.channel)
            await services.database.write(partial(place_all, table_id, self.random, now))
            await services.painter.wake(table_id)
            await self.house.catch_up()
            idle = idle + 1 if self.house.log(self.channel) == before else 0
            assert idle < 5, "nobody can place, or the hand does not end"

    async def play_by_presses(self) -> int:
        """Deal a hand and play it to its end by presses; returns how many it took."""
        await self.deal()
        presses = 0
        while self.house.table(self.channel).running is not None:
            before = presses
            for person in self.people:
                presses += await self.act(person)
            assert before < presses < 2000, "nobody can act, or the hand does not end"
        return presses

    async def finish(self) -> None:
        """Finish the running hand by presses, for which everybody's messages have to be right."""
        idle = 0
        while self.house.is_dealt(self.channel):
            await self.house.catch_up()
            before = self.house.log(self.channel)
            for person in self.people:
                await self.act(person)
            # A press on a message from before a crash may only bring it up to date.
            idle = idle + 1 if self.house.log(self.channel) == before else 0
            assert idle < 5, "somebody has no buttons"
        await self.house.catch_up()

    async def break_off(self) -> None:
        """Let somebody with Manage Server end the game; a running hand becomes void."""
        discord = self.house.discord
        warden = discord.add_person("Warden", self.guild, permissions=Permission.MANAGE_GUILD)
        asked = await self.does(warden, "More, End the game")
        if asked.message.buttons:
            await warden.press(asked.message, "Now")
        await self.house.settle()
        assert not self.house.has_table(self.channel)

    async def act(self, person: Person) -> int:
        """Place a person's street if the bot asks for it; returns how many presses it took."""
        presses = 0
        while (choice := self.choice(person)) is not None:
            shown, custom_id = choice
            await person.press(shown, custom_id)
            presses += 1
            if isinstance(parse(custom_id), Confirm):
                break
        await self.house.settle()
        return presses

    async def play_on(self, *people: Person) -> None:
        """Let these people place until the bot asks for nothing more."""
        while sum([await self.act(person) for person in people]):
            pass

    def choice(self, person: Person) -> tuple[Shown, str] | None:
        """A message and a button that place a person's cards, mostly leading to an end."""
        for shown in reversed(self.private(person)):
            lift, final, back = _placing_buttons(shown)
            if not lift and not final:
                continue
            chance = self.random.random()
            ways = [final, lift] if chance > 0.2 else [lift, final]
            if chance < 0.05:
                ways = [back, *ways]
            return shown, self.random.choice(next(way for way in ways if way))
        return None

    def private(self, person: Person) -> list[Shown]:
        """The messages that only a person sees, oldest first."""
        own = [s for s in person.reads(self.channel) if s.is_ephemeral]
        return own + person.reads(person.dm)


def _is_greeting(shown: Shown) -> bool:
    return any(isinstance(parse(button.custom_id or ""), Play) for button in shown.buttons)


def _placing_buttons(shown: Shown) -> tuple[list[str], list[str], list[str]]:
    """The enabled buttons that lift a card, that confirm, and that take a card back."""
    lift: list[str] = []
    final: list[str] = []
    back: list[str] = []
    for button in shown.buttons:
        press = parse(button.custom_id or "")
        if button.is_disabled:
            continue
        if isinstance(press, Put):
            (back if press.letter == UNTOUCHED else lift).append(str(press))
        elif isinstance(press, Confirm | AcceptWarning):
            final.append(str(press))
    return lift, final, back


def words(shown: Shown) -> Iterator[str]:
    """All words of a message: its text, its pictures' alt texts and names, and its buttons."""
    yield shown.text
    for picture in shown.pictures:
        yield picture.alt or ""
        yield picture.file_name
    for button in shown.buttons:
        yield button.label or ""
        yield button.custom_id or ""
        yield button.emoji or ""
