"""Computer players at a table: added by the host, they play, and never hold anybody up."""

from collections.abc import Callable

import pytest

from bot.game.computer_turns import task_of
from bot.game.loading import load
from bot.screens.presses import ChooseComputer
from bot.store import players
from bot.store.ledger import journal
from bot.tasks import Thinker
from bot.values.draft import Spot
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from ofc_engine.operations import Surrendered, parse_operation
from ofc_engine.players.levels import LEVELS
from tests.e2e.computers import add, choose, seats
from tests.e2e.house import Group, House


async def offers(group: Group) -> list[str]:
    """The values that the menu of computer players offers to the host."""
    shown = (await group.does(group.people[0], "More, Computer players")).message
    return [option.value for menu in shown.selects for option in menu.options]


# --- sitting down ---------------------------------------------------------------------------


async def test_the_host_adds_computers_by_their_level_and_removes_them(alone: Group):
    await alone.sit_down(variant="classic")
    await add(alone, "master", "beginner", "master")
    assert seats(alone) == [
        "1. Ann (host)",
        r"2. Master \(bot\)",
        r"3. Dreamer \(bot\)",
        r"4. Master 2 \(bot\)",
    ]
    await choose(alone, 0, "remove.3")
    assert len(seats(alone)) == 3
    await add(alone, "steady")
    assert seats(alone)[2] == r"3. Steady \(bot\)"


async def test_a_full_table_offers_only_to_remove(alone: Group):
    await alone.sit_down(seats=2)
    assert await offers(alone) == [f"add.{level}" for level in LEVELS]
    await add(alone, "steady")
    assert await offers(alone) == ["remove.2"]


async def test_only_the_host_or_manage_server_adds_a_computer(gather):
    group: Group = gather(2)
    await group.sit_down()
    reply = await group.does(group.people[1], "More, !Computer players")
    assert reply.text.startswith("Only the host, Ann, or somebody with Manage Server")
    assert len(seats(group)) == 2


async def test_manage_server_adds_one_without_a_seat(alone: Group, discord: StandIn):
    await alone.sit_down()
    alone.people.append(
        discord.add_person("Warden", alone.guild, permissions=Permission.MANAGE_GUILD)
    )
    await choose(alone, 1, "add.steady")
    assert seats(alone)[1] == r"2. Steady \(bot\)"


async def test_a_menu_that_was_seen_before_the_table_filled_is_refused(alone: Group):
    await alone.sit_down(seats=2)
    ann = alone.people[0]
    before = (await alone.does(ann, "More, Computer players")).message
    await add(alone, "steady")
    reply = await ann.select(before, "add.steady")
    assert reply.text == "All 2 seats are taken."
    assert len(seats(alone)) == 2


async def test_a_table_without_people_is_closed(alone: Group, house: House):
    await alone.sit_down()
    await add(alone, "steady")
    reply = await alone.people[0].types(alone.channel, "/ofc leave")
    assert reply.text == "You've left the table."
    reply = await alone.people[0].types(alone.channel, "/ofc join")
    assert "There's no table in this channel." in reply.text
    await house.catch_up()
    texts = [shown.text for shown in alone.people[0].reads(alone.channel)]
    assert any("closed before a hand was played" in text for text in texts)


async def test_a_computer_is_never_host_and_never_asked_to_agree(gather, house: House):
    group: Group = gather(2)
    await group.sit_down()
    await add(group, "steady")
    await group.people[0].types(group.channel, "/ofc leave")
    assert house.table(group.channel).host.name == "Bob"
    await group.people[0].types(group.channel, "/ofc join")
    reply = await group.does(group.people[0], "More, End the game")
    bob = group.people[1]
    assert f"Waiting for <@{bob.user.id}>." in reply.text


