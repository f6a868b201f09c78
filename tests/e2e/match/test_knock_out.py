"""A knock-out over several tables: from the announcement to the last place, whatever happens."""

import json
from csv import DictReader
from datetime import UTC, datetime

import pytest

from bot.game.tournaments import seating
from bot.handlers.tournaments.announcements import announcement_of
from bot.screens.components import Screen
from bot.screens.tournaments.tournament_presses import ShowManaging
from bot.store.tables import State
from bot.texts import Texts
from bot.values.tournament_views import Announcement
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
    told,
)
from tests.e2e.ledgers import files
from tests.e2e.own_data import data_in, exported
from tests.e2e.tournaments import history, manages, reports_card, shows, takes_out


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
    await opened(group, stack=16, seats=3, computer="Dreamer", computers=2, levels="usual")
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
        assert sum(now.stacks.values()) == 10 * 16, "points only change hands"
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
    assert (played["format"], played["stack"], played["is_won"]) == ("knock-out", 16, True)
    first = played["places"][0]
    assert (first["place"], first["out"]) == (1, None)
    stacks = {each["player"]: each["stack"] for each in played["hands"]}
    assert sum(stacks.values()) == 160
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


@pytest.mark.parametrize(
    "lacking", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS]
)
async def test_without_a_permission_for_threads_nothing_is_made(
    gather, house: House, lacking: Permission
):
    group: Group = gather(1)
    world = house.discord.world
    world.overwrite(group.channel, world.bot, Overwrite(deny=lacking))
    reply = await group.people[0].command(group.channel, "tournament new", format="knock-out")
    assert "Ask somebody to allow me Create Public Threads and Send Messages in" in reply.text
    with house.read() as db:
        assert db.execute("SELECT count(*) FROM tournaments").fetchone()[0] == 0


async def test_people_join_late_and_leave_and_whoever_is_out_stays_out(gather, house: House):
    group: Group = gather(5)
    add_people(group, "Lea", "Max")
    *_there, late = group.people
    group.people = group.people[:6]
    bob = group.people[1]
    await begun(group, stack=500, seats=4)
    assert [len(table.seats) for table in found(house).tables] == [3, 3]
    assert "before the next hand" in await press(group, late, "Join")
    group.people.append(late)
    await play_hand(group)
    assert sorted(len(table.seats) for table in found(house).tables) == [3, 4]
    assert "You're in: you play at table " in texts(late, late.dm)
    assert sum(found(house).stacks.values()) == 7 * 500
    asked = await bob.press(await shows(bob, home_of(group, bob)), "Leave")
    await bob.press(asked.message, "Leave")
    await house.settle()
    assert "You're out of this tournament." in await press(group, bob, "Join")
    await play_hand(group)
    now = found(house)
    assert sorted(len(table.seats) for table in now.tables) == [3, 3]
    assert [each.out is None for each in now.entrants].count(False) == 1
    kim = house.discord.add_person("Pia", group.guild)
    assert "It's too late to join this tournament." in await press(group, kim, "Join")


async def test_whoever_comes_late_when_all_seats_are_taken_gets_a_new_table(gather, house: House):
    group: Group = gather(5)
    add_people(group, "Lea", "Max", "Nia")
    *_there, max_, nia = group.people
    group.people = group.people[:6]
    await begun(group, stack=500, seats=3)
    assert [len(table.seats) for table in found(house).tables] == [3, 3]
    for late in (max_, nia):
        assert "before the next hand" in await press(group, late, "Join")
        group.people.append(late)
    await house.restart()
    await play_hand(group)
    now = found(house)
    assert sorted(len(table.seats) for table in now.tables) == [2, 3, 3]
    assert [table.row.room for table in now.tables] == [1, 2, 3]
    assert {table.played.row.number for table in now.tables if table.played} == {2}, "R14.1"
    assert sum(now.stacks.values()) == 8 * 500
    assert "You're in: you play at table 3" in texts(max_, max_.dm)
    await play_hand(group)
    assert sum(found(house).stacks.values()) == 8 * 500


async def test_at_an_only_table_one_too_many_for_the_deck_may_come_late(gather, house: House):
    group: Group = gather(5)
    *_there, late, spare = group.people
    group.people = group.people[:3]
    await begun(group, stack=500, seats=3)
    assert len(found(house).tables) == 1
    await press(group, late, "Join")
    group.people.append(late)
    await play_hand(group)
    assert [len(table.seats) for table in found(house).tables] == [4]
    await press(group, spare, "Join")
    await play_hand(group)
    assert [len(table.seats) for table in found(house).tables] == [5]
    assert sum(found(house).stacks.values()) == 5 * 500


async def test_a_hand_that_drags_is_played_to_its_end(gather, house: House):
    group: Group = gather(4)
    await begun(group)
    await house.let_pass(19 * 60)
    assert found(house).row.round == 1
    await house.let_pass(2 * 60)
    assert all(table.running is None for table in found(house).tables)
    await house.let_pass(25)
    assert found(house).row.round == 2
    assert sum(found(house).stacks.values()) == 160


