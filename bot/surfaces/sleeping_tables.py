"""The question to the people of a table that has slept for two weeks: do they play on?"""

from bot.game.clock import LASTS, SLEEPS
from bot.game.loading import loaded
from bot.game.table import Table
from bot.screens.waiting import asleep_screen
from bot.store.engine import Connection
from bot.store.messages import MessageRow
from bot.store.tables import State
from bot.surfaces.kept_messages import InWords, Words
from bot.texts import texts_for
from bot.values.spots import Spot


class SleepingTable(InWords):
    """Asks in the channel of a table, each time that it has slept for so long."""

    def contents(self, db: Connection, row: MessageRow, now: int) -> Words | None:
        """The question; None if the table is awake, or its host wants none."""
        table = loaded(db, row.about)
        names = [table.people[seat.player_id].name for seat in table.persons]
        played = table.played
        if played is None or not names or not _has_slept(table, now):
            return None
        spot, _ = Spot(table.id, played.row.number), texts_for(table.row.locale)
        channel_id, screen = table.row.channel_id, asleep_screen(names, spot, _)
        return Words(channel_id=channel_id, is_last=True, screen=screen)


def _has_slept(table: Table, now: int) -> bool:
    closes_at = table.row.closes_at
    if closes_at is None or table.state is not State.BETWEEN or not table.options.wakes:
        return False
    return now >= closes_at - LASTS[State.BETWEEN] + SLEEPS
