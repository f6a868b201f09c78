"""A knock-out over several tables: from the announcement to the last place, whatever happens."""

import json
from csv import DictReader
from datetime import UTC, datetime

from discord_standin.model.places import Overwrite
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House
from tests.e2e.knock_out import (
    add_people,
    announced,
    begun,
    found,
    home_of,
    opened,
    pictured,
    place_all,
    play_hand,
    press,
    says,
    texts,
    texts_of_all,
)
from tests.e2e.ledgers import files
from tests.e2e.own_data import data_in, exported
from tests.e2e.tournaments import history


async def test_a_server_that_takes_the_bot_back_sees_that_its_tournament_is_over(
    gather, house: House
):
    group: Group = gather(2)
    await opened(group)
    house.discord.remove_bot(group.guild)
    await house.discord.until(lambda: found(house).row.is_over)
    await house.catch_up()
    house.discord.add_bot(group.guild)
    ann = group.people[0]
    await house.discord.until(lambda: "tournament was ended" in announced(ann, group.channel))


async def test_nothing_is_left_to_be_shown_of_a_tournament_whose_channel_is_deleted(
    gather, house: House
):
    group: Group = gather(2)
    await opened(group)
    house.discord.remove_channel(group.channel)
    await house.discord.until(lambda: found(house).row.is_over)
    await house.catch_up()


async def test_players_find_the_thread_of_their_table_in_their_list(gather, house: House):
    group: Group = gather(5)
    add_people(group, "Lea", "Max", "Nia")
    await opened(group, stack=16, seats=3)
    for person in group.people[1:]:
        await press(group, person, "Join")
    await press(group, group.people[0], "Start")
    homes = {person.user.id: home_of(group, person) for person in group.people}
    assert all(user_id in home.followers for user_id, home in homes.items())
    moved: set[int] = set()
    while not moved and not found(house).row.is_over:
        await play_hand(group)
        now = found(house)
        for person in group.people:
            player = next(p for p in now.people.values() if p.user_id == person.user.id)
            if player.id in now.homes and home_of(group, person) is not homes[person.user.id]:
                moved.add(person.user.id)
                assert person.user.id in home_of(group, person).followers
    assert moved, "somebody changed tables"


async def test_from_the_announcement_to_the_last_place(gather, house: House):
    group: Group = gather(5)
    add_people(group, "Lea", "Max", "Nia")
    ann, *others = group.people
    await opened(group, stack=10, seats=3, computer="Dreamer", computers=2, levels="usual")
    assert "## Knock-out: Chinese" in announced(ann, group.channel)
    assert " · at most 20 minutes for a hand · " in announced(ann, group.channel)
    assert "Every 3 hands the stakes rise: points count ×1, ×2" in await press(group, ann, "Rules")
    for person in others:
        assert "You're in." in await press(group, person, "Join")
    assert "You're already in this tournament." in await press(group, ann, "Join")
    assert "Only the host, Ann" in await press(group, others[0], "Start")
    assert "**10 people are in:** Ann, Dreamer" in announced(ann, group.channel)
    assert "The tables are being set up." in await press(group, ann, "Start")
    assert " of 10 left · points ×1 · from hand 4 on ×2" in announced(ann, group.channel)
    (standing,) = pictured(ann, group.channel)
    assert standing.startswith("Stacks, hand 1. 10 of 10 left. 1. ")
    assert [table.row.room for table in found(house).tables] == [1, 2, 3, 4]
    assert "The tournament begins. You play at table " in texts(ann, ann.dm)
    waiting = next((t for t in found(house).tables if t.running is None), None)
    if waiting is not None:  # only computer players, who are done
        channel = house.discord.world.channels[waiting.row.channel_id]
        assert "Waiting for table " in texts(ann, channel)
    sizes: list[list[int]] = []
    while not (now := found(house)).row.is_over:
        assert sum(now.stacks.values()) == 10 * 10, "points only change hands"
        assert {table.played.row.number for table in now.tables if table.played} == {now.row.round}
        if all(table.running is not None for table in now.tables):
            sizes.append(sorted(len(table.seats) for table in now.tables))
        if now.row.round == 2:
            await house.restart()
        assert now.row.round < 40, "it does not end"
        await play_hand(group)
    await house.catch_up()
    over = announced(ann, group.channel)
    assert "## The tournament is over\n🏆 **" in over
    chart, best = pictured(ann, group.channel)
    assert chart.startswith("Stacks over ")
    assert "out in hand " in chart
    assert best.startswith("Best hand: ")
    assert all(each[-1] - each[0] <= 1 for each in sizes)
    moved = texts_of_all(group)
    assert "plays on at table" in moved
    assert "You play on at table " in moved
    assert "## This table is closed" in moved
    shown = await says(ann, group.channel, "/tournament show")
    assert shown.startswith("## The tournament\n-# hand ")
    assert [line for line in over.splitlines() if ". " in line][:3] == [
        line for line in shown.splitlines() if ". " in line
    ][:3]
    assert "Chinese · " in await history(ann, group.channel)
    await verify_export(group)


