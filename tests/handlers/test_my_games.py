"""Where somebody plays: which table comes first, whom it waits for, and which one is meant."""

from typing import Any, Final

import pytest

from bot.game.lobby import NewTable
from bot.handlers import new_tables, seating, table_challenges, waiting_cards
from bot.handlers.tournaments import entering
from bot.screens.presses import PlaceHere, Ready, ShowCards, Start
from bot.screens.tournaments.tournament_presses import Enter, StartTournament
from bot.values.options import TableOptions
from bot.values.tournament_views import KNOCK_OUT
from tests.desk.desk import BEGINNING, CHANNEL, Member
from tests.desk.scene import ANN, BOB, MIA, ZOE, Scene, words
from tests.desk.words import buttons

OTHER: Final = CHANNEL + 1


async def plays_in(scene: Scene, channel: int, *members: Member, **options: Any) -> None:
    """Have them sit down at a table of a channel, and the first hand dealt."""
    await opens_in(scene, channel, *members, **options)
    await scene.again(members[0], scene.sure(scene.posted(channel)[-1].screen, Start))


async def opens_in(scene: Scene, channel: int, *members: Member, **options: Any) -> None:
    opening = NewTable(variant="chinese", seats=2, **options)
    await scene.desk.ask(members[0], new_tables.new(opening), channel=channel)
    for member in members[1:]:
        await scene.desk.ask(member, seating.join(), channel=channel)


async def games(scene: Scene, member: Member) -> list[str]:
    """What `/my games` says, line by line."""
    return (await scene.asks(member, waiting_cards.games())).splitlines()


async def test_who_has_no_seat_is_told_how_to_get_one(scene: Scene):
    assert "You don't have a seat at any table." in (await games(scene, ANN))[-1]


async def test_a_game_says_how_far_it_is_and_for_whom_it_waits(scene: Scene):
    await scene.opens(ANN, BOB)
    assert (await games(scene, ANN))[1:3] == ["**<#70>**", "waiting for the first hand"]
    await scene.presses(ANN, Start)
    (line,) = [line for line in await games(scene, ANN) if line.startswith("hand")]
    assert line == "hand 1, street 1 of 1: **your turn**"
    await scene.places(ANN)
    (line,) = [line for line in await games(scene, ANN) if line.startswith("hand")]
    assert line == "hand 1, street 1 of 1: waiting for <@101>"
    await scene.places(BOB)
    assert "hand 1 is over: **press Ready**, the next comes" not in "\n".join(
        await games(scene, ANN)
    ), "nobody has said when the next hand comes at the latest"
    assert "hand 1 is over: **press Ready**" in await games(scene, ANN)
    await scene.presses(ANN, Ready)
    assert "hand 1 is over: waiting for Bob" in await games(scene, ANN)
    await scene.asks(BOB, seating.sit_out())
    assert "hand 1 is over" in await games(scene, ANN), "it is paused"
    assert "**<#70>** · you're sitting out" in await games(scene, BOB)


async def test_with_a_clock_it_says_until_when(scene: Scene):
    await scene.deals(ANN, BOB, clock="60s", next_hand="60")
    limit = f", time runs out <t:{BEGINNING + 60}:R>"
    assert f"hand 1, street 1 of 1: **your turn**{limit}" in await games(scene, ANN)
    await scene.desk.let_pass(10)
    await scene.places(ANN)
    waits = f"hand 1, street 1 of 1: waiting for <@101>{limit}"
    assert waits in await games(scene, ANN), "until when those have who are waited for"
    await scene.places(BOB)
    latest = f"the next comes at the latest <t:{BEGINNING + 70}:R>"
    assert f"hand 1 is over: **press Ready**, {latest}" in await games(scene, ANN)


async def test_first_comes_where_one_is_on_turn_by_deadline_then_where_one_is_to_be_ready(
    scene: Scene,
):
    plays = {71: "none", 72: "2h", 73: "1h", 74: "none"}
    for channel, clock in plays.items():
        await plays_in(scene, channel, ANN, BOB, clock=clock)
    for channel in (75, 76):
        await plays_in(scene, channel, MIA, ANN, clock="none")
        for member in (MIA, ANN):
            await place(scene, member, channel)
    await opens_in(scene, 77, ANN, BOB)
    await scene.again(ANN, scene.sure(scene.posted(76)[-1].screen, Ready))
    first = [line for line in await games(scene, ANN) if line.startswith("**<#")]
    assert [int(line[4:6]) for line in first] == [73, 72, 74, 71, 75, 77, 76]


async def place(scene: Scene, member: Member, channel: int) -> None:
    await scene.desk.ask(member, waiting_cards.place("bbbbbmmmmmfff!"), channel=channel)


async def test_whoever_asks_for_their_hand_anywhere_chooses_among_those_that_wait(scene: Scene):
    assert "You aren't in a hand" in await scene.asks(ANN, waiting_cards.hand())
    await plays_in(scene, OTHER, ANN, BOB)
    assert "Your cards: 1: " in await scene.asks(ANN, waiting_cards.hand()), "there is only one"
    await plays_in(scene, OTHER + 1, ANN, MIA)
    asked = await scene.screen(ANN, waiting_cards.hand())
    assert "Several tables are waiting for you. Which one?" in words(asked)
    assert len(buttons(asked)) == 2
    chosen = scene.sure(asked, ShowCards)
    assert "Your cards: 1: " in await scene.again(ANN, chosen)
    await place(scene, ANN, OTHER)
    assert "Your cards: 1: " in await scene.asks(ANN, waiting_cards.hand()), (
        "one is left that waits"
    )
    await place(scene, ANN, OTHER + 1)
    assert "Several tables" in await scene.asks(ANN, waiting_cards.hand()), (
        "hands that are waited for"
    )
    await place(scene, BOB, OTHER)
    told = await scene.asks(ANN, waiting_cards.hand())
    assert "Several tables" not in told, "one of the hands is over"


