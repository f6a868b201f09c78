"""*More*: what it offers to whom, and the forms and menus behind it."""

import re
from dataclasses import replace

import pytest

from bot.game.lobby import NewTable
from bot.game.spectators import shows_all_cards
from bot.game.table import Table
from bot.handlers import new_tables, seating, table_challenges, thread_handlers
from bot.handlers.serving import asked_by
from bot.screens.presses import (
    AddSeed,
    ChosenRival,
    ComeBackInChannel,
    EndGame,
    Join,
    Kick,
    ShowMore,
    SitOut,
    Start,
    TypedSeed,
    TypedStake,
)
from bot.screens.settings.menus import ChangeOptions, ShowHouseRules, ShowOptions
from bot.store.seats import SeatRow
from bot.store.tables import ThreadRow
from bot.values.draft import Spot
from bot.values.options import Length, TableOptions, Unit
from tests.desk.desk import CHANNEL, Member
from tests.desk.scene import ANN, BOB, MAX, MIA, ZOE, Scene, words
from tests.desk.words import buttons, label_of

HOSTS = ["House rules", "More options", "Computer players", "Settings"]


async def offered(scene: Scene, member: Member, hand: int = 0, *, channel: int = CHANNEL):
    """The labels that somebody is shown behind More."""
    screen = await scene.desk.ask(member, asked_by(str(ShowMore(Spot(1, hand)))), channel=channel)
    assert screen is not None
    return [label_of(each) for each in buttons(screen)]


async def test_in_the_lobby_everybody_is_offered_what_they_can_do(scene: Scene):
    await scene.opens(ANN, BOB, seats=3)
    everybody = ["Rules", "Learn the game", "Follow"]
    seated = ["Rules", "Learn the game", "Leave", "Follow", "Sit out", "Add a seed"]
    seated.append("Another stake with …")
    ends = ["Remove somebody", "End the game"]
    assert await offered(scene, ANN) == [*seated, *HOSTS, *ends]
    assert await offered(scene, BOB) == [*seated, *ends]
    assert await offered(scene, MIA) == everybody
    assert await offered(scene, MAX) == [*everybody, *HOSTS, *ends], "with Manage Server"


async def test_the_lobby_and_each_result_lead_there(scene: Scene):
    await scene.opens(ANN, BOB)
    assert "This table" in await scene.presses(MIA, ShowMore)
    await scene.presses(ANN, Start)
    await scene.plays_hand(ANN, BOB)
    assert "### Hand 1" in await scene.presses(MIA, ShowMore)


async def test_a_hand_is_told_of_with_what_can_be_done_at_its_table(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.places(ANN)
    assert "Call time" in await offered(scene, ANN, 1)
    assert "Add a seed" not in await offered(scene, ANN, 1), "the deck is dealt"
    assert "Call time" not in await offered(scene, BOB, 1), "the hand waits for them"
    await scene.asks(BOB, seating.sit_out())
    assert {"I'm back", "Sit out"} & {*await offered(scene, BOB, 1)} == {"I'm back"}
    await scene.plays_hand(ANN, BOB)
    assert (await offered(scene, MIA, 1))[:3] == ["Text", "Ledger", "Deal proof"]


async def test_in_direct_messages_nothing_is_offered_that_the_channel_has_to_see(scene: Scene):
    await scene.deals(ANN, BOB)
    assert await offered(scene, ANN, 1, channel=ANN.dm) == ["Text", "Rules", "Sit out"]


async def test_of_a_closed_table_only_its_hand_is_shown(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    await scene.sends(MAX, EndGame(Spot(1)))
    assert await offered(scene, ANN, 1) == ["Text", "Ledger", "Deal proof", "Rules"]


async def test_a_covered_hand_is_not_told_of_but_its_table_can_be_left(scene: Scene):
    opening = NewTable(TableOptions(duplicate=3), variant="chinese")
    await scene.asks(ANN, new_tables.new(opening))
    await scene.presses(BOB, Join)
    await scene.presses(ANN, Start)
    await scene.plays_hand(ANN, BOB)
    told = await scene.presses(ANN, ShowMore)
    assert "Hand 1" not in told
    assert "[Deal proof]" not in told
    assert re.search(r"All deals: [0-9a-f]{64}", told), "the commitment is no secret"
    assert "End the game" in told


# --- More options -----------------------------------------------------------------------------


async def fills_in(scene: Scene, member: Member, typed: str) -> str:
    """What somebody is told who fills in the form, an entry a line."""
    names = ("seats", "stake", "clock", "length", "limit")
    entries = dict(zip(names, typed.split("\n"), strict=False))
    press = asked_by(str(ChangeOptions(Spot(1))))
    return words(await scene.desk.ask(member, press, entries=entries))


async def options(scene: Scene) -> TableOptions:
    return (await scene.table()).options


async def test_the_host_chooses_what_no_menu_offers(scene: Scene):
    await scene.opens(ANN, BOB, variant="classic", seats=3)
    assert await fills_in(scene, ANN, "4\n3\n10m\n20 hands\n50") == ""
    now = await options(scene)
    assert (now.seats, now.stake, now.clock, now.loss_limit) == (4, 3, 600, 50)
    assert now.length == Length(Unit.HANDS, 20)
    assert "points ×3" in scene.public()
    await fills_in(scene, ANN, "2\n1\n\n\n")
    now = await options(scene)
    assert (now.seats, now.clock, now.length, now.loss_limit) == (2, None, None, None)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1\n1\nnone\nendless\nnone", "Classic has 2 to 5 seats, not 1."),
        ("many\n1\nnone\nendless\nnone", "Write a whole number, not many."),
        ("3\n0\nnone\nendless\nnone", "The stake is a multiplier from 1"),
        ("3\n1\n3s\nendless\nnone", "from 15 seconds"),
        ("3\n1\nsoon\nendless\nnone", "Write the clock as 45s, 10m, 12h or 2d, or none"),
        ("3\n1\nnone\n20\nnone", "Write the length as 20 hands, 3 orbits, 90m, 2h or 3d"),
        ("3\n1\nnone\nendless\n0", "The loss limit is 1 to"),
        ("3\n1", "Choose from the menu."),
        ("9999999\n1\nnone\nendless\nnone", "Write a whole number"),
    ],
)  # fmt: skip
async def test_what_cannot_be_is_told_and_nothing_changes(scene: Scene, typed: str, why: str):
    await scene.opens(ANN, BOB, variant="classic", seats=3)
    before = await options(scene)
    assert why in await fills_in(scene, ANN, typed)
    assert await options(scene) == before