# --- playing --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "levels"),
    [
        ("german", ["beginner", "steady", "master"]),
        pytest.param("standard", ["master", "beginner"], marks=pytest.mark.exhaustive),
        pytest.param("progressive", ["steady"], marks=pytest.mark.exhaustive),
    ],
)
async def test_one_person_plays_hands_against_computers(
    alone: Group, house: House, preset: str, levels: list[str]
):
    await alone.sit_down(rules=preset)
    await add(alone, *levels)
    for number in (1, 2):
        await alone.play_by_presses()
        result = alone.result()
        assert f"Hand {number}" in result.text
        assert all(rf"{LEVELS[level].human} \(bot\)" in result.text for level in levels)
    totals = sum_of_totals(alone, house)
    assert totals == 0


def sum_of_totals(group: Group, house: House) -> int:
    with house.read() as db:
        return sum(journal.totals(db, house.table(group.channel).id, up_to=99).values())


async def test_computers_get_no_messages_and_are_named_without_a_mention(
    alone: Group, discord: StandIn, house: House
):
    await alone.sit_down()
    await add(alone, "steady")
    await alone.play_hand()
    assert {channel.id for channel in discord.world.channels.values() if channel.is_dm} == {
        alone.people[0].dm.id
    }
    with house.read() as db:
        owners = {row[0] for row in db.execute("SELECT player_id FROM surfaces")}
        computers = {player.id for player in players.computers(db, "steady")}
    assert computers
    assert not computers & owners


async def test_all_levels_in_simultaneous_streets(alone: Group):
    await alone.sit_down(rules="german", options="deal_mode=simultaneous")
    await add(alone, "beginner", "steady", "master")
    await alone.play_hand()
    assert "Hand 1" in alone.result().text


async def test_computers_take_their_time_and_go_on_after_a_restart(
    alone: Group, discord: StandIn, house: House
):
    await alone.sit_down()
    await add(alone, "steady")
    await house.stop()
    async with house.made(computer_delay=3600.0):
        await alone.does(alone.people[0], "Start")
        await discord.until(lambda: not house.is_behind)
        assert r"Steady \(bot\) to act" in alone.board(alone.people[0]).text
        reply = await alone.people[0].types(alone.channel, "/ofc rules")
        assert "How to play" in reply.text, "nobody waits for a computer that thinks"
    assert due_in(house, alone) is not None, "nothing was decided in a hurry"
    await house.start()
    await house.settle()
    assert due_in(house, alone) is None
    assert alone.choice(alone.people[0]) is not None, "now it is Ann's turn"


def due_in(house: House, group: Group):
    return task_of(house.table(group.channel))


async def test_r7_3_a_fantasyland_set_face_down_is_decided_when_the_others_are_done(
    alone: Group, house: House
):
    await alone.sit_down()
    await add(alone, "steady")
    with house.read() as db:
        db.execute("UPDATE seats SET fantasyland = 14 WHERE seat = 2")
    await alone.deal()
    table = house.table(alone.channel)
    assert table.running is not None
    number = next(n for n, seat in enumerate(table.running.hand.seats) if seat.fantasyland)
    assert not table.running.hand.seats[number].is_done, "dealt, and not touched"
    assert "14 hidden cards" in (alone.board(alone.people[0]).pictures[0].alt or "")
    while house.is_dealt(alone.channel):
        assert not house.table(alone.channel).running.hand.seats[number].is_done
        await alone.act(alone.people[0])
    table = house.table(alone.channel)
    assert table.played is not None
    last = parse_operation(table.played.log[-1])
    assert last.seat == number
    assert "Hand 1" in alone.result().text


async def test_r8_a_computer_gives_up_where_that_costs_less(
    alone: Group, house: House, monkeypatch: pytest.MonkeyPatch
):
    async def here(_: Thinker, work: Callable[[], object]) -> object:
        return work()

    # In a process of its own it would not know of the change to the level.
    monkeypatch.setattr(Thinker, "think", here)
    monkeypatch.setattr("ofc_engine.players.deciding.gives_up", lambda *_: True)
    await alone.sit_down(options="surrender=2")
    await add(alone, "master")
    await alone.deal()
    while house.is_dealt(alone.channel):
        await alone.act(alone.people[0])
    played = house.table(alone.channel).played
    assert played is not None
    assert any(isinstance(parse_operation(line), Surrendered) for line in played.log)
    assert "gave up" in alone.result().text


