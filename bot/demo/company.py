"""Company for somebody who is alone: scripted people who sit down and play at random."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Final

from bot.sandbox.model.feed import Change
from bot.sandbox.model.places import Channel
from bot.sandbox.people.errors import CannotDoError
from bot.sandbox.people.person import Person
from bot.sandbox.people.replies import Reply
from bot.sandbox.people.shown import Shown
from bot.screens.ids import Press, Verb

_PAUSE: Final = 2.0
"""Seconds until another try when the bot has not answered."""


class Company:
    """Scripted people. They press what the bot shows them, legal moves only, as people would.

    `pace` is how many seconds they take for each press. They play from `start` to `close`.
    """

    def __init__(
        self, people: Sequence[Person], *, pace: float = 0.4, random: Random | None = None
    ) -> None:
        self.people = tuple(people)
        self._pace = pace
        self._random = random or Random()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Play from now on whenever there are cards to place."""
        self._tasks = [asyncio.create_task(self._play(person)) for person in self.people]

    async def close(self) -> None:
        """Play no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def fill(self, where: Channel) -> int:
        """Take the free seats at the table that gathers in a channel; returns how many.

        Raises CannotDoError if there is none.
        """
        taken = 0
        for person in self.people:
            shown, join = _lobby(person, where)
            if person.name in shown.text:
                continue
            if not join:
                break
            reply = await person.press(shown, join)
            if reply.error:
                raise CannotDoError(f"{person.name} could not sit down: {reply.error}.")
            taken += 1
            await self._until_seated(shown)
        return taken

    async def _until_seated(self, before: Shown) -> None:
        """Wait until the lobby shows who has joined, but not for ever."""
        for _ in range(100):
            if not before.is_current:
                return
            await asyncio.sleep(self._pace / 10 or 0.01)

    async def _play(self, person: Person) -> None:
        stirred = asyncio.Event()
        stirred.set()

        def follow(change: Change) -> None:
            if person.shown(change) is not None:
                stirred.set()

        person.world.feed.follow(follow)
        try:
            while True:
                await stirred.wait()
                stirred.clear()
                await self._place(person)
        finally:
            person.world.feed.unfollow(follow)

    async def _place(self, person: Person) -> None:
        """Press as long as there is something to place."""
        while (choice := self._choice(person)) is not None:
            await asyncio.sleep(self._pace)
            with suppress(CannotDoError):  # The message may have changed in the meantime.
                reply: Reply = await person.press(*choice)
                if reply.error:
                    await asyncio.sleep(_PAUSE)

    def _choice(self, person: Person) -> tuple[Shown, str] | None:
        """A button on the way to a placement, in the newest message that has any."""
        for shown in reversed(_private(person)):
            lift, final = _placing(shown)
            if lift or final:
                last = not lift or (final and self._random.random() < 0.3)
                return shown, self._random.choice(final if last else lift)
        return None


def _lobby(person: Person, where: Channel) -> tuple[Shown, str]:
    """The newest lobby of a channel, and the custom_id to join with, empty if it is full."""
    for shown in reversed(person.reads(where)):
        for button in shown.buttons:
            press = Press.parse(button.custom_id)
            if press is not None and press.verb is Verb.JOIN:
                return shown, "" if button.is_disabled else button.custom_id
    raise CannotDoError("Nobody waits for players here. Open a table with /ofc new first.")


def _private(person: Person) -> list[Shown]:
    """The messages that are for one person alone, oldest first."""
    own = [m for m in person.world.messages if m.only_for is person.user]
    places = {message.channel for message in own} | {person.dm}
    shown = [s for place in places if not place.is_gone for s in person.reads(place)]
    private = [s for s in shown if s.is_ephemeral or s.message.channel.is_dm]
    return sorted(private, key=lambda shown: shown.id)


def _placing(shown: Shown) -> tuple[list[str], list[str]]:
    """The custom_ids of enabled buttons that lay a card down, and of those that end it."""
    lift: list[str] = []
    final: list[str] = []
    for button in shown.buttons:
        press = Press.parse(button.custom_id)
        if press is None or button.is_disabled:
            continue
        if press.verb is Verb.PUT and not press.argument.endswith("."):
            lift.append(button.custom_id)
        elif press.verb in {Verb.CONFIRM, Verb.ARM}:
            final.append(button.custom_id)
    return lift, final
