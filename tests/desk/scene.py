"""People at a desk: each method does something in their name and returns what they then read."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from bot.game import play
from bot.game.loading import loaded
from bot.game.lobby import NewTable
from bot.game.table import Table
from bot.handlers import new_tables, waiting_cards
from bot.handlers.serving import HandlerCall, asked_by
from bot.screens.components import Screen
from bot.screens.press import Press, parse
from bot.screens.presses import CallTimeNow, Join, Kick, Start
from bot.store import players
from bot.store.engine import Connection
from bot.values.draft import Spot
from ofc_engine.legal import legal_placements
from tests.desk.desk import CHANNEL, Button, Desk, Member, at_desk, people
from tests.desk.post import Message
from tests.desk.words import buttons, in_words

ANN, BOB, MIA, ZOE = people("Ann", "Bob", "Mia", "Zoe")
MAX: Final = Member(9, "Max", may_manage=True)
"""Somebody with Manage Server who does not play with the others."""


def words(screen: Screen | None) -> str:
    """The words of a screen, empty without one."""
    return "" if screen is None else "\n".join(in_words(screen))


@dataclass
class Scene:
    """A desk and what people do there."""

    desk: Desk

    async def asks(self, member: Member, asked: HandlerCall) -> str:
        """Give a command; returns the words of the private answer."""
        return words(await self.desk.ask(member, asked))

    async def screen(self, member: Member, asked: HandlerCall) -> Screen:
        """Give a command; returns the private answer as a screen."""
        screen = await self.desk.ask(member, asked)
        assert screen is not None, f"{member.name} is shown nothing"
        return screen

    async def presses(self, member: Member, *kinds: type[Press], entry: str = "") -> str:
        """Press the newest button for one of these that they see; returns the private words."""
        return words(await self.desk.press(member, self.button(member, *kinds), entry=entry))

    async def sends(self, member: Member, press: Press, entry: str = "") -> str:
        """Send a press that may not be on any screen of theirs; returns the private words."""
        return words(await self.desk.ask(member, asked_by(str(press)), entry=entry))

    def button(self, member: Member, *kinds: type[Press]) -> Button:
        found = self.desk.find(member, *kinds)
        assert found is not None, f"{member.name} sees no {kinds}"
        return found

    def sure(self, screen: Screen, *kinds: type[Press]) -> Button:
        """The button for one of these in a private answer, such as one that asks to confirm."""
        message = Message(0, CHANNEL, screen)
        ids = [each["custom_id"] for each in buttons(screen)]
        return next(Button(message, "", each) for each in ids if isinstance(parse(each), kinds))

    async def again(self, member: Member, button: Button, *, entry: str = "") -> str:
        """Press a button that was seen before; returns the private words."""
        return words(await self.desk.press(member, button, entry=entry))

    async def presses_sure(self, member: Member, asked: HandlerCall, *kinds: type[Press]) -> str:
        """Give a command that asks to confirm, and confirm; returns the private words."""
        return await self.again(member, self.sure(await self.screen(member, asked), *kinds))

    def has(self, member: Member, *kinds: type[Press]) -> bool:
        """True if a member sees a button for one of these."""
        return self.desk.find(member, *kinds) is not None

    # --- what is seen -----------------------------------------------------------------------

    def posted(self, channel: int = CHANNEL) -> list[Message]:
        return self.desk.post.in_channel(channel)

    def told(self, member: Member) -> str:
        """The words of the newest direct message to a member, empty without one."""
        return words(self.posted(member.dm)[-1].screen) if self.posted(member.dm) else ""

    def public(self, last: int = 1) -> str:
        """The words of the last messages in the channel."""
        return "\n".join(words(message.screen) for message in self.posted()[-last:])

    def public_first(self) -> str:
        """The words of the channel's first message, such as a tournament's announcement."""
        return words(self.posted()[0].screen)

    async def table(self, table_id: int = 1) -> Table:
        return await self.desk.table(table_id)

    async def seated(self) -> list[str]:
        table = await self.table()
        return [table.people[seat.player_id].name for seat in table.seats]

    # --- common steps -------------------------------------------------------------------------

    async def opens(
        self,
        *members: Member,
        variant: str = "chinese",
        seats: int = 2,
        **options: Any,
    ) -> None:
        """Let the first member open a table, and the others sit down."""
        opening = NewTable(variant=variant, seats=seats, **options)
        await self.asks(members[0], new_tables.new(opening))
        for member in members[1:]:
            await self.presses(member, Join)

    async def deals(self, *members: Member, variant: str = "chinese", **options: Any) -> None:
        """The same, and deal the first hand."""
        await self.opens(*members, variant=variant, **options)
        await self.presses(members[0], Start)

    async def calls_time(self, member: Member) -> str:
        """Call time and confirm; returns the private words."""
        running = (await self.table()).running
        moves = 0 if running is None else len(running.log)
        return await self.sends(member, CallTimeNow(Spot(1), moves))

    async def kicks(self, member: Member, other: Member) -> str:
        """What somebody is told who chooses another to be removed."""
        return await self.sends(member, Kick(Spot(1)), str(other.user_id))

    async def places(self, member: Member) -> str:
        """Let a member on turn place anything legal; returns the private words."""
        entry = await self.desk.read(partial(_entry, member=member))
        return await self.asks(member, waiting_cards.place(entry))

    async def plays_hand(self, *members: Member) -> None:
        """Let members place until the hand is over."""
        while (running := (await self.table()).running) is not None:
            waiting = {running.player_at(seat) for seat in running.hand.waiting_on}
            for member in members:
                player = await self.desk.read(partial(players.find, user_id=member.user_id))
                if player is not None and player.id in waiting:
                    await self.places(member)
                    break
            else:
                raise AssertionError(f"the hand waits for {waiting}")


@pytest.fixture
async def scene(tmp_path: Path, thoughts: Path | None) -> AsyncIterator[Scene]:
    """A desk where nobody has done anything yet."""
    async with at_desk(tmp_path, thoughts=thoughts) as desk:
        yield Scene(desk)


def _entry(db: Connection, member: Member) -> str:
    """A placement as text: thirteen cards by rank, highest in Back; else the first legal one."""
    table, player = loaded(db, 1), players.find(db, member.user_id)
    assert player is not None
    draft = play.current_draft(db, table, player.id)
    assert draft is not None, f"{member.name} has nothing to place"
    if len(draft.cards) == 13:
        return "bbbbbmmmmmfff!"
    assert table.running is not None
    seat = table.running.seat_of(player.id)
    assert seat is not None
    return draft.letters_of(next(iter(legal_placements(table.running.hand, seat)))) + "!"
