"""A table that nobody touches closes by itself, and so does one whose place is gone."""

from datetime import timedelta

import pytest

from bot.store import due
from discord_standin.standin import StandIn
from tests.e2e.house import Group, House

HOUR = timedelta(hours=1).total_seconds()
DAY = 24 * HOUR


def states(house: House) -> list[str]:
    with house.read() as db:
        return [row["state"] for row in db.execute("SELECT state FROM tables ORDER BY id")]


async def test_time_in_which_the_bot_was_away_does_not_count(gather, house: House):
    group: Group = gather(2)
    await group.sit_down()
    await house.stop()
    house.discord.advance(3 * DAY)
    await house.start()
    await house.let_pass(DAY - 120)
    assert states(house) == ["lobby"]
    await house.let_pass(240)
    assert states(house) == ["closed"]


async def test_a_deleted_channel_closes_its_table_at_once(gather, discord: StandIn, house: House):
    group: Group = gather(2)
    await group.sit_down(clock="10m")
    await group.deal()
    discord.remove_channel(group.channel)
    await discord.until(lambda: states(house) == ["closed"])
    await house.catch_up()
    for person in group.people:
        told = person.last(person.dm).text
        why = "The table is closed: I can't write in its channel any more."
        assert told == f"Hand 1 wasn't finished and doesn't count.\n-# {why}"
    with house.read() as db:
        assert due.earliest(db) is None
        assert [row["state"] for row in db.execute("SELECT state FROM hands")] == ["void"]


async def test_a_deleted_thread_closes_its_table_at_once(gather, discord: StandIn, house: House):
    group: Group = gather(2)
    group.channel = discord.add_thread(group.channel, "Tonight's game")
    await group.sit_down()
    discord.remove_channel(group.channel)
    await discord.until(lambda: states(house) == ["closed"])


async def test_a_channel_deleted_while_the_bot_was_away_closes_its_table(
    gather, discord: StandIn, house: House
):
    kept: Group = gather(2)
    lost: Group = gather(2, "club")
    for group in (kept, lost):
        await group.sit_down()
    await house.stop()
    discord.remove_channel(lost.channel)
    await house.start()
    await discord.until(lambda: states(house) == ["lobby", "closed"])
    await house.catch_up()


async def test_an_archived_thread_is_not_taken_for_a_deleted_one(
    gather, discord: StandIn, house: House
):
    group: Group = gather(2)
    group.channel = discord.add_thread(group.channel, "a quiet table")
    await group.sit_down()
    await house.stop()
    discord.world.archive(group.channel, archived=True)
    await house.start()
    await house.catch_up()
    assert states(house) == ["lobby"]


async def test_a_server_that_is_lost_in_mid_hand_takes_the_private_cards_away(
    gather, discord: StandIn, house: House
):
    group: Group = gather(2)
    await group.sit_down()
    await group.deal()
    bob = group.people[1]
    assert bob.last(bob.dm).buttons
    discord.remove_bot(group.guild)
    await discord.until(lambda: states(house) == ["closed"])
    await house.catch_up()
    for person in group.people:
        last = person.last(person.dm)
        assert "doesn't count" in last.text
        assert not last.buttons
        assert not last.pictures


@pytest.mark.parametrize("state", ["lobby", "in a hand", "between hands"])
async def test_a_server_that_takes_the_bot_back_sees_that_its_table_is_closed(
    gather, discord: StandIn, house: House, state: str
):
    group: Group = gather(2)
    await group.sit_down()
    if state != "lobby":
        await group.deal()
    if state == "between hands":
        await group.finish()
    discord.remove_bot(group.guild)
    await discord.until(lambda: states(house) == ["closed"])
    await house.catch_up()
    discord.add_bot(group.guild)
    ann = group.people[0]

    def said() -> str:
        return "\n".join(shown.text for shown in ann.reads(group.channel))

    closed = "was closed before a hand" if state == "lobby" else "The table is closed"
    await discord.until(lambda: closed in said())
    await house.catch_up()
    labels = [button.label for shown in ann.reads(group.channel) for button in shown.buttons]
    assert not {"Join", "Start", "Ready", "My cards"} & {*labels}
    assert "to act" not in said(), "the board of its last hand is gone"


async def test_a_server_lost_while_the_bot_was_away_closes_its_tables(
    gather, discord: StandIn, house: House
):
    group: Group = gather(2)
    elsewhere = discord.add_guild("Club")
    for person in group.people:
        person.join(elsewhere)
    other = Group(house, elsewhere, discord.add_channel(elsewhere, "poker"), group.people)
    for each in (group, other):
        await each.sit_down()
    await house.stop()
    discord.remove_bot(elsewhere)
    await house.start()
    await discord.until(lambda: states(house) == ["lobby", "closed"])
    await house.catch_up()
