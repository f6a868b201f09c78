"""People at a stand-in who play at many tables at once, for benchmarks of the whole bot."""

import asyncio
import gc
import hashlib
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from sqlite3 import Connection
from time import time
from typing import Final

from bot.game import lobby, play
from bot.game.loading import loaded
from bot.game.looks import keep_looks
from bot.screens.press import Press, parse
from bot.screens.presses import AcceptWarning, Confirm, Put, Ready
from bot.store import players, surfaces
from bot.store.connection import connect
from bot.values.options import Destination, TableOptions
from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Message
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.street import UNTOUCHED

_MESSAGES: Final = frozenset({Event.MESSAGE_CREATED, Event.MESSAGE_EDITED, Event.MESSAGE_DELETED})
_CHUNK: Final = 500


@dataclass(frozen=True)
class Seating:
    """A table to be: its channel and who sits there."""

    channel: Channel
    people: tuple[Person, ...]


@dataclass
class Town:
    """A server with a channel and people of its own for each table.

    `cards` are the messages on which somebody can place cards now, by their people; if everybody
    `goes_on`, those as well on which they can be ready for the next hand.
    """

    discord: StandIn
    goes_on: bool = False
    tables: list[Seating] = field(default_factory=list[Seating])
    cards: dict[int, Message] = field(default_factory=dict[int, Message])
    people: dict[int, Person] = field(default_factory=dict[int, Person])
    ready: deque[int] = field(default_factory=deque[int])
    """Whose turn it is, longest first; everybody once."""

    def __post_init__(self) -> None:
        self.discord.world.feed.follow(self._on_change)

    def settle_down(self, tables: int, *, seats: int = 2, everywhere: bool = False) -> None:
        """Add tables with so many people each, or as many who sit at all of them."""
        guild = self.discord.add_guild("Town")
        for number in range(tables):
            channel = self.discord.add_channel(guild, f"table-{number}")
            if number and everywhere:
                self.tables.append(Seating(channel, self.tables[0].people))
                continue
            names = (f"p{number}x{seat}" for seat in range(seats))
            seated = tuple(self.discord.add_person(name, guild) for name in names)
            self.people |= {person.user.id: person for person in seated}
            self.tables.append(Seating(channel, seated))

    def _on_change(self, change: Change) -> None:
        message = change.subject
        if change.event not in _MESSAGES or not isinstance(message, Message):
            return
        recipient = message.channel.recipient
        if recipient is None:
            return
        if message.is_deleted or not presses(message, goes_on=self.goes_on):
            if self.cards.get(recipient.id) is message:
                del self.cards[recipient.id]
        else:
            if recipient.id not in self.cards:
                self.ready.append(recipient.id)
            self.cards[recipient.id] = message

    async def press(self, user_id: int, press: Press) -> Reply:
        """Let somebody press a button below their cards."""
        message = self.cards[user_id]
        return await self.people[user_id].press(Shown(message, message.now), str(press))


def presses(message: Message, *, goes_on: bool = False) -> list[Press]:
    """What can be pressed in a message to place cards: lift one, take one back, confirm.

    For whoever `goes_on` also to be ready for the next hand.
    """
    placing = (Put, Confirm, AcceptWarning)
    return pressable(message, *placing, Ready) if goes_on else pressable(message, *placing)


def pressable(message: Message, *kinds: type[Press]) -> list[Press]:
    """What can be pressed in a message of those kinds."""
    buttons = (part for _, part in message.now.parts if part.get("custom_id"))
    found = (parse(part["custom_id"]) for part in buttons if not part.get("disabled"))
    return [press for press in found if isinstance(press, kinds)]


def way_on(message: Message, random: Random) -> Press:
    """A press on the way to the end of a street or to the next hand, as people make it.

    They lift one card after the other, confirm once they can, be it a foul, and take one back
    where no other fits any more.
    """
    found = presses(message, goes_on=True)
    ready = next((press for press in found if isinstance(press, Ready)), None)
    if ready is not None:
        return ready
    confirm = next((press for press in found if isinstance(press, Confirm)), None)
    puts = [press for press in found if isinstance(press, Put)]
    lifted = {press.card for press in puts if press.letter == UNTOUCHED}
    lift = [press for press in puts if press.letter != UNTOUCHED and press.card not in lifted]
    if confirm is not None and (not lift or random.random() < 0.5):
        return confirm
    if lift:
        return random.choice(lift)
    foul = next((press for press in found if isinstance(press, AcceptWarning)), None)
    return foul or random.choice(puts)


def back_and_forth(message: Message) -> Press:
    """A press that lifts a card, or takes back the one that was lifted before."""
    found = [press for press in presses(message) if isinstance(press, Put)]
    back = [press for press in found if press.letter == UNTOUCHED]
    return back[0] if back else found[0]


# --- the database before the first start ----------------------------------------------------


def deal_everywhere(
    path: Path, town: Town, rules: Ruleset = STANDARD, *, are_painted: bool = False
) -> list[int]:
    """Open a table for each seating and deal its first hand; returns the tables' ids.

    `are_painted` says that all messages show already what they should.
    """
    ids: list[int] = []
    with closing(connect(path)) as db:
        for at in range(0, len(town.tables), _CHUNK):
            db.execute("BEGIN")
            ids += [opened(db, seating, rules) for seating in town.tables[at : at + _CHUNK]]
            if are_painted:
                pretend_painted(db, ids[at:])
            db.execute("COMMIT")
    return ids


def opened(db: Connection, seating: Seating, rules: Ruleset) -> int:
    """A table where the first hand is dealt."""
    now = int(time())
    host, *others = [remembered(db, person) for person in seating.people]
    guild = seating.channel.guild
    assert guild is not None
    first, second = (hashlib.sha256(b"%d" % (seating.channel.id + n)).digest() for n in (0, 1))
    table_id = lobby.open_table(
        db,
        host,
        TableOptions(rules, len(seating.people)),
        Destination(guild.id, seating.channel.id, "en-US"),
        secret=first,
        now=now,
    )
    for other in others:
        lobby.join(db, loaded(db, table_id), other, now)
    play.deal(db, loaded(db, table_id), second, now)
    keep_looks(db, table_id)
    return table_id


def remembered(db: Connection, person: Person) -> players.Player:
    user = person.user
    seen = players.Person(user.id, user.display_name, user.name, user.locale)
    player = players.remember(db, seen)
    players.keep_dm_channel(db, player.id, person.dm.id)
    return player


def pretend_painted(db: Connection, ids: Iterable[int]) -> None:
    """Mark all messages of some tables as posted, under ids that the stand-in does not know."""
    for table_id in ids:
        db.execute(
            "UPDATE surfaces SET painted_key = key, painted_version = version WHERE table_id = ?",
            (table_id,),
        )
        db.execute(
            "UPDATE surfaces SET message_id = 1000 * table_id + player_id, posts = 1,"
            " channel_id = 1, posted_at = ? WHERE table_id = ? AND key NOT IN ('', '=')",
            (int(time()), table_id),
        )


@contextmanager
def without_pauses() -> Iterator[None]:
    """Turn off garbage collection in this process: its pauses would count as the bot's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def quiet(town: Town, path: Path, *, pause: float = 0.5, within: float = 600.0) -> None:
    """Wait until everything is painted, and so many seconds more; raises TimeoutError."""
    async with asyncio.timeout(within):
        with closing(connect(path)) as db:
            while town.discord.is_busy or surfaces.tables_to_paint(db):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    await town.discord.settle(quiet=pause)