async def test_nobody_loses_their_seat_by_it_and_who_waits_gets_a_new_one(scene: Scene):
    await scene.opens(ANN, BOB, variant="classic", seats=2)
    await scene.asks(MIA, seating.join())
    await fills_in(scene, ANN, "3\n1\nnone\nendless\nnone")
    assert await scene.seated() == ["Ann", "Bob", "Mia"]
    told = await fills_in(scene, ANN, "2\n1\nnone\nendless\nnone")
    assert told == "Somebody sits in seat 3."


async def test_the_deals_of_a_match_say_how_long_it_lasts(scene: Scene):
    opening = NewTable(TableOptions(duplicate=3), variant="chinese")
    await scene.asks(ANN, new_tables.new(opening))
    await fills_in(scene, ANN, "3\n2\nnone")
    now = await options(scene)
    assert (now.seats, now.stake, now.length) == (3, 2, Length(Unit.HANDS, 9))
    assert "2 or 3 seats" in await fills_in(scene, ANN, "4\n2\nnone")


async def test_somebody_is_challenged_to_a_match_of_deals(scene: Scene):
    opening = NewTable(TableOptions(duplicate=4))
    await scene.asks(ANN, table_challenges.challenge(BOB.person, opening))
    now = await options(scene)
    assert (now.duplicate, now.seats) == (4, 2)


async def test_only_the_host_has_the_form_and_only_before_the_first_hand(scene: Scene):
    await scene.opens(ANN, BOB)
    assert "Only the host, Ann," in await scene.sends(BOB, ShowOptions(Spot(1)))
    assert "Only the host, Ann," in await fills_in(scene, BOB, "2\n1\nnone\nendless\nnone")
    await scene.presses(ANN, Start)
    assert "stay as they are" in await scene.sends(ANN, ShowOptions(Spot(1)))
    assert "stay as they are" in await scene.sends(ANN, ShowHouseRules(Spot(1)))


async def test_one_of_several_free_seats_is_kept_for_whom_it_is(scene: Scene):
    await scene.asks(ANN, table_challenges.challenge(BOB.person, NewTable(variant="classic")))
    await fills_in(scene, ANN, "4\n1\nnone\nendless\nnone")
    assert "A seat is kept for Bob" in scene.public(2)
    assert "2 seats are free" in scene.public(2)
    assert "You have seat 2." in await scene.asks(MIA, seating.join())
    assert "You have seat 3." in await scene.asks(ZOE, seating.join())
    assert "kept for Bob" in await scene.asks(MAX, seating.join())
    assert "You have seat 4." in await scene.asks(BOB, seating.join())


