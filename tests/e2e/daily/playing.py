"""How somebody plays a deal on their own: by its buttons, always on the same message."""

import re
from random import Random

from bot.screens.press import parse
from bot.screens.presses import AcceptWarning, Confirm, Put
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.street import UNTOUCHED
from tests.e2e.house import House


async def begin(person: Person, where: Channel, house: House) -> Shown:
    """`/daily`, and the message that comes."""
    reply = await person.types(where, "/daily")
    await house.settle()
    assert reply.error == ""
    return person.sees(reply.message)


def cards(shown: Shown) -> str:
    """The cards to place, as their picture's alt text has them."""
    found = re.search(r"Your cards: ([^.]*)\.", shown.pictures[0].alt or "")
    assert found, "there are cards to place"
    return found[1]


def choice(shown: Shown, random: Random) -> str | None:
    """A button that leads on: to confirm where that can be, else one that lifts a card."""
    presses = [(b.custom_id or "", parse(b.custom_id or "")) for b in shown.buttons
               if not b.is_disabled]  # fmt: skip
    final = [id_ for id_, press in presses if isinstance(press, Confirm | AcceptWarning)]
    lift = [id_ for id_, press in presses if isinstance(press, Put) and press.letter != UNTOUCHED]
    ways = final or lift
    return random.choice(ways) if ways else None


async def place(person: Person, shown: Shown, house: House, random: Random) -> tuple[Shown, int]:
    """Place one street; the message as it is then, and how many taps it took."""
    taps = 0
    while (custom_id := choice(shown, random)) is not None:
        reply = await person.press(shown, custom_id)
        assert reply.error == ""
        await house.settle()
        shown = person.sees(shown)
        taps += 1
        if isinstance(parse(custom_id), Confirm):
            break
    return shown, taps


async def finish(person: Person, shown: Shown, house: House, random: Random) -> tuple[Shown, int]:
    """Play to the end; the result, and how many taps it took."""
    taps = 0
    while choice(shown, random) is not None:
        shown, more = await place(person, shown, house, random)
        taps += more
    return shown, taps
