"""The scripted game: three people, two hands of Pineapple, one visit to Fantasyland."""

import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from secrets import token_bytes
from typing import Final

from bot.client import OfcBot
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from ofc_engine.deal import SECRET_BYTES
from sandbox.bot import bot_at
from sandbox.narrator import Narrator
from sandbox.placing import WayToPlace, fill_in_form, placing_message, tap, type_command
from sandbox.script import HANDS, PLAYERS, ScriptedHand, ScriptedStreet

_WAYS: Final[dict[str, WayToPlace]] = {"Ann": tap, "Bob": type_command, "Mia": fill_in_form}


async def play_demo(folder: Path) -> list[str]:
    """Play the game, narrate it on the terminal, write its pictures into `folder`.

    Returns what went wrong on the way, as sentences: nothing, if all is well.
    """
    _empty(folder)
    # The hand after the last is committed to as well.
    secrets = chain((hand.secret for hand in HANDS), [token_bytes(SECRET_BYTES)])
    with tempfile.TemporaryDirectory() as home:
        async with (
            StandIn(bot_name="OFC") as discord,
            bot_at(discord, Path(home) / "demo.sqlite3", lambda: next(secrets)) as bot,
        ):
            demo = Demo(discord, bot, folder)
            await demo.play()
            failed = [reply.error for reply in discord.replies if reply.error]
            return [*discord.violations, *failed]


def _empty(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()


class Demo:
    """A game on a stand-in with a bot in it."""

    def __init__(self, discord: StandIn, bot: OfcBot, folder: Path) -> None:
        guild = discord.add_guild("Friends")
        self._discord = discord
        self._bot = bot
        self._channel: Channel = discord.add_channel(guild, "poker")
        self._people = {name: discord.add_person(name, guild) for name in PLAYERS}
        self._folder = folder
        self._narrator = Narrator(tuple(self._people.values()), folder)
        discord.world.feed.follow(self._narrator.hear)

    async def play(self) -> None:
        """From the first command to the ledger."""
        ann, bob, mia = self._people.values()
        tell = self._narrator
        tell.title("Ann opens a table in #poker; Mia takes no direct messages")
        mia.close_dms()
        await self._types(ann, "/play variant:pineapple pace:live")
        await self._presses(bob, "Join")
        await self._presses(mia, "Join")
        tell.title("Hand 1: Ann taps, Bob types a command, Mia fills in the form")
        await self._presses(ann, "Start")
        await self._play_hand(HANDS[0])
        tell.title("Hand 2: Ann is in Fantasyland and sets 14 cards at once")
        for person in self._people.values():
            await self._presses(person, "Ready")
        await self._play_hand(HANDS[1])
        tell.title("Anybody can check the deal and the ledger")
        await self._presses(bob, "More")
        await self._presses(bob, "Deal proof")
        await self._types(mia, "/ledger show")
        await self._presses(ann, "More")
        await self._presses(ann, "End the game")
        print(f"\n{tell.pictures} pictures are in {self._folder}.")

    async def _play_hand(self, hand: ScriptedHand) -> None:
        left = {name: list(streets) for name, streets in hand.streets.items()}
        while any(left.values()):
            for name, entries in _to_act(left):
                person = self._people[name]
                await self._look_at_cards(person)
                if placing_message(person, self._channel) is not None:
                    await self._places(person, entries.pop(0))

    async def _look_at_cards(self, person: Person) -> None:
        """Look at cards behind the button in the channel, for somebody without direct messages."""
        if person.user.writing_fault and placing_message(person, self._channel) is None:
            calls = [s for s in person.pings() if not s.message.is_deleted]
            if calls:
                await self._presses(person, "My cards", calls[-1])

    async def _places(self, person: Person, entry: ScriptedStreet) -> None:
        self._narrator.does(person, f"places {entry.text}")
        await _WAYS[person.name](person, self._channel, entry, self._narrator.goes_on)
        await self._settle()

    async def _types(self, person: Person, text: str) -> None:
        self._narrator.does(person, text)
        await person.types(self._channel, text)
        await self._settle()

    async def _presses(self, person: Person, label: str, shown: Shown | None = None) -> None:
        self._narrator.does(person, f"[{label}]")
        await person.press(shown or self._message_with(person, label), label)
        await self._settle()

    def _message_with(self, person: Person, label: str) -> Shown:
        messages: Sequence[Shown] = person.reads(self._channel)
        return next(s for s in reversed(messages) if label in {b.label for b in s.buttons})

    async def _settle(self) -> None:
        await self._discord.settle(lambda: self._bot.is_busy)
        self._narrator.look()


def _to_act(left: dict[str, list[ScriptedStreet]]) -> Iterator[tuple[str, list[ScriptedStreet]]]:
    return ((name, entries) for name, entries in left.items() if entries)
