"""Taps on cards, and presses that come too late, twice, or from others."""

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import chain
from typing import TypeVar

from bot.game import play
from bot.game.loading import loaded
from bot.screens.press import Press, parse
from bot.screens.presses import (
    AcceptWarning,
    CardPress,
    Confirm,
    Put,
    Ready,
    StopNow,
    TablePress,
    Type,
    Undo,
)
from bot.store import drafts
from bot.store.engine import Connection
from bot.values.draft import Spot
from ofc_engine.cards import format_cards
from tests.desk.desk import Button
from tests.desk.post import Message
from tests.desk.scene import ANN, BOB, MAX, Scene, words
from tests.desk.words import buttons

P = TypeVar("P", bound=Press)


async def begins(scene: Scene) -> Message:
    """A hand of Pineapple, in which Bob acts first; his own message."""
    await scene.deals(ANN, BOB, variant="pineapple")
    return scene.posted(BOB.dm)[-1]


async def begins_the_second(scene: Scene) -> None:
    """A second hand of Pineapple, in which Ann has placed and Bob is on turn."""
    await begins(scene)
    await scene.plays_hand(ANN, BOB)
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    await scene.places(ANN)


def offered(message: Message) -> list[Press]:
    parsed = (parse(each["custom_id"]) for each in buttons(message.screen))
    return [each for each in parsed if each is not None]


async def taps(scene: Scene, message: Message, *cards: str) -> str:
    """Bob lifts a card into a row, such as `0f`, one after the other; what he reads then."""
    for card in cards:
        put = next(
            p for p in offered(message) if isinstance(p, Put) and f"{p.card}{p.letter}" == card
        )
        await scene.again(BOB, Button(message, "", str(put)))
    return words(message.screen)


async def presses(scene: Scene, message: Message, kind: type[Press]) -> str:
    press = next(each for each in offered(message) if isinstance(each, kind))
    await scene.again(BOB, Button(message, "", str(press)))
    return words(message.screen)


async def board(scene: Scene) -> list[str]:
    """Bob's rows as they are committed."""
    running = (await scene.table()).running
    assert running is not None
    return [format_cards(row) for row in running.hand.seats[0].board]


async def pending(scene: Scene) -> list[str]:
    """Bob's cards to place, in shown order."""
    running = (await scene.table()).running
    assert running is not None
    return [format_cards([card]) for card in running.view(2).own.pending]


async def test_the_confirming_button_names_the_layout_and_nothing_is_placed_before(scene: Scene):
    own = await begins(scene)
    one, two, *rest = await pending(scene)
    assert not scene.has(BOB, Ready), "nobody is asked that while they place"
    assert f"[✓ {one} / {two} / {''.join(rest)}]" in await taps(scene, own, "0f", "1m")
    assert await board(scene) == ["", "", ""]
    await presses(scene, own, Confirm)
    assert await board(scene) == [one, two, "".join(rest)]


async def test_undo_steps_back_tap_by_tap_and_a_second_tap_puts_a_card_back(scene: Scene):
    own = await begins(scene)
    fresh = words(own.screen)
    one = await taps(scene, own, "0f")
    await taps(scene, own, "1m")
    assert await presses(scene, own, Undo) == one
    assert await presses(scene, own, Undo) == fresh
    assert not [each for each in offered(own) if isinstance(each, Undo)], "nothing is left to undo"
    assert await taps(scene, own, "0f", "0.") == fresh.replace("(↩)", "[↩]")


async def test_a_full_row_takes_no_more_cards(scene: Scene):
    own = await begins(scene)
    await taps(scene, own, "0f", "1f", "2f")
    enabled = {f"{p.card}{p.letter}" for p in offered(own) if isinstance(p, Put)}
    assert not enabled & {"3f", "4f"}
    assert "3m" in enabled


async def test_leaving_all_cards_in_the_back_takes_two_taps(scene: Scene):
    own = await begins(scene)
    cards = await pending(scene)
    assert not [each for each in offered(own) if isinstance(each, Confirm)]
    await presses(scene, own, AcceptWarning)
    assert await board(scene) == ["", "", ""]
    await presses(scene, own, Confirm)
    assert await board(scene) == ["", "", "".join(cards)]


