"""Everybody whom a table waits for sees a button to go on."""

from typing import TYPE_CHECKING, Final

from bot.game.loading import loaded
from bot.game.play import verify_enough
from bot.game.table import TableError
from bot.store.engine import DbRow
from discord_standin.people.errors import CannotDoError
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from tests.simulation.checks.check import Check

if TYPE_CHECKING:
    from tests.simulation.world import World

_UNREADY: Final = (
    "SELECT tables.id, channel_id, user_id, seats.player_id,"
    " (SELECT max(number) FROM hands WHERE table_id = tables.id) AS number FROM tables"
    " JOIN seats ON seats.table_id = tables.id JOIN players ON players.id = seats.player_id"
    " WHERE state = 'between' AND presence = 'here' AND NOT ready AND user_id IS NOT NULL"
)
_IS_READY: Final = "SELECT ready FROM seats WHERE table_id = ? AND player_id = ?"
_LAST: Final = "SELECT max(number) FROM hands WHERE table_id = ?"


class Ways(Check):
    """Lets everybody whom a table waits for between two hands press *Ready* below the result."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._people = {actor.person.user.id: actor.person for actor in world.people}

    async def conclude(self) -> None:
        """Press it, and check that they count as ready."""
        for row in self.world.committed.db.execute(_UNREADY).fetchall():
            person = self._people.get(row["user_id"])
            if person is not None and self._has_enough(row) and not self._is_over(row):
                await self._press(person, row)

    async def _press(self, person: Person, row: DbRow) -> None:
        try:
            found = self._button(person, row)
        except CannotDoError:
            return  # the channel is gone, or they may not see it
        if found is None:
            self.fail(f"{person.name} has no button to be ready with at table {row['id']}")
            return
        reply = await person.press(*found)
        if not self._is_over(row):
            said = reply.error or " ".join(each.text for each in reply.messages)
            self.fail(f"{person.name} pressed Ready at table {row['id']} in vain: {said}")

    def _has_enough(self, row: DbRow) -> bool:
        """True if a hand can be played; else they are told why not."""
        try:
            verify_enough(loaded(self.world.committed.db, row["id"]))
        except TableError:
            return False
        return True

    def _button(self, person: Person, row: DbRow) -> tuple[Shown, str] | None:
        """The newest button in the channel or in direct messages, where half of them look first."""
        channel = self.world.discord.world.channels[row["channel_id"]]
        places = (channel, person.dm)
        for where in places if row["player_id"] % 2 else reversed(places):
            for shown in person.glances(where):
                for button in shown.buttons:
                    if button.custom_id.startswith(f"b1:ready:{row['id']}:"):
                        return shown, button.custom_id
        return None

    def _is_over(self, row: DbRow) -> bool:
        """True if the table no longer waits for them."""
        db = self.world.committed.db
        (number,) = db.execute(_LAST, (row["id"],)).fetchone()
        ready = db.execute(_IS_READY, (row["id"], row["player_id"])).fetchone()
        return number != row["number"] or ready is None or bool(ready[0])
