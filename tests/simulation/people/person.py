"""A simulated person, who acts on what is on their screen."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from random import Random
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from bot.store.engine import Connection
from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Message
from discord_standin.model.places import Channel
from discord_standin.people.errors import CannotDoError
from discord_standin.people.faces import Select
from discord_standin.people.modals import Modal
from discord_standin.people.options import OptionValue
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.people.spoken import named
from discord_standin.people.typed import Offer
from discord_standin.vocabulary import CommandType, ComponentType
from tests.simulation.people.habits import (
    CHOOSES_RULES,
    COMMANDS,
    FINAL,
    LOOK,
    ON_OTHERS,
    PLACING,
    PLAY,
    USUAL,
    Mood,
)
from tests.simulation.people.house_rules import OF_LOBBY, OF_SERVER, OPENING, HouseRules, code_of
from tests.simulation.people.placing import suggested, typed
from tests.simulation.people.temper import Temper
from tests.simulation.people.typing import WORDS, options_of, users_in, words_for

_GLANCE: Final = 5
"""The number of messages of a channel that they look at."""
_COMPETES: Final = 10.0
_LOOKS_AT_OFFERS: Final = 0.3
"""How often people begin to type an option, and look at what is suggested."""
T = TypeVar("T")
_NIGHT: Final = range(1, 8)
"""Hours when most are asleep."""


@dataclass(frozen=True)
class Move:
    """Something that a person can do now, and how inclined they are to do it."""

    mood: Mood
    weight: float
    do: Callable[[], Awaitable[object]]


class Actor:
    """A person with their habits; `committed` reads the bot's database."""

    def __init__(
        self,
        person: Person,
        temper: Temper,
        zone: str,
        chance: Random,
        committed: Callable[[], Connection],
        *,
        competes: bool = False,
        manages: bool = False,
    ) -> None:
        self.person = person
        self.competes = competes
        """True if they like tournaments best."""
        self.manages = manages
        """True if they have Manage Server."""
        self.temper = temper
        self.zone = ZoneInfo(zone)
        self.chance = chance
        self._committed = committed
        self._called = asyncio.Event()
        self._energy = 0
        self._day = -1
        person.world.feed.follow(self._hear)

    def __repr__(self) -> str:
        return f"<Actor {self.person.name}, {self.temper.name}>"

    def _hear(self, change: Change) -> None:
        message = change.subject
        if change.event is not Event.MESSAGE_CREATED or not isinstance(message, Message):
            return
        if self.person.user.id in message.pings or message.only_for is self.person.user:
            self._called.set()

    async def live(self) -> None:
        """Act until the world ends."""
        if self.manages:
            await asyncio.sleep(self.temper.reacts_in(self.chance))
            await self._furnish()
        while True:
            try:
                async with asyncio.timeout(self.chance.expovariate(1 / self.temper.idle) * 3600):
                    await self._called.wait()
            except TimeoutError:
                pass
            await asyncio.sleep(self.temper.reacts_in(self.chance))
            self._called.clear()
            await self._session()

    async def _session(self) -> None:
        """Do one thing after another, until nothing is left or they have had enough."""
        self._rest()
        while self._energy > 0 and not self._is_asleep:
            self._energy -= 1
            if self.chance.random() < self.temper.leaves:
                self._energy = 0
                return
            if not await self._act():
                return
            await asyncio.sleep(self.temper.pauses(self.chance))

    def _rest(self) -> None:
        now = datetime.fromtimestamp(self.person.world.clock.now(), self.zone)
        if now.toordinal() != self._day:
            self._day, self._energy = now.toordinal(), self.temper.energy

    @property
    def _is_asleep(self) -> bool:
        now = datetime.fromtimestamp(self.person.world.clock.now(), self.zone)
        return now.hour in _NIGHT and self.chance.random() < 0.9

    async def _act(self) -> bool:
        """Do something; True if they would do more."""
        moves = list(self._moves())
        if not moves:
            return False
        moods = sorted({move.mood for move in moves}, key=lambda mood: mood.name)
        eager = {Mood.BEGIN: 5.0} if self.competes else {}
        mood = self.chance.choices(moods, [mood.value * eager.get(mood, 1) for mood in moods])[0]
        moves = [move for move in moves if move.mood is mood]
        await self.chance.choices(moves, [move.weight for move in moves])[0].do()
        # With nothing left to do, people wait and see.
        return self.chance.random() < 0.93

    # --- options ------------------------------------------------------------------------------

    def _moves(self) -> Iterator[Move]:
        for where in self._places():
            yield Move(Mood.BEGIN, 1.0, lambda where=where: self._command(where))
            yield Move(Mood.BEGIN, ON_OTHERS, lambda where=where: self._use_on_somebody(where))
            for number, shown in enumerate(self.person.glances(where)):
                if number == _GLANCE:
                    break
                yield from self._moves_on(shown)

    def _places(self) -> Iterator[Channel]:
        yield self.person.dm
        user = self.person.user
        for guild in self.person.world.guilds.values():
            if user.id in guild.members:
                for channel in guild.channels.values():
                    if not channel.is_archived and self._sees(channel):
                        yield channel

    def _sees(self, channel: Channel) -> bool:
        try:
            return next(self.person.glances(channel), None) is not None or not channel.is_thread
        except CannotDoError:
            return False

    def _moves_on(self, shown: Shown) -> Iterator[Move]:
        by_code: dict[str, list[str]] = {}
        for button in shown.buttons:
            if not button.is_disabled and button.custom_id:
                by_code.setdefault(code_of(button.custom_id), []).append(button.custom_id)
        for code, custom_ids in by_code.items():
            mood, weight = self._inclination(code)
            custom_id = self.chance.choice(custom_ids)
            yield Move(mood, weight, lambda c=custom_id: self._press(shown, c))
        for select in shown.selects:
            if not select.is_disabled:
                yield Move(Mood.LOOK, USUAL, lambda s=select: self._choose(shown, s))

    def _inclination(self, code: str) -> tuple[Mood, float]:
        """The kind of action of a button, and how inclined they are to press it."""
        if code == "type":
            return Mood.PLAY, 40.0 * self.temper.types
        if code in FINAL:
            return Mood.PLAY, 12.0
        if code in PLACING:
            return Mood.PLAY, 16.0 * (1 - self.temper.types)
        if code in PLAY:
            return Mood.PLAY, PLAY[code]
        return Mood.LOOK, LOOK.get(code, USUAL)

    # --- actions ------------------------------------------------------------------------------

    async def _command(self, where: Channel) -> None:
        offers = self.person.commands(where)
        if not offers:
            return
        weights = [self._wish(offer.name) for offer in offers]
        offer = self.chance.choices(offers, weights)[0]
        options = options_of(offer, where, self.chance, wrong=self.temper.wrong)
        await self._begin_to_type(where, offer, options)
        await self._try(lambda: self.person.command(where, offer.name, **options))
        if offer.name in OPENING and self.chance.random() < CHOOSES_RULES:
            for way in OF_LOBBY:
                with suppress(CannotDoError):
                    newest = list(islice(self.person.glances(where), _GLANCE))
                    await self._change_rules(newest, way)

    async def _begin_to_type(
        self, where: Channel, offer: Offer, options: Mapping[str, OptionValue]
    ) -> None:
        """Look sometimes at what is suggested while they type."""
        for option in offer.options:
            if not option.get("autocomplete") or self.chance.random() > _LOOKS_AT_OFFERS:
                continue
            begun = str(options.get(option["name"], ""))[: self.chance.randint(0, 4)]
            typed_so_far = {option["name"]: begun}
            await self._try(lambda o=typed_so_far: self.person.complete(where, offer.name, **o))

    async def _use_on_somebody(self, where: Channel) -> None:
        """Use a command in the menu of another person."""
        user, world = self.person.user, self.person.world
        offered = world.commands.visible_to(user, where, CommandType.USER)
        if where.guild is None or not offered:
            return
        weights = [COMMANDS.get(each["name"], USUAL) for each in offered]
        command = named(self.chance.choices(offered, weights)[0], user.locale)
        target = Person(world, self.chance.choice(users_in(where)))
        await self._try(lambda: self.person.uses(where, command, target))

    async def _furnish(self) -> None:
        """Give the servers that they manage rules of their own for new tables."""
        for guild in self.person.world.guilds.values():
            is_theirs = self.person.user.id in guild.members
            if is_theirs and self.chance.random() < CHOOSES_RULES:
                where = next(iter(guild.channels.values()))
                reply = await self._try(lambda w=where: self.person.command(w, "my settings"))
                with suppress(CannotDoError):
                    await self._change_rules([] if reply is None else reply.messages, *OF_SERVER)

    async def _change_rules(self, screens: Sequence[Shown], *ways: Sequence[str]) -> None:
        """Go to menus of rules, one way after another, and choose some; raises CannotDoError."""
        rules = HouseRules(self.person, self.chance, lambda: self.temper.pauses(self.chance))
        for way in ways:
            screens = await rules.change(screens, way)

    def _wish(self, command: str) -> float:
        liked = _COMPETES if self.competes and command.startswith("tournament") else 1.0
        return liked * COMMANDS.get(command, USUAL)

    async def _press(self, shown: Shown, custom_id: str) -> None:
        text = None
        if code_of(custom_id) == "type":
            text = typed(self._committed(), self.person.user.id, custom_id, self.chance)
        shown = self._as_seen(shown)
        if self.chance.random() < self.temper.twice:
            both = [self._try(lambda: self.person.press(shown, custom_id)) for _ in range(2)]
            await asyncio.gather(*both)
            return
        reply = await self._try(lambda: self.person.press(shown, custom_id))
        if reply is not None and reply.interaction.modal is not None:
            await self._fill_in(reply.modal, text)

    def _as_seen(self, shown: Shown) -> Shown:
        """A message as it is now, or was a while ago."""
        versions = shown.message.versions
        if len(versions) > 1 and self.chance.random() < self.temper.stale:
            return Shown(shown.message, self.chance.choice(versions))
        return shown

    async def _fill_in(self, modal: Modal, text: str | None) -> None:
        await asyncio.sleep(self.temper.pauses(self.chance))
        values: dict[str, str] = {}
        for field in modal.fields:
            if field.type is ComponentType.TEXT_INPUT:
                known = text or suggested(field.placeholder, self.chance)
                wrong = known is None or self.chance.random() < self.temper.wrong
                name = field.custom_id if field.custom_id in WORDS else "cards"
                words = words_for(name, self.chance, wrong=self.temper.wrong) if wrong else known
                values[field.custom_id] = (words or "")[: field.most]
        await self._try(lambda: self.person.submit(modal, values))

    async def _choose(self, shown: Shown, select: Select) -> None:
        chosen = self._chosen(shown, select)
        if chosen is not None:
            menu = select.custom_id
            await self._try(lambda: self.person.select(shown, *chosen, menu=menu))

    def _chosen(self, shown: Shown, select: Select) -> list[str | Person | Channel] | None:
        if select.options:
            count = self.chance.randint(select.least, min(select.most, len(select.options)))
            return [str(o.value) for o in self.chance.sample(select.options, count)]
        guild = shown.message.channel.guild
        if select.type is ComponentType.CHANNEL_SELECT and guild is not None:
            channels = [c for c in guild.channels.values() if not c.is_thread]
            return [self.chance.choice(channels)] if channels else None
        if select.type is ComponentType.USER_SELECT and guild is not None:
            people = [Person(self.person.world, each.user) for each in guild.members.values()]
            return list(self.chance.sample(people, min(select.most, len(people))))
        if select.least == 0:
            return []
        return None

    async def _try(self, do: Callable[[], Awaitable[T]]) -> T | None:
        """The result of an action; None if Discord's app would not have allowed it."""
        try:
            return await do()
        except CannotDoError:
            return None
