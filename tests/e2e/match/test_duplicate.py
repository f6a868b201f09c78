"""A duplicate tournament: the same cards in every group, in one's own time, round by round."""

import asyncio
import json
import re

import pytest

from bot.screens.press import parse
from bot.screens.presses import PlayFrom, ShowMore, ShowProof, ShowReplay, ShowReview, ShowText
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from ofc_engine.proof import Proof
from tests.e2e.child import KillableHouse
from tests.e2e.duplicates import DAY, Eyes, announcement, begun, found, groups, place, press
from tests.e2e.house import Group, House
from tests.e2e.ledgers import files
from tests.e2e.own_data import data_in, exported


def buttons(shown: Shown, *kinds: type) -> list[str]:
    ids = [button.custom_id or "" for button in shown.buttons]
    return [custom_id for custom_id in ids if isinstance(parse(custom_id), kinds)]


def points_of(group: Group, person: Person) -> int:
    """What all rounds were worth for somebody."""
    now = found(group.house)
    assert now.results is not None
    names = {each.player: now.people[each.player].name for each in now.results.standing}
    return next(s.score for s in now.results.standing if names[s.player] == person.name)


async def test_no_board_leaves_a_group_before_the_last_has_finished_the_deal(gather, house: House):
    group: Group = gather(5)
    eve = house.discord.add_person("Eve", group.guild)
    await begun(group, rounds=1, hands=1)
    told = announcement(group).text
    assert "round 1 of 1 · 0 of 2 groups are done" in told
    first, second = groups(house)
    early = [person for person in group.people if person.name in first]
    late = [person for person in group.people if person.name in second]
    eyes = Eyes(group, eve)
    await place(group, *early)
    assert "1 of 2 groups are done" in announcement(group).text
    own = next(s for s in reversed(early[0].reads(early[0].dm)) if "finished" in s.text)
    more = await early[0].press(own, buttons(own, ShowMore)[0])
    asked = [await early[0].press(own, each) for each in buttons(own, ShowReplay, ShowReview)]
    asked += [await early[0].press(more.message, each) for each in buttons(more.message, ShowProof)]
    (spot,) = {parse(each).spot for each in buttons(own, ShowReplay)}
    asked += [await early[0].forge(own, str(PlayFrom(spot, anew))) for anew in (0, 1)]
    assert len(asked) == 5
    for reply in asked:
        assert "Other groups are still playing this deal." in reply.text
    for person in (eve, late[0]):
        for typed in ("/ofc board", "/ledger show", "/my hand"):
            await person.types(group.channel, typed)
        await press(group, person, "My cards")
        await press(group, person, "Deals")
    assert "You're not in a group this round." in (await press(group, eve, "My cards")).text
    await house.settle()
    assert not (await files(group, "/ledger export")), "no hand of it is for others yet"
    assert data_in(await exported(early[0], group.channel))["tournaments_played"] == []
    assert eyes.looked_at > 20
    assert eyes.leaks == []
    await place(group, *late)
    await house.catch_up()
    assert "The tournament is over" in announcement(group).text
    told = early[0].reads(early[0].dm)[-1]
    assert told.text.startswith("## The tournament is over\nYou're in place **")
    points = int(points_of(group, early[0]))
    written = "1 point" if points == 1 else f"{points} points"
    assert f"of 5.\nYou have {written}, round by round: " in told.text
    assert [button.label for button in told.buttons] == ["All results"]
    replay = await early[0].press(own, buttons(own, ShowReplay)[0])
    assert "Hand 1" in replay.text
    more = await early[0].press(own, buttons(own, ShowMore)[0])
    text = (await early[0].press(more.message, buttons(more.message, ShowProof)[0])).text
    Proof.parse(text).verify()
    listed = (await press(group, eve, "Deals")).text
    assert Proof.parse(text).commitment.hex() in listed
    assert (await early[0].press(more.message, buttons(more.message, ShowText)[0])).text
    (played,) = json.loads((await files(group, "/ledger export"))["ledger.json"])["tournaments"]
    assert [len(each["scores"]) for each in played["places"]] == [1] * 5
    assert {(each["round"], each["hand"]) for each in played["hands"]} == {(1, 1)}
    (mine,) = data_in(await exported(early[0], group.channel))["tournaments_played"]
    assert len(mine["places"]) == len(mine["hands"]) == 1


@pytest.mark.exhaustive
@pytest.mark.house(kind=KillableHouse)
async def test_killed_at_the_change_of_rounds_it_goes_on(gather, house: KillableHouse):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await begun(group, rounds=2, hands=1)
    await place(group, ann, bob)
    placing = asyncio.create_task(mia.types(group.channel, "/my place cards:fffmmmmmbbbbb!"))
    await house.kill_amid(placing, requests=1)
    await placing
    await house.start()
    await place(group, mia)
    await house.discord.until(lambda: found(house).row.round == 2)
    await house.settle()
    await place(group, ann, bob, mia)
    await house.discord.until(lambda: found(house).row.is_over)
    await house.settle()
    text = announcement(group).text
    assert "The tournament is over" in text
    assert len(re.findall(r"^\d\. ", text, re.MULTILINE)) == 3


def run_out(house: House) -> None:
    """Have the time of the round be up while the bot is away, whose clock is the real one."""
    with house.read() as db:
        db.execute("UPDATE deadlines SET due_at = due_at - ?", (3 * DAY,))
        db.execute("UPDATE tables SET play_until = play_until - ?", (3 * DAY,))
        db.execute("UPDATE tournaments SET round_ends_at = round_ends_at - ?", (3 * DAY,))


@pytest.mark.exhaustive
@pytest.mark.house(kind=KillableHouse)
async def test_nine_people_one_of_whom_never_answers_killed_at_every_change(
    gather, house: KillableHouse
):
    group: Group = gather(5)
    others = [house.discord.add_person(f"P{n}", group.guild) for n in range(4)]
    group.people.extend(others)
    sleeper = group.people[6]
    await begun(group, rounds=3, hands=1)
    for number in (1, 2, 3):
        await house.discord.until(lambda: found(house).row.round == number)  # noqa: B023
        await house.settle()
        await place(group, *(person for person in group.people if person is not sleeper))
        if number < 3:
            assert found(house).row.round == number, "the round waits for who is asleep"
            await house.kill()
            run_out(house)
            await house.start()
            await asyncio.sleep(0.2 * number)
            await house.kill()
            await house.start()
    await house.discord.until(lambda: found(house).row.is_over)
    await house.settle()
    results = found(house).results
    assert results is not None
    last = results.standing[-1]
    assert found(house).people[last.player].name == sleeper.name
    assert last.scores == (0, 0, None)
    assert f"{sleeper.name}: **0** (0 0 –)" in announcement(group).text