async def verify_export(group: Group) -> None:
    """The files have everybody's place and stacks, one's own nobody else's."""
    made = json.loads((await files(group, "/ledger export"))["ledger.json"])
    assert made["hands"] == [], "they do not count in the ledger"
    (played,) = made["tournaments"]
    assert (played["format"], played["stack"], played["is_won"]) == ("knock-out", 10, True)
    first = played["places"][0]
    assert (first["place"], first["out"]) == (1, None)
    stacks = {each["player"]: each["stack"] for each in played["hands"]}
    assert sum(stacks.values()) == 100
    assert stacks[first["player"]] == max(stacks.values())
    assert {each["id"] for each in made["players"]} == stacks.keys()
    sheet = (await files(group, "/ledger export format:CSV"))["tournaments.csv"].splitlines()
    ended = datetime.fromtimestamp(played["ended_at"], UTC).isoformat()
    assert [line["time"] for line in DictReader(sheet)] == [ended] * len(played["hands"])
    own = data_in(await exported(group.people[0], group.channel))
    (mine,) = own["tournaments_played"]
    assert mine["people"] == 10
    assert {each["player"] for each in (*mine["places"], *mine["hands"])} == {1}
    assert mine["hands"] == [each for each in played["hands"] if each["player"] == 1]


async def test_without_a_permission_for_threads_nothing_is_made_nor_in_a_thread(
    gather, house: House
):
    group: Group = gather(1)
    world = house.discord.world
    thread = world.add_thread(group.channel, "tonight", group.people[0].user)
    reply = await group.people[0].command(thread, "tournament new", format="knock-out")
    assert "makes threads of its own. Open it in a channel." in reply.text
    for lacking in (Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS):
        world.overwrite(group.channel, world.bot, Overwrite(deny=lacking))
        reply = await group.people[0].command(group.channel, "tournament new", format="knock-out")
        needs = "Ask somebody to allow me Create Public Threads and Send Messages in"
        assert needs in reply.text
    with house.read() as db:
        assert db.execute("SELECT count(*) FROM tournaments").fetchone()[0] == 0


async def test_without_their_thread_people_play_on_at_a_new_table(gather, house: House):
    group: Group = gather(5)
    add_people(group, "Lea")
    await begun(group, stack=500, seats=4)
    gone = found(house).tables[0]
    house.discord.remove_channel(house.discord.world.channels[gone.row.channel_id])
    await house.discord.until(lambda: gone.id not in {table.id for table in found(house).tables})
    await house.settle()
    await place_all(group)
    await house.let_pass(25)
    now = found(house)
    assert [(table.row.room, len(table.seats)) for table in now.tables] == [(2, 3), (3, 3)]
    assert sum(now.stacks.values()) == 6 * 500