async def test_no_seat_is_kept_that_is_not_there_any_more(scene: Scene):
    await scene.asks(ANN, table_challenges.challenge(BOB.person, NewTable(variant="classic")))
    await fills_in(scene, ANN, "3\n1\nnone\nendless\nnone")
    assert "You have seat 2." in await scene.asks(MIA, seating.join())
    assert "A seat is kept for Bob" in scene.public(2)
    await fills_in(scene, ANN, "2\n1\nnone\nendless\nnone")
    assert "kept for Bob" not in scene.public(2)
    assert "You're number 1 on the waiting list" in await scene.asks(BOB, seating.join())


async def test_somebody_is_challenged_to_a_table_with_a_computer_player(scene: Scene):
    opening = NewTable(computer="steady", pace="live")
    await scene.asks(ANN, table_challenges.challenge(BOB.person, opening))
    assert await scene.seated() == ["Ann", "Steady (bot)"]
    assert (await options(scene)).clock == 120
    assert "kept for Bob" in await scene.asks(MIA, seating.join())
    assert "You have seat 3." in await scene.asks(BOB, seating.join())


# --- seeds, stakes, seats ---------------------------------------------------------------------


async def test_a_seed_is_typed_and_with_a_mark_the_hand_is_dealt_with_it(scene: Scene):
    await scene.opens(ANN, BOB)
    assert "depends on tiger7" in await scene.sends(BOB, TypedSeed(Spot(1)), "tiger7")
    assert await scene.sends(ANN, TypedSeed(Spot(1)), "lion8!") == "The cards are dealt."
    running = (await scene.table()).running
    assert running is not None
    assert set(running.row.seeds) == {"tiger7", "lion8"}
    assert "The next deal is announced" in await scene.sends(ANN, TypedSeed(Spot(1)), "late")
    assert "don't have a seat" in await scene.sends(MIA, AddSeed(Spot(1)))


async def test_a_stake_is_put_to_whom_is_chosen(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    table = await scene.table()
    mia = next(player.id for player in table.people.values() if player.name == "Mia")
    assert "Choose from the menu" in await scene.sends(ANN, ChosenRival(Spot(1)), "99")
    await scene.sends(ANN, TypedStake(Spot(1), mia), "3")
    assert "Mia" in scene.public()
    assert "from 1 to 50" in await scene.sends(ANN, TypedStake(Spot(1), mia), "51")
    assert "whole number" in await scene.sends(ANN, TypedStake(Spot(1), mia), "many")


async def test_somebody_is_removed_by_a_menu(scene: Scene):
    await scene.opens(ANN, BOB, MIA, seats=3)
    assert "Choose from the menu" in await scene.sends(ANN, Kick(Spot(1)), "nobody")
    await scene.sends(ANN, Kick(Spot(1)), str(BOB.user_id))
    assert await scene.seated() == ["Ann", "Mia"]


async def test_followers_are_shown_all_cards_once_there_is_a_thread(scene: Scene):
    await scene.opens(ANN, BOB)
    assert "Show followers all cards" not in await offered(scene, ANN)
    await scene.asks(MIA, thread_handlers.follow())
    assert "Show followers all cards" in await offered(scene, ANN)
    assert "Show followers all cards" not in await offered(scene, MIA)


async def test_sitting_out_and_coming_back_are_one_button_each(scene: Scene):
    await scene.opens(ANN, BOB)
    assert "To return, press More, then I'm back." in await scene.sends(BOB, SitOut(Spot(1)))
    assert "I'm back" in await offered(scene, BOB)
    assert "Welcome back." in await scene.sends(BOB, ComeBackInChannel(Spot(1)))
    assert "Sit out" in await offered(scene, BOB)


def is_shown(table: Table, seats: tuple[SeatRow, ...], first: int = 1) -> bool:
    """True if a hand has all cards if these people sit there now, and agreed to it from `first`."""
    agreed = frozenset(seat.player_id for seat in seats)
    return shows_all_cards(replace(table, seats=seats, thread=ThreadRow(1, first, agreed)))


async def test_a_hand_has_all_cards_once_it_is_over_if_everybody_in_it_agreed_before(scene: Scene):
    await scene.deals(ANN, BOB, MIA, seats=3)
    running = await scene.table()
    assert not is_shown(running, running.seats)
    await scene.plays_hand(ANN, BOB, MIA)
    table = await scene.table()
    assert is_shown(table, table.seats)
    assert not is_shown(table, table.seats, first=2)
    assert not is_shown(table, table.seats[:2]), "the third was in that hand, and has left"
