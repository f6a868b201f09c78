"""A minute after the last fault, every message shows what it should."""

import asyncio
import re
from typing import TYPE_CHECKING, Final

from bot.store import messages, surfaces
from bot.store.engine import Connection
from discord_standin.model.messages import Version
from tests.simulation.checks.check import Check

if TYPE_CHECKING:
    from tests.simulation.world import World

_WITHIN: Final = 60.0
_CURRENT: Final = (
    "message_id IS NOT NULL AND player_id = 0 AND (slot NOT IN ('lobby', 'turn') OR"
    " (slot, (SELECT state FROM tables WHERE id = table_id))"
    " IN (VALUES ('lobby', 'lobby'), ('turn', 'playing')))"
)
"""Without messages that may be out of date: players' own, which stay as they were when they were
asked, a lobby after its end, and a call in a deleted channel."""
_MESSAGES: Final = f"SELECT table_id, slot, message_id FROM surfaces WHERE {_CURRENT}"
_PROGRESS: Final = """
    WITH done AS (
        SELECT coalesce(-tournament_id, tables.id) AS game, count(DISTINCT hands.id) AS hands,
            count(operations.number) AS operations
        FROM tables JOIN hands ON table_id = tables.id
            LEFT JOIN operations ON hand_id = hands.id
        GROUP BY game
    )
    SELECT tables.id, hands, operations, tables.state, tournaments.state
    FROM tables JOIN done ON game = coalesce(-tournament_id, tables.id)
        LEFT JOIN tournaments ON tournaments.id = tournament_id
"""
"""Tables of a tournament show the others' progress, even when they are closed."""
_UNPAINTED: Final = f"UPDATE surfaces SET painted_version = '?' WHERE {_CURRENT}"
_TIME: Final = re.compile(r"<t:(\d+):\w>")
_UNTOLD: Final = 30
"""Seconds of an absence after which messages are not edited."""

_GUILD: Final = "SELECT guild_id, state FROM tables WHERE id = ?"


class Shown(Check):
    """Has everything painted again at the end, after a minute: nothing may change."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)

    async def conclude(self) -> None:
        """Check that nothing is out of date, and that painting everything changes nothing."""
        await asyncio.sleep(_WITHIN)
        if behind := self._behind(self.world.committed.db):
            self.fail(f"not shown as it is a minute after the last fault: {behind}")
            return
        before, progress = self._shown(self.world.committed.db), self._progress()
        await self.world.machine.turn_off()
        with self.world.committed.written() as db:
            db.execute(_UNPAINTED)
        self.world.machine.turn_on()
        await asyncio.sleep(_WITHIN)
        after, later = self._shown(self.world.committed.db), self._progress()
        for place, version in before.items():
            # Messages out of reach while the bot was not in the server stay as they were. Tables
            # where it plays for people who are away have gone on, or ended as nobody is there.
            if self._was_out_of(place[0]) or progress.get(place[0]) != later.get(place[0]):
                continue
            # A refused picture comes with the next change.
            if _is_in_words(version):
                continue
            if place in after and not self._is_as(_words(version), _words(after[place])):
                self.fail(f"{place} showed {_words(version)}, and should {_words(after[place])}")

    def _progress(self) -> dict[int, tuple[object, ...]]:
        """The progress of each table and its tournament, and whether they are over."""
        rows = self.world.committed.db.execute(_PROGRESS).fetchall()
        return {table_id: tuple(done) for table_id, *done in rows}

    def _is_as(self, before: list[str], after: list[str]) -> bool:
        """True if two messages say the same, apart from times that a short absence has moved.

        Each start of the bot may postpone what is due by some seconds without edits.
        """
        if [_TIME.sub("", line) for line in before] != [_TIME.sub("", line) for line in after]:
            return False
        times = zip(_TIME.findall("".join(before)), _TIME.findall("".join(after)), strict=True)
        credited = self.world.machine.starts * _UNTOLD
        return all(abs(int(one) - int(other)) <= credited for one, other in times)

    def _was_out_of(self, table_id: int) -> bool:
        row = self.world.committed.db.execute(_GUILD, (table_id,)).fetchone()
        return row["state"] == "closed" and row["guild_id"] in self.world.left_guilds

    def _behind(self, db: Connection) -> str:
        tables = surfaces.tables_to_paint(db)
        found = {
            "surfaces": [each for table_id in tables for each in surfaces.unpainted(db, table_id)],
            "messages": messages.to_show(db),
        }
        return ", ".join(f"{name} {ids}" for name, ids in found.items() if ids)

    def _shown(self, db: Connection) -> dict[tuple[int, str, int], Version]:
        """Table, slot and message -> what the message shows."""
        found: dict[tuple[int, str, int], Version] = {}
        for table_id, slot, message_id in db.execute(_MESSAGES).fetchall():
            message = self.world.discord.world.messages.get(message_id)
            if message is not None:
                found[table_id, slot, message_id] = message.now
        return found


def _words(version: Version) -> list[str]:
    return [version.content, *version.texts]


def _is_in_words(version: Version) -> bool:
    """True if a message has words in place of its picture, which was refused."""
    return any(text.startswith("```") for text in _words(version))
