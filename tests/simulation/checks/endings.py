"""Everything open can be ended, and nothing is left of it then."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from bot.store.engine import Connection
from discord_standin.model.places import Channel, Guild
from discord_standin.people.errors import CannotDoError
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.vocabulary import Permission
from tests.simulation.checks.check import Check

if TYPE_CHECKING:
    pass

_OPEN: Final = (
    "SELECT 'table ' || id || ' in ' || channel_id FROM tables WHERE state <> 'closed'"
    " UNION ALL SELECT 'tournament ' || id FROM tournaments WHERE state <> 'over'"
)
_LEFT: Final = {
    "drafts": "drafts JOIN hands ON hands.id = about WHERE kind = 'hand' AND state <> 'playing'",
    "layouts to be placed": "drafts WHERE places_at IS NOT NULL",
    "deadlines": "deadlines JOIN tables ON tables.id = table_id WHERE state = 'closed'",
    "reminders": "reminders JOIN tables ON tables.id = table_id WHERE state = 'closed'",
    "waiters": "waiters JOIN tables ON tables.id = table_id WHERE state = 'closed'",
    "votes": "votes JOIN tables ON tables.id = table_id"
    " WHERE tables.state = 'closed' AND votes.state = 'open'",
}
_TASKS: Final = 40
"""Tasks that may run while nothing happens: discord.py's, and ours that wait for work."""


class Endings(Check):
    """Lets somebody with Manage Server end everything."""

    async def conclude(self) -> None:
        """End everything in the ways that people are told."""
        for guild in self.world.discord.world.guilds_of_bot():
            warden = self.world.discord.add_person("Warden", guild)
            warden.join(guild, Permission.MANAGE_GUILD)
            await self._end_all(warden, guild)
        await asyncio.sleep(120)
        db = self.world.committed.db
        self._verify_ended(db)
        for name, rows in _LEFT.items():
            (count,) = db.execute(f"SELECT count(*) FROM {rows}").fetchone()
            if count:
                self.fail(f"{count} {name} are left of what is over")
        self._verify_at_rest()

    async def _end_all(self, warden: Person, guild: Guild) -> None:
        for channel in list(guild.channels.values()):
            if not channel.is_gone:
                await self._end_tournament(warden, channel)
        for channel in list(guild.channels.values()):
            if not channel.is_gone:
                await self._stop(warden, channel)

    async def _end_tournament(self, warden: Person, channel: Channel) -> None:
        try:
            reply: Reply | None = await warden.types(channel, "/tournament show")
        except CannotDoError:
            return
        for code in ("tmanage", "tend", "tendnow"):
            reply = await self._press(warden, reply, code)

    async def _stop(self, warden: Person, channel: Channel) -> None:
        """End the table there; results of an earlier one have *More* as well."""
        tables: list[Shown] = []
        with suppress(CannotDoError):
            tables = [each for each in warden.glances(channel) if _with_code(each, "more")]
        for table in tables:
            with suppress(CannotDoError):
                more = await warden.press(table, _with_code(table, "more"))
                await self._press(warden, await self._press(warden, more, "endgame"), "stopnow")

    async def _press(self, warden: Person, reply: Reply | None, code: str) -> Reply | None:
        """Press a button of an answer, if it has one."""
        for shown in reply.messages if reply is not None else ():
            if custom_id := _with_code(shown, code):
                return await warden.press(shown, custom_id)
        return None

    def _verify_ended(self, db: Connection) -> None:
        guilds = {guild.id for guild in self.world.discord.world.guilds_of_bot()}
        for (what,) in db.execute(_OPEN).fetchall():
            self.fail(f"{what} is still open after everything was ended in {len(guilds)} servers")

    def _verify_at_rest(self) -> None:
        tasks = self.world.machine.tasks
        if len(tasks) > _TASKS:
            self.fail(f"{len(tasks)} tasks run while nothing is going on: {sorted(tasks)}")


def _with_code(shown: Shown, code: str) -> str:
    """The custom_id of a message's button with a code, empty if there is none."""
    return next((b.custom_id for b in shown.buttons if f":{code}:" in b.custom_id), "")