async def test_in_the_channel_of_ones_own_table_that_one_is_meant(scene: Scene):
    await plays_in(scene, OTHER, ANN, BOB)
    await scene.opens(ANN, MIA)
    told = await scene.asks(ANN, waiting_cards.hand())
    assert "Your cards: 1" not in told, "here no hand is played"
    assert "Your cards: 1" in words(await scene.desk.ask(ANN, waiting_cards.hand(), channel=OTHER))
    assert "Here they are again." in words(
        await scene.desk.ask(ANN, waiting_cards.hand(), channel=ANN.dm)
    )


async def test_what_is_typed_anywhere_goes_to_the_table_that_is_chosen(scene: Scene):
    for channel, member in ((OTHER, BOB), (OTHER + 1, MIA)):
        await plays_in(scene, channel, ANN, member)
    asked = await scene.screen(ANN, waiting_cards.place("bbbbbmmmmmfff!", anywhere=True))
    press = scene.sure(asked, PlaceHere)
    await scene.again(ANN, press)
    running = [(await scene.table(number)).running for number in (1, 2)]
    streets = [sorted(each.hand.streets_played) for each in running if each is not None]
    assert sorted(streets) == [[0, 0], [0, 1]]


# --- open tables of a server -----------------------------------------------------------------


async def tables(scene: Scene, member: Member, *channels: int) -> list[str]:
    return (await scene.asks(member, new_tables.open_tables(channels))).splitlines()


async def test_of_the_open_tables_those_are_listed_that_one_can_see(scene: Scene):
    assert "You can't see any open table here." in (await tables(scene, MIA, 71))[-1]
    await opens_in(scene, 71, ANN)
    assert "You can't see any open table here" in (await tables(scene, MIA, 72))[-1]
    assert "**<#71>** · Chinese" in await tables(scene, MIA, 71, 72)


async def test_tables_with_a_free_seat_come_first_then_the_newest(scene: Scene):
    await opens_in(scene, 71, ANN)
    await opens_in(scene, 72, ANN, BOB)
    await opens_in(scene, 73, ANN)
    await opens_in(scene, 74, BOB, ANN)
    listed = [line for line in await tables(scene, MIA, 71, 72, 73, 74) if line.startswith("**<#")]
    assert [int(line[4:6]) for line in listed] == [73, 71, 74, 72]


async def test_each_says_what_is_played_there_and_how_to_get_in(scene: Scene):
    await plays_in(scene, 71, ANN, BOB, clock="60s")
    told = await tables(scene, MIA, 71)
    assert "Ann, Bob: hand 1 is being played" in told
    assert told[2].endswith(" · 1 minute for each decision")
    assert "All seats are taken. Wait for one with /ofc join." in told
    await scene.desk.ask(MIA, seating.join(), channel=71)
    assert "You're on the waiting list." in await tables(scene, MIA, 71)
    assert "All seats are taken. Wait for one with /ofc join. 1 person is waiting." in (
        await tables(scene, ZOE, 71)
    )
    assert "You have a seat here." in await tables(scene, BOB, 71)
    for member in (ANN, BOB):
        await place(scene, member, 71)
    assert "Ann, Bob: hand 1 is over" in await tables(scene, MIA, 71)


async def test_a_seat_that_is_kept_is_free_for_one(scene: Scene):
    await scene.asks(MIA, waiting_cards.games())  # whom the bot knows by now
    await scene.asks(ANN, table_challenges.challenge(BOB.person, NewTable()))
    kept = "The free seats are kept for people who were invited."
    for member in (MIA, ZOE):
        assert kept in await tables(scene, member, CHANNEL)
    told = await tables(scene, BOB, CHANNEL)
    assert "1 seat is free: press Join to sit down." in told
    assert "Ann: waiting for the first hand" in told
    assert told[2].endswith(" · no time limit")


async def test_the_tables_of_a_tournament_are_none_to_sit_down_at(scene: Scene):
    opening = NewTable(TableOptions(stack=20, books=False), variant="chinese", seats=3)
    await scene.asks(ANN, entering.new(opening, KNOCK_OUT))
    for member in (BOB, MIA):
        await scene.presses(member, Enter)
    await scene.presses(ANN, StartTournament)
    thread = (await scene.table()).row.channel_id
    assert thread != CHANNEL
    assert "You can't see any open table here" in (await tables(scene, ZOE, CHANNEL, thread))[-1]


@pytest.mark.parametrize(
    "options", [TableOptions(stack=20, books=False), TableOptions(duplicate=3)]
)
async def test_a_table_whose_seats_stay_as_they_are_lets_nobody_in(
    scene: Scene, options: TableOptions
):
    await scene.opens(ANN, seats=2, options=options)
    assert "1 seat is free: press Join to sit down." in await tables(scene, MIA, CHANNEL)
    await scene.asks(BOB, seating.join())
    if (await scene.table()).played is None:
        await scene.presses(ANN, Start)
    assert "It has begun, and its seats stay as they are." in await tables(scene, MIA, CHANNEL)
