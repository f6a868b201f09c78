"""No hidden card is in anything that other people can see."""

import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bot.game.loading import load
from bot.screens.ledger.pages import ShowPage
from bot.screens.press import parse
from bot.screens.presses import CardPress, TablePress
from bot.store import players
from bot.store.engine import Connection
from bot.store.tables import open_in_channel
from bot.values.draft import Spot
from discord_standin.model.feed import Change, Event
from discord_standin.model.messages import Message
from discord_standin.people.shown import Shown
from discord_standin.people.sight import may_see
from ofc_engine.cards import Card
from tests.e2e.house import words
from tests.e2e.secrecy import cards_in, without_what_is_no_card
from tests.simulation.checks.check import Check

if TYPE_CHECKING:
    from tests.simulation.world import World

_CHANNEL: Final = re.compile(r"<#(\d+)>")
_SEVERAL: Final = re.compile(r"\b(?:[2-9TJQKA][cdhs]|X[12]){2,}\b")


class Secrecy(Check):
    """Looks at every message about a hand in play, for everybody who sees it."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        world.discord.world.feed.follow(self._see)
        world.on_log.append(self._read)

    def _read(self, record: logging.LogRecord) -> None:
        if _SEVERAL.search(record.getMessage()):
            self.fail(f"cards are in the log: {record.getMessage()}")

    def _see(self, change: Change) -> None:
        message = change.subject
        if change.event not in (Event.MESSAGE_CREATED, Event.MESSAGE_EDITED):
            return
        if not isinstance(message, Message) or message.author is not self.world.discord.world.bot:
            return
        shown = Shown(message, message.now)
        db = self.world.committed.db
        about = set(_hands_of(db, shown))
        named = cards_in(without_what_is_no_card("\n".join(words(shown)))) if about else frozenset()
        if named:
            for actor in self.world.people:
                if may_see(actor.person.user, message):
                    self._verify(db, actor.person.user.id, about, named, shown)

    def _verify(
        self,
        db: Connection,
        user_id: int,
        about: set[tuple[int, int]],
        named: frozenset[Card],
        shown: Shown,
    ) -> None:
        player = players.find(db, user_id)
        known: set[Card] = set()
        for table_id, number in about:
            table = load(db, table_id)
            running = None if table is None else table.running
            if running is None or running.row.number != number:
                return
            own = None if player is None else running.seat_of(player.id)
            known |= running.view(player.id if player and own is not None else None).seen
        if hidden := named - known:
            self.fail(f"user {user_id} saw {sorted(map(str, hidden))} in {shown!r}")


def _hands_of(db: Connection, shown: Shown) -> Iterator[tuple[int, int]]:
    """The hands that a message is about: those of its buttons, or of the button that brought it.

    A press at one table may show news of another, which names its channel. The channel of a
    tournament, whose tables are in it too, may have a table of its own.
    """
    for button in shown.buttons:
        yield from _hand_of(button.custom_id)
    if shown.message.interaction is None or _is_of_ledger(shown):
        return
    homes = set(map(int, _CHANNEL.findall(shown.text)))
    for table_id, number in _hand_of(shown.message.interaction.data.get("custom_id", "")):
        table = load(db, table_id)
        if table is not None and (not homes or table.row.channel_id in homes):
            yield table_id, number
            yield from _hands_in(db, homes)


def _is_of_ledger(shown: Shown) -> bool:
    """True if a message has become a page of the ledger, which only shows booked hands."""
    return any(isinstance(parse(button.custom_id), ShowPage) for button in shown.buttons)


def _hands_in(db: Connection, channels: set[int]) -> Iterator[tuple[int, int]]:
    """The hands being played at the tables of channels."""
    for channel_id in channels:
        table_id = open_in_channel(db, channel_id)
        table = None if table_id is None else load(db, table_id)
        if table is not None and table.running is not None:
            yield table.id, table.running.row.number


def _hand_of(custom_id: str) -> Iterator[tuple[int, int]]:
    """The table and the hand of a button, if it has any."""
    match parse(custom_id):
        case TablePress(spot=spot) | CardPress(spot=Spot() as spot) if spot.hand:
            yield spot.table, spot.hand
        case _:
            pass