async def test_a_computer_that_plays_is_removed_only_when_the_hand_is_over(alone: Group):
    ann = alone.people[0]
    await alone.sit_down()
    await add(alone, "steady")
    await alone.deal()
    menu = (await alone.does(ann, "More, Computer players")).message
    assert r"Steady \(bot\)" in menu.text
    reply = await ann.select(menu, "remove.2")
    assert reply.text == r"Steady \(bot\) is in a hand. Try again when it's over."
    shown = (await ann.select(menu, "add.master")).message
    assert "sits down" in shown.text, "it plays from the next hand on"
    while alone.house.is_dealt(alone.channel):
        await alone.act(ann)
    shown = (await ann.select(menu, "remove.2")).message
    assert "has left" in shown.text
    await alone.play_hand()
    assert r"Master \(bot\)" in alone.result().text
    assert r"Steady \(bot\)" not in alone.result().text


async def test_somebody_stops_the_table_while_a_computer_thinks(
    alone: Group, discord: StandIn, house: House
):
    await alone.sit_down()
    await add(alone, "steady")
    await house.stop()
    async with house.made(computer_delay=0.3) as bot:
        await alone.does(alone.people[0], "Start")
        shown = alone.people[0].reads
        await discord.until(
            lambda: any(b.label == "More" for s in shown(alone.channel) for b in s.buttons)
        )
        await alone.break_off()
        await discord.settle(lambda: bot.is_busy)
    with house.read() as db:
        assert db.execute("SELECT state FROM hands").fetchone()[0] == "void"
    await house.start()


async def test_r11_1_the_clock_runs_for_people_only(alone: Group, house: House):
    await alone.sit_down(clock="10m")
    await add(alone, "steady")
    await alone.deal()
    while house.is_dealt(alone.channel):
        assert len(house.table(alone.channel).deadlines) == 1
        await house.let_pass(601)
        await alone.act(alone.people[0])
    assert "Hand 1" in alone.result().text, "the computer plays on after who is late"


@pytest.mark.parametrize("takes_dms", [True, False])
async def test_whoever_was_late_beside_a_computer_is_called_for_the_next_street(
    alone: Group, house: House, takes_dms: bool
):
    ann = alone.people[0]
    if not takes_dms:
        ann.close_dms()
    await alone.sit_down(clock="10m")
    await add(alone, "steady")
    await alone.deal()
    called = len(ann.pings())
    await alone.act(ann)
    assert len(ann.pings()) == called, "nobody else has acted, and Ann is looking on"
    await house.let_pass(601)
    assert len(ann.pings()) == called + 1


async def test_the_list_of_games_names_a_computer_that_is_waited_for(alone: Group, house: House):
    await alone.sit_down()
    await add(alone, "steady")
    await house.stop()
    async with house.made(computer_delay=3600.0):
        await alone.does(alone.people[0], "Start")
        reply = await alone.people[0].types(alone.channel, "/my games")
        assert r"waiting for Steady \(bot\)" in reply.text
    await house.start()


# --- presses that cannot be -----------------------------------------------------------------


async def test_a_forged_choice_does_no_harm(alone: Group, house: House):
    await alone.sit_down()
    shown = alone.board(alone.people[0])
    table = house.table(alone.channel)
    forged = ChooseComputer(Spot(table.id))
    reply = await alone.people[0].forge(shown, str(forged))
    assert reply.text == "Choose from the menu."
    with house.read() as db:
        again = load(db, table.id)
    assert again is not None
    assert len(again.seats) == 1