async def test_a_table_of_people_who_never_come_holds_up_nobody(
    gather, house: House, caplog: pytest.LogCaptureFixture
):
    group: Group = gather(5)
    add_people(group, "Lea")
    await begun(group, stack=400, clock="1m")
    everybody, first = group.people, found(house).tables[0]
    absent = {first.people[seat.player_id].user_id for seat in first.seats}
    group.people = [person for person in everybody if person.user.id not in absent]
    for _minute in range(10):
        await place_all(group)
        await house.let_pass(60)
    assert found(house).row.round > 5, "the others play on"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    (sleeper, *_) = (person for person in everybody if person.user.id in absent)
    assert "missed the hand" in texts(sleeper, home_of(group, sleeper))
    for _minute in range(5):
        await house.let_pass(60)
    waits = "Nobody is here to play. Press More at your table, then I'm back: if nobody has by <t:"
    assert waits in announced(sleeper, group.channel)
    assert waits in texts(sleeper, home_of(group, sleeper))
    assert waits in (await manages(everybody[0], group.channel)).text
    await told(group, sleeper, home_of(group, sleeper), "More, I'm back")
    await house.settle()
    assert waits not in announced(sleeper, group.channel)
    await told(group, sleeper, home_of(group, sleeper), "More, Sit out")
    await house.let_pass(60)
    await house.let_pass(20 * 60)
    over = announced(sleeper, group.channel)
    assert "## The tournament is over\n🏆 **" in over
    assert "Nobody was there to play on, so the stacks decide." in over


async def test_what_goes_wrong_again_and_again_is_told(
    gather, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    group: Group = gather(5)
    add_people(group, "Lea")
    ann = group.people[0]
    await begun(group)
    told = "Something keeps going wrong here. I'm trying again every half minute"
    level = seating.level
    monkeypatch.setattr("bot.game.tournaments.seating.level", lambda *_: 1 // 0)
    await play_hand(group)
    await house.let_pass(30)
    assert told not in announced(ann, group.channel)
    await house.let_pass(30)
    assert told in announced(ann, group.channel)
    assert told in texts(ann, home_of(group, ann)), "where people wait for the next hand"
    assert told in (await manages(ann, group.channel)).text
    assert "TOURNAMENT 1: failed, put off" in caplog.text
    monkeypatch.setattr("bot.game.tournaments.seating.level", level)
    await house.let_pass(30)
    assert found(house).row.round == 2
    assert told not in announced(ann, group.channel)
    monkeypatch.setattr("bot.game.play.decide_for", lambda *_: 1 // 0)
    await house.let_pass(20 * 60)
    await house.let_pass(60)
    await house.let_pass(60)
    assert told in announced(ann, group.channel)
    assert told in texts(ann, home_of(group, ann))
    await place_all(group)
    await house.settle()
    assert told not in announced(ann, group.channel)


async def test_whoever_runs_it_may_pause_extend_remove_and_end_it(gather, house: House):
    group: Group = gather(5)
    ann, bob, mia, *_others = group.people
    await begun(group)
    other = await shows(bob, group.channel)
    refused = await bob.forge(other, str(ShowManaging(1)))
    assert "Only the host, Ann" in refused.text
    asked = await manages(ann, group.channel)
    extended = await ann.press(asked.message, "10 more minutes for this hand")
    assert "Everybody has 10 more minutes" in extended.text
    await ann.press(extended.message, "Pause after this hand")
    await house.let_pass(21 * 60)
    assert any(table.running is not None for table in found(house).tables)
    told = (await reports_card(ann, group.channel, bob)).text
    assert "Bob pays each active player 1 point times the stake." in told
    told = (await takes_out(ann, group.channel, mia)).text
    assert "Mia is taken out of the tournament." in told
    await place_all(group)
    await house.let_pass(60)
    now = found(house)
    assert now.row.round == 1
    assert len(now.stacks) == 4
    assert "The host has paused the tournament." in announced(ann, group.channel)
    asked = await manages(ann, group.channel)
    went_on = await ann.press(asked.message, "Go on")
    await house.settle()
    await house.let_pass(25)
    assert found(house).row.round == 2
    sure = await ann.press(went_on.message, "End the tournament")
    await ann.press(sure.message, "End it now")
    await house.settle()
    assert "The tournament was ended" in announced(ann, group.channel)
    assert not found(house).tables


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


async def test_its_tables_are_nobodys_to_stop_or_change(gather, house: House):
    group: Group = gather(4)
    ann = group.people[0]
    await begun(group)
    channel = home_of(group, ann)
    for what in ("More, !End the game", "More, !Remove somebody"):
        assert "This table belongs to a tournament." in await told(group, ann, channel, what)
    assert found(house).tables[0].state is State.PLAYING


async def test_an_announcement_that_could_not_be_made_is_tried_again(
    gather, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    group: Group = gather(3)
    failures = iter([ZeroDivisionError("a fault")])

    def at_first_not(told: Announcement, _: Texts) -> Screen:
        for failure in failures:
            raise failure
        return announcement_of(told, _)

    monkeypatch.setattr("bot.handlers.tournaments.announcements.announcement_of", at_first_not)
    await opened(group)
    assert "## Knock-out: Chinese" in announced(group.people[0], group.channel)
    assert "failed, will try again" in caplog.text
