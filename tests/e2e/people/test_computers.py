"""Computer players at a table: added by the host, they play, and never hold anybody up."""

from collections.abc import Callable

import pytest

from bot.game.computer_turns import task_of
from bot.store import players
from bot.store.ledger import journal
from bot.tasks import Thinker
from discord_standin.standin import StandIn
from ofc_engine.operations import Surrendered, parse_operation
from ofc_engine.players.levels import LEVELS
from tests.e2e.computers import add
from tests.e2e.house import Group, House


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
    for number, play in ((1, alone.play_by_presses), (2, alone.play_hand)):
        await play()
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