async def test_a_confirm_of_a_layout_that_has_changed_places_nothing(scene: Scene):
    own = await begins(scene)
    await taps(scene, own, "0f")
    confirm = next(each for each in offered(own) if isinstance(each, Confirm))
    await taps(scene, own, "1m")
    await scene.again(BOB, Button(own, "", str(confirm)))
    assert await board(scene) == ["", "", ""]
    assert "**Middle** 1/5" in words(own.screen), "Bob sees the layout as it is now"


async def test_what_cannot_be_placed_by_itself_waits_for_its_player(scene: Scene):
    await scene.deals(ANN, BOB)

    def planned(db: Connection) -> int | None:
        draft = play.current_draft(db, loaded(db, 1), 1)
        return None if draft is None else draft.places_at

    def plan(db: Connection) -> None:
        table = loaded(db, 1)
        draft = play.current_draft(db, table, 1)
        assert draft is not None
        drafts.keep(db, play.key_of(table, 1), replace(draft, places_at=int(scene.desk.time.now)))

    await scene.desk.services.database.write(plan)
    assert await scene.desk.read(planned) is not None
    await scene.desk.let_pass(0)
    assert await scene.desk.read(planned) is None
    await scene.plays_hand(ANN, BOB)


async def test_a_tap_or_a_form_of_an_earlier_street_shows_how_things_are(scene: Scene):
    own = await begins(scene)
    early = next(each for each in offered(own) if isinstance(each, Put))
    form = next(each for each in offered(own) if isinstance(each, Type))
    await taps(scene, own, "0f")
    await presses(scene, own, Confirm)
    placed = await board(scene)
    assert await scene.again(BOB, Button(own, "", str(early))) == ""
    assert "your cards are placed" in words(own.screen)
    await scene.again(BOB, Button(own, "", str(form)))
    assert await board(scene) == placed
    await scene.places(ANN)
    await scene.again(BOB, Button(own, "", str(early)))
    assert not scene.has(BOB, Undo), "nothing is laid out on the next street"


async def test_nobody_presses_anothers_buttons(scene: Scene):
    """Discord shows the message to its owner alone; a forged press acts for the one who forges."""
    own = await begins(scene)
    before = words(own.screen)
    forged = [each for each in offered(own) if isinstance(each, Put | AcceptWarning | Type)]
    for press in (*forged, Confirm(Spot(1, 1), "dead"), Undo(Spot(1, 1))):
        await scene.sends(ANN, press)
    assert await board(scene) == ["", "", ""]
    assert words(own.screen) == before, "Bob's own screen is as it was"


async def test_every_button_of_an_old_hand_is_answered_with_sense(scene: Scene):
    """Whether the hand was played to its end or cut off, and whatever the button is about."""
    await begins_the_second(scene)
    await scene.sends(MAX, StopNow(Spot(1, 2)))
    kinds = about_hands()
    assert len(kinds) > 30
    for hand in (1, 2):
        for kind in kinds:
            assert "Something went wrong" not in await scene.sends(BOB, kind(Spot(1, hand)))
    assert (await scene.table()).state == "closed"


def about_hands() -> list[type[TablePress | CardPress]]:
    """The presses that say no more than which table and hand they are about."""
    return [
        kind
        for kind in chain(kinds_of(TablePress), kinds_of(CardPress))
        if [field.name for field in fields(kind)] == ["spot"] and kind.code
    ]


def kinds_of(kind: type[P]) -> Iterator[type[P]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from kinds_of(sub)


async def test_the_picture_in_words_tells_the_total_after_every_click(scene: Scene):
    await begins_the_second(scene)
    own = scene.posted(BOB.dm)[-1]
    told = total(words(own.screen))
    assert told not in ("", "0"), "the hand before brought points"
    assert total(await taps(scene, own, "0f")) == told
    assert total(await presses(scene, own, Confirm)) == told


def total(said: str) -> str:
    return said.partition("total ")[2].partition(":")[0]
