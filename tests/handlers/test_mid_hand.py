"""Who joins, leaves or gives up in mid-hand, and what is placed by itself (R3.6, R8, R11.5)."""

import itertools
import re
import traceback
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.handlers import own_cards, seating, waiting_cards
from bot.screens.presses import LeaveNow, Ready, Start, Surrender, SurrenderNow
from bot.store.engine import Connection
from bot.store.schema import UnreadableError
from tests.desk.desk import at_desk
from tests.desk.scene import ANN, BOB, MIA, ZOE, Scene, words
from tests.e2e.house import secret_of
from tests.handlers.knock_outs import PEOPLE


async def test_r11_5_who_leaves_in_mid_hand_fouls_it(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    asked = await scene.screen(MIA, seating.leave())
    assert "it counts as a foul" in words(asked)
    assert await scene.seated() == ["Ann", "Bob", "Mia"], "asked first, nothing has happened"
    leave = scene.sure(asked, LeaveNow)
    await scene.again(MIA, leave)
    assert words(leave.message.screen) == "You've left the table."
    await scene.plays_hand(ANN, BOB)
    assert "dead hand, counts as a foul" in scene.public()
    assert await scene.seated() == ["Ann", "Bob"]


async def test_between_hands_one_leaves_without_a_question_and_joins_in_mid_hand(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    await scene.plays_hand(ANN, BOB, MIA)
    assert await scene.asks(MIA, seating.leave()) == "You've left the table."
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    assert "You have seat 3." in await scene.asks(ZOE, seating.join())
    assert "place 13 cards" not in scene.told(ZOE)
    await scene.plays_hand(ANN, BOB)
    assert "Mia" not in scene.public()
    assert "**Zoe" not in scene.public()
    await scene.presses(ANN, Ready)
    await scene.presses(BOB, Ready)
    await scene.plays_hand(ANN, BOB, ZOE)
    assert "**Zoe" in scene.public()


async def test_r1_4_with_five_seats_the_button_sits_out_and_keeps_its_last_result(scene: Scene):
    there = PEOPLE[:5]
    await scene.opens(*there, preset="german", variant="classic", seats=5)
    out = []
    for _hand in range(2):
        before = [scene.told(member) for member in there]
        for member in there:
            if (await scene.table()).running is None:
                await scene.presses(member, Start, Ready)
        running = (await scene.table()).running
        assert running is not None
        (watching,) = (part.table_seat for part in running.lineup if part.seat is None)
        assert watching == running.row.button
        out.append(watching)
        assert scene.told(there[watching - 1]) == before[watching - 1], "that is no news"
        told = await scene.asks(there[watching - 1], own_cards.show())
        assert "You're sitting out this hand" in told
        await scene.plays_hand(*there)
        assert "Sitting out" in scene.public()
    assert out[0] != out[1]
    assert "Hand 1: finished" in scene.told(there[out[1] - 1]), "their last result stays"
    for member in there:
        offers = [words(message.screen).count("[Ready]") for message in scene.posted(member.dm)]
        assert sum(offers) <= 1, "also for whoever had the button between two results"


# --- giving up --------------------------------------------------------------------------------


async def test_r15_1_with_cards_on_the_board_giving_up_costs_the_same(scene: Scene):
    changes = "surrender_until=last"
    await scene.deals(ANN, BOB, preset="german", variant="pineapple", changes=changes)
    await scene.places(BOB)
    await scene.places(ANN)
    asked = await scene.desk.press(BOB, scene.button(BOB, Surrender))
    assert asked is not None
    await scene.again(BOB, scene.sure(asked, SurrenderNow))
    assert (await scene.table()).running is None, "nobody is left to play against"
    assert "**Ann +2**" in scene.public()
    assert "gave up" in scene.public()


async def test_r8_without_surrender_in_the_rules_there_is_no_such_button(scene: Scene):
    await scene.deals(ANN, BOB, variant="pineapple")
    assert not scene.has(BOB, Surrender)


# --- streets that come ahead, or at once ------------------------------------------------------


async def test_dealt_ahead_the_placed_street_is_not_asked_for_any_more(scene: Scene):
    await scene.deals(ANN, BOB, preset="german", variant="classic")
    await scene.asks(BOB, waiting_cards.place("fmmbb!"))
    assert "place 5 cards" not in scene.told(BOB)
    assert "set for your turn" in scene.told(BOB) or "your cards are placed" in scene.told(BOB)


async def test_simultaneous_streets_call_once(scene: Scene):
    scene.desk.post.closed |= {member.user_id for member in (ANN, BOB, MIA)}
    changes = "deal_mode=simultaneous"
    await scene.deals(ANN, BOB, MIA, variant="pineapple", seats=3, changes=changes)
    calls = [m for m in scene.posted() if MIA.user_id in m.screen.pings]
    for member in (ANN, BOB):
        await scene.asks(member, waiting_cards.place("fmmbb!"))
    assert [m for m in scene.posted() if MIA.user_id in m.screen.pings] == calls
    assert len(calls) == 1


# --- what is placed by itself -----------------------------------------------------------------


@pytest.fixture
async def spoiling(tmp_path: Path, thoughts: Path | None) -> AsyncIterator[Scene]:
    """In this deal Bob can spoil the hand early: queens in Front, less in the Middle."""
    secrets = map(secret_of, itertools.count(2))
    async with at_desk(tmp_path, secret=lambda: next(secrets), thoughts=thoughts) as desk:
        scene = Scene(desk)
        await scene.deals(ANN, BOB, preset="german", variant="classic")
        yield scene


async def place_in_turn(scene: Scene, *streets: str) -> None:
    """Bob's streets, and Ann's in between, which do not matter."""
    for letters in streets:
        assert await scene.asks(BOB, waiting_cards.place(f"{letters}!")) == "Placed."
        await scene.places(ANN)


async def test_r3_6_with_one_open_row_nothing_more_is_asked(spoiling: Scene):
    await place_in_turn(spoiling, "fffmm", "m", "m", "m")
    await spoiling.plays_hand(ANN)
    played = (await spoiling.table()).played
    assert played is not None
    assert len(played.hand.seats[0].board.back) == 5


async def test_r11_5_with_nothing_left_to_decide_leaving_costs_nothing(spoiling: Scene):
    await place_in_turn(spoiling, "fffmm", "m", "m", "m")
    assert await spoiling.asks(BOB, seating.leave()) == "You've left the table."
    assert (await spoiling.table()).running is not None, "Bob's cards still come, and are placed"
    await spoiling.plays_hand(ANN)
    assert "Bob" in spoiling.public()
    assert "dead hand" not in spoiling.public()


async def test_r11_5_a_certain_foul_is_left_without_a_question(spoiling: Scene):
    await place_in_turn(spoiling, "ffmmm", "f", "m")
    assert await spoiling.asks(BOB, seating.leave()) == "You've left the table."
    await spoiling.plays_hand(ANN)
    assert "dead hand, counts as a foul" in spoiling.public()


@pytest.mark.parametrize("variant", ["classic", "pineapple"])
async def test_r11_5_with_a_decision_open_leaving_asks_first(scene: Scene, variant: str):
    """R3.6: also where one row is open, but a card is to be discarded."""
    await scene.deals(ANN, BOB, variant=variant)
    await scene.places(BOB)
    assert "it counts as a foul" in await scene.asks(BOB, seating.leave())


async def test_of_a_hand_that_cannot_be_read_nobody_is_told_its_cards(scene: Scene):
    await scene.deals(ANN, BOB)
    for damaged in (b"deal 1 KsQdXx", b"cheat AsKd", b"place 0 As / 2h2s / -", b"AsKd\xff"):
        await scene.desk.services.database.write(partial(damage, text=damaged))
        with pytest.raises(UnreadableError) as raised:
            await scene.asks(ANN, own_cards.show())
        told = "".join(traceback.format_exception(raised.value)) + repr(raised.value)
        assert "Hand 1 cannot be read." in told
        assert not re.search("Xx|AsKd|2h2s", told)


def damage(db: Connection, text: bytes) -> None:
    """Write something else in place of a hand's first operation."""
    db.execute("DROP TRIGGER IF EXISTS operations_stay")
    db.execute("UPDATE operations SET operation = CAST(? AS TEXT) WHERE number = 0", (text,))
    db.execute("UPDATE hands SET ended_at = ended_at")  # so that all of it is read again
