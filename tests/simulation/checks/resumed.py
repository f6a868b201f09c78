"""Everybody who has begun a deal of their own can go on with it, wherever it was cut off."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from bot.store.solo_deals import SoloMode
from discord_standin.people.errors import CannotDoError
from discord_standin.people.person import Person
from tests.simulation.checks.check import Check
from tests.simulation.people.habits import PLACING
from tests.simulation.people.house_rules import code_of

if TYPE_CHECKING:
    from tests.simulation.world import World

_COMMANDS: Final[Mapping[SoloMode, tuple[str, dict[str, bool]]]] = MappingProxyType(
    {
        SoloMode.ALONE: ("play", {}),
        SoloMode.DAILY: ("daily", {}),
        SoloMode.WEEKLY: ("daily", {"week": True}),
    }
)
"""Mode -> the command that brings back the cards of a deal."""
_OWN: Final = (
    "attempts JOIN fixed_deals ON fixed_deals.id = deal_id JOIN players ON players.id = player_id"
    " WHERE practice = 0 AND joined IS NOT NULL AND user_id"
)
_BEGUN: Final = (
    f"SELECT DISTINCT user_id, mode FROM {_OWN} IS NOT NULL AND points IS NULL ORDER BY 1, 2"
)
_LATEST: Final = f"SELECT points FROM {_OWN} = ? AND mode = ? ORDER BY deal_id DESC LIMIT 1"


class Resumed(Check):
    """Lets everybody with an unfinished deal ask for their cards."""

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        self._people = {actor.person.user.id: actor.person for actor in world.people}

    async def conclude(self) -> None:
        """Ask for the cards, and check that they can be placed."""
        for user_id, mode in self.world.committed.db.execute(_BEGUN).fetchall():
            person = self._people.get(user_id)
            if person is not None and mode in _COMMANDS:
                await self._ask(person, SoloMode(mode))

    async def _ask(self, person: Person, mode: SoloMode) -> None:
        command, options = _COMMANDS[mode]
        try:
            reply = await person.command(person.dm, command, **options)
        except CannotDoError:
            return
        found = [button.custom_id for shown in reply.messages for button in shown.buttons]
        (points,) = self.world.committed.db.execute(_LATEST, (person.user.id, mode)).fetchone()
        if points is None and not PLACING.intersection(map(code_of, found)):
            said = reply.error or " ".join(each.text for each in reply.messages)
            self.fail(f"{person.name} has a deal ({mode}) and nothing to place it with: {said}")
