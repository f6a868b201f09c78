"""The scripted game of the demo, played by people who type."""

from discord_standin.people.person import Person
from sandbox.placing import placing_message, type_command
from sandbox.script import ScriptedHand, ScriptedStreet
from tests.e2e.house import Group


def silent(_face: str) -> None: ...


async def place(group: Group, person: Person, entry: ScriptedStreet) -> None:
    await type_command(person, group.channel, entry, silent)
    await group.house.settle()


async def play(group: Group, hand: ScriptedHand, *, but: str = "") -> None:
    """Play a scripted hand; the one named by `but` does not place."""
    left = {name: list(streets) for name, streets in hand.streets.items() if name != but}
    by_name = {person.name: person for person in group.people}
    while any(left.values()):
        for name, entries in left.items():
            if entries and placing_message(by_name[name], group.channel) is not None:
                await place(group, by_name[name], entries.pop(0))


def fantasyland(hand: ScriptedHand) -> ScriptedStreet:
    return hand.streets["Ann"][0]
