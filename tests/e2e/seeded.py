"""Deals as in earnest: what Discord numbers is mixed in; and their proofs, line by line."""

from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from tests.e2e.house import House


class SeededHouse(House):
    """A house in which the numbers of presses and messages are mixed into deals."""

    def seed_of(self, number: int) -> str:
        return str(number)


def lines_of(proof: str) -> dict[str, str]:
    """The lines of a proof by their first words."""
    return {name: rest for name, _, rest in (line.partition(" ") for line in proof.splitlines())}


async def proof_below(person: Person, result: Shown) -> str:
    """What somebody is shown who asks for the proof of a hand below its result."""
    more = await person.press(result, "More")
    return (await person.press(more.message, "Deal proof")).text
