"""Time, ids and components: what the stand-in is made of."""

import asyncio

from discord_standin.clock import Clock
from discord_standin.model.components import numbered, walk
from discord_standin.snowflakes import Snowflakes, moment_of, shard_of
from discord_standin.standin import StandIn


async def test_alarms_ring_in_order_when_time_is_moved_on():
    clock = Clock(is_running=False)
    rung: list[str] = []
    clock.at(clock.now() + 3, lambda: rung.append("late"))
    clock.at(clock.now() + 1, lambda: rung.append("early"))
    clock.at(clock.now() + 2, lambda: rung.append("never")).cancel()
    clock.at(clock.now() + 9, lambda: rung.append("much later"))
    clock.advance(3)
    assert rung == ["early", "late"]
    clock.cancel_all()
    clock.advance(9)
    assert rung == ["early", "late"]


async def test_an_alarm_that_another_one_cancels_never_rings():
    clock = Clock(is_running=False)
    rung: list[str] = []
    due, later = (clock.at(clock.now() + wait, lambda: rung.append("never")) for wait in (2, 9))
    clock.at(clock.now() + 1, due.cancel)
    clock.at(clock.now() + 1, later.cancel)
    clock.advance(3)
    clock.advance(9)
    assert rung == []


async def test_an_alarm_rings_by_itself_when_time_passes():
    clock = Clock()
    rung = asyncio.Event()
    due = clock.now() + 0.01
    clock.at(due, rung.set)
    await rung.wait()
    assert clock.now() >= due


async def test_a_clock_that_does_not_run_stands_still():
    clock = Clock(is_running=False)
    before = clock.now()
    await asyncio.sleep(0.01)
    assert clock.now() == before
    sleeper = asyncio.create_task(clock.sleep(60))
    await asyncio.sleep(0)
    clock.advance(60)
    await sleeper


def test_ids_only_rise_and_tell_when_they_were_made():
    clock = Clock(is_running=False)
    ids = Snowflakes(clock)
    made = [ids.next() for _ in range(1000)]
    assert made == sorted(set(made))
    assert abs(moment_of(made[0]) - clock.now()) < 0.001
    clock.advance(60)
    assert abs(moment_of(ids.next()) - clock.now()) < 0.001


def test_direct_messages_are_heard_by_shard_0():
    assert shard_of(None, 4) == 0
    assert shard_of(5 << 22, 4) == 1


def test_components_are_numbered_without_touching_ids_that_were_given():
    button = {"type": 2, "style": 1, "custom_id": "a"}
    row = {"type": 1, "id": 1, "components": [button, {**button, "id": 0}]}
    section = {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": button}
    given = [{"type": 17, "components": [row, section]}]
    ids = [part["id"] for _, part in walk(numbered(given))]
    assert sorted(ids) == [1, 2, 3, 4, 5, 6, 7]
    assert numbered(given)[0]["components"][0]["id"] == 1
    assert "id" not in button


async def test_whoever_still_waits_at_the_end_is_told():
    async with StandIn() as discord:
        channel = discord.add_channel(discord.add_guild("Friends"), "poker")
        ann = discord.add_person("Ann", channel.guild)
        discord.world.commands.replace(None, [{"name": "deal", "description": "Deal"}])
        waiting = asyncio.create_task(ann.command(channel, "deal"))
        await discord.until(lambda: bool(discord.world.desk.pending))
    assert (await waiting).error == "The application did not respond"
    assert discord.violations == ["command /deal by ann was still unanswered at the end"]
