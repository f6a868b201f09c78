"""A sit-and-go: from the lobby to the last point, whoever leaves, sleeps or pulls the plug."""

import asyncio
import json
from contextlib import closing
from pathlib import Path

import pytest

from bot.ledger import document
from bot.ledger.audit import every_server
from bot.ledger.export import as_json
from bot.ledger.import_ import import_document
from bot.screens.press import parse
from bot.screens.presses import Join, Ready, Rematch, Start
from bot.store.connection import connect
from bot.store.tables import State
from bot.store.tournaments import tournaments
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from tests.e2e.child import KillableHouse
from tests.e2e.house import Group, House
from tests.e2e.quick import set_all
from tests.e2e.tournaments import history, opens_tournament, shows


async def opened(group: Group, **options: str | int) -> None:
    """Have Ann open a sit-and-go, which nobody has joined yet."""
    reply = await opens_tournament(group.people[0], group.channel, **options)
    await group.house.settle()
    assert group.house.has_table(group.channel), reply.text


async def full(group: Group, **options: str | int) -> None:
    """Have everybody join it, so that it starts."""
    await opened(group, seats=len(group.people), **options)
    for person in group.people[1:]:
        await group.press(person, Join)
    await begun(group)


async def begun(group: Group) -> None:
    """Wait until it has started by itself."""
    await group.house.discord.until(lambda: group.house.is_dealt(group.channel))
    await group.house.settle()


async def play_out(group: Group) -> int:
    """Let Ann play on alone until nobody else has points; returns how many hands that takes.

    Those who sit out miss each hand, which is over with the deal (R11.3).
    """
    hands = 0
    while group.house.has_table(group.channel):
        await group.press(group.people[0], Ready)
        hands += 1
        assert hands < 20, "it does not end"
    await group.house.catch_up()
    return hands


def latest(group: Group) -> str:
    return ending(group).text


def ending(group: Group) -> Shown:
    return [s for s in group.people[0].reads(group.channel) if not s.is_ephemeral][-1]


async def says(person: Person, group: Group, typed: str) -> str:
    reply = await group.does(person, typed)
    await group.house.settle()
    return reply.text


def booked(house: House) -> int:
    with house.read() as db:
        return db.execute("SELECT count(*) FROM bookings").fetchone()[0]


async def test_from_the_lobby_to_the_last_point(gather, house: House, tmp_path: Path):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await opened(group, stack=30, seats=3, ledger=True, variant="chinese")
    lobby = group.board(ann).text
    assert "## Sit-and-go: Chinese" in lobby
    assert "sit-and-go · stacks of 30 points" in lobby
    rules = (await ann.types(group.channel, "/ofc rules")).text
    assert "Everybody begins with 30 points. At 0 you're out." in rules
    assert "Every 3 hands the stakes rise: points count ×1, ×2, ×3, ×4" in rules
    assert "It starts when all seats are taken" in lobby
    await group.press(bob, Join)
    assert "Only the host, Ann" in (await group.press(bob, Start)).text
    await group.press(mia, Join)
    await begun(group)
    assert "points ×1 · from hand 4 on ×2" in group.board(ann).text
    await set_all(group)
    await house.catch_up()
    assert "(stack " in latest(group)
    asked = await says(ann, group, "/ledger void number:1 reason:misdeal")
    assert "Hand #1 was played in a tournament: the stacks after it" in asked
    stacks = house.table(group.channel).stacks
    assert sum(stacks.values()) == 90
    for person in (bob, mia):
        await says(person, group, "More, Sit out")
    await group.press(ann, Ready)
    await house.restart()
    shown = await says(bob, group, "/tournament show")
    assert shown.startswith("## The tournament\n-# sit-and-go · stacks of 30 points")
    asked = await bob.types(group.channel, "/tournament show")
    assert [p.alt and p.alt.partition(".")[0] for p in asked.message.pictures] == ["Stacks, hand 2"]
    hands = 2 + await play_out(group)
    ended = latest(group)
    assert ended.startswith("## The tournament is over\n🏆 **Ann** wins.\n1. Ann: 90 points\n2. ")
    assert ended.count("out in hand ") == 2
    assert "Best hand: **" in ended
    chart, best = (picture.alt or "" for picture in ending(group).pictures)
    assert chart.startswith(f"Stacks over {hands} hands. Ann: 90 at the end, ")
    assert best.startswith("Best hand: ")
    offered = [parse(b.custom_id or "") for s in ann.reads(group.channel) for b in s.buttons]
    assert not any(isinstance(press, Ready) for press in offered), "no hand can come"
    assert any(isinstance(press, Rematch) for press in offered)
    assert booked(house) == hands, "as the host has said"
    verify_ledger(house, group, tmp_path / "there.sqlite3")
    past = await history(ann, group.channel)
    assert past.startswith("## Tournaments\n1. Ann · 2. ")
    assert f"Chinese · {hands} hands" in past
    assert "Ann: 90 points" in await says(bob, group, "/tournament show")
    await look_back(group, bob, chart)
    for person, told in ((ann, "1 of 3, +60.0"), (mia, " of 3, −30.0")):
        page = await says(person, group, f"/ledger show player:{person.mention}")
        assert "Tournaments: 1 played, best place " in page
        assert f"{told} against the field" in page


async def look_back(group: Group, person: Person, chart: str) -> None:
    """Open the only tournament of the history: it shows what was shown at its end."""
    asked = await person.press(await shows(person, group.channel), "History")
    opened = await person.select(asked.message, "1", menu="b1:tpast")
    assert "1. Ann: 90 points" in opened.text
    assert next(picture.alt for picture in opened.message.pictures) == chart
    told = await person.press(opened.message, "Text")
    assert "```\nhand " in told.text
    assert not told.message.pictures
    back = await person.press(told.message, "Back")
    assert back.text.startswith("## Tournaments\n1. Ann · 2. ")


def verify_ledger(house: House, group: Group, path: Path) -> None:
    """What is booked fits, also once it was exported and imported elsewhere."""
    with house.read() as here, closing(connect(path)) as there:
        exported = as_json(here, group.guild.id)
        assert [each["id"] for each in json.loads(exported)["tournaments"]] == [1]
        made = document.read(exported)
        assert import_document(there, made, group.guild.id) == len(made.hands)
        for db in (here, there):
            assert [server.fault for server in every_server(db)] == [None]
        assert tournaments.past_in_guild(there, group.guild.id) == (), "it has hands, no places"


@pytest.mark.exhaustive
@pytest.mark.house(kind=KillableHouse)
async def test_killed_at_any_moment_it_goes_on_to_the_last_point(gather, house: KillableHouse):
    group: Group = gather(2)
    ann, bob = group.people
    await full(group, stack=10, variant="chinese")
    await set_all(group)
    await says(bob, group, "More, Sit out")
    for requests in range(3):
        if house.has_table(group.channel):
            pressing = asyncio.create_task(ann.press(group.board(ann), "Ready"))
            await house.kill_amid(pressing, requests)
            await pressing
            await house.start()
            await house.settle()
    await play_out(group)
    assert "The tournament is over" in latest(group)
    with house.read() as db:
        rows = len(tournaments.outs(db, 1))
        state = db.execute("SELECT state FROM tables").fetchone()[0]
        row = tournaments.get(db, 1)
        assert [server.fault for server in every_server(db)] == [None]
    assert rows == 1
    assert (state, row is not None and row.is_won) == (State.CLOSED, True)
