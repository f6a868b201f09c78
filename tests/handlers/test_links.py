"""A link tells a hand and not who played it: it is the same whatever people are called."""

from dataclasses import replace
from random import Random
from typing import Final

from bot.game.loading import loaded
from bot.handlers.serving import asked_by
from bot.screens.components import Component
from bot.screens.presses import ShowReplay, Step
from bot.store import players
from bot.store.engine import Connection
from bot.store.players import Person
from bot.values.draft import Spot
from ofc_engine.links import link_of, read_link
from ofc_engine.operations import parse_operation
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, Scene

PAGE: Final = "https://example.org/hand.html"
LETTERS: Final = "0123456789abcXYZ éß李🎲#&=%/?"


def addresses(components: tuple[Component, ...]) -> list[str]:
    """Where the buttons of a screen lead that open a page."""
    found = [each["url"] for each in components if "url" in each]
    return [*found, *(url for e in components for url in addresses(tuple(e.get("components", ()))))]


def named(name: str, other: str, db: Connection) -> str:
    """Ann and Bob are called so from now on; the link to their hand by the engine alone."""
    for member, called in ((ANN, name), (BOB, other)):
        players.remember(db, Person(member.user_id, called, called.lower(), member.locale))
    table = loaded(db, 1, hand=1)
    assert table.played is not None
    assert {each.name for each in table.people.values()} == {name, other}
    return link_of(table.played.hand, map(parse_operation, table.played.log))


async def test_no_name_of_a_player_is_in_a_link(scene: Scene):
    random = Random(1)
    scene.desk.services = replace(scene.desk.services, replay_url=PAGE)
    await scene.deals(ANN, BOB, variant="pineapple")
    await scene.plays_hand(ANN, BOB)
    seen = set[str]()
    for _ in range(20):
        name, other = ("".join(random.choices(LETTERS, k=12)).strip() + tail for tail in "nb")
        alone = await scene.desk.services.database.write(
            lambda db, name=name, other=other: named(name, other, db)
        )
        for press in (ShowReplay(Spot(1, 1)), Step(Spot(1, 1), 3, 0)):
            shown = await scene.screen(Member(ANN.number, name), asked_by(str(press)))
            assert name in str(shown.components) or shown.pictures
            (address,) = addresses(tuple(shown.components))
            assert address == f"{PAGE}#{alone}"
            seen.add(address)
    assert len(seen) == 1
    assert read_link(alone).operations
