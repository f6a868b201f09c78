"""A duplicate tournament: the same cards in every group, in one's own time, round by round."""

import asyncio
import json
import re

import pytest

from bot.game.floors import Event, event
from bot.ofc.proof import Proof
from bot.screens.press import parse
from bot.screens.presses import ShowMore, ShowProof, ShowReplay, ShowReview, ShowText
from bot.store import duplicates, tournaments
from discord_standin.model.feed import Change
from discord_standin.model.messages import Message
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from tests.e2e.child import KillableHouse
from tests.e2e.house import Group, House, words
from tests.e2e.ledgers import files
from tests.e2e.secrecy import cards_in

DAY = 24 * 3600
_IDLE = "It is not your turn anywhere. I will let you know."


def found(house: House) -> Event:
    """The only tournament, as it is committed."""
    with house.committed.at_once() as db:
        row = tournaments.get(db, 1)
        assert row is not None
        return event(db, row)


def groups(house: House) -> list[set[str]]:
    """The names of the people in each group of the latest round."""
    now = found(house)
    assert now.results is not None
    return [
        {now.people[player].name for player in group.players if player is not None}
        for group in now.results.groups
    ]


async def begun(group: Group, **options: str | int) -> None:
    """Have everybody join a duplicate tournament of closed Chinese, and Ann start it."""
    ann, *others = group.people
    wanted: dict[str, str | int] = {"format": "duplicate", "variant": "chinese", **options}
    reply = await ann.command(group.channel, "tournament new", **wanted)
    assert "Your tournament is open." in reply.text, reply.text
    # Of a bot in a process of its own nobody sees that it still has something to post.
    await group.house.discord.until(lambda: bool(announcements(group, ann)))
    await group.house.settle()
    for person in others:
        assert "You are in." in (await press(group, person, "Join")).text
    await press(group, ann, "Start")
    await group.house.discord.until(lambda: found(group.house).row.round == 1)
    await group.house.settle()


def announcements(group: Group, person: Person) -> list[Shown]:
    shown = person.reads(group.channel)
    return [s for s in shown if not s.is_ephemeral and s.text.startswith("## ")]


def announcement(group: Group, person: Person | None = None) -> Shown:
    return announcements(group, person or group.people[0])[0]


async def press(group: Group, person: Person, label: str) -> Reply:
    reply = await person.press(announcement(group, person), label)
    await group.house.settle()
    return reply


async def place(group: Group, *people: Person) -> None:
    """Let people set their hands as the cards came."""
    for person in people:
        placed = await person.types(group.channel, "/my place cards:fffmmmmmbbbbb!")
        await group.house.settle()
        assert placed.text in {"Placed.", _IDLE}


class Eyes:
    """All that is shown to anybody: no secret of a deal, and to outsiders no card of one."""

    def __init__(self, group: Group, outsider: Person) -> None:
        self.outsider = outsider
        self.people = [*group.people, outsider]
        with group.house.committed.at_once() as db:
            self.secrets = [
                secret.hex()
                for hand in (1, 2)
                if (secret := duplicates.secret_of(db, 1, 1, hand)) is not None
            ]
        self.looked_at = 0
        self.leaks: list[str] = []
        group.house.discord.world.feed.follow(self._see)

    def _see(self, change: Change) -> None:
        if not isinstance(change.subject, Message):
            return
        for person in self.people:
            shown = person.shown(change)
            if shown is not None:
                self.looked_at += 1
                text = "\n".join(words(shown))
                told = any(secret in text for secret in self.secrets)
                if told or (person is self.outsider and cards_in(text)):
                    self.leaks.append(text)


def buttons(shown: Shown, *kinds: type) -> list[str]:
    ids = [button.custom_id or "" for button in shown.buttons]
    return [custom_id for custom_id in ids if isinstance(parse(custom_id), kinds)]


def points_of(group: Group, person: Person) -> int:
    """What all rounds were worth for somebody."""
    now = found(group.house)
    assert now.results is not None
    names = {each.player: now.people[each.player].name for each in now.results.standing}
    return next(s.score for s in now.results.standing if names[s.player] == person.name)


async def own_data(group: Group, person: Person) -> str:
    """All that is kept about somebody, as they are given it."""
    return (await files(group, "/privacy export", group.people.index(person)))["my-data.json"]


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
    assert len(asked) == 3
    for reply in asked:
        assert "Other groups still play this deal." in reply.text
    for person in (eve, late[0]):
        for typed in ("/ofc replay", "/ofc board", "/ofc follow", "/ledger history", "/my hand"):
            await person.types(group.channel, typed)
        await press(group, person, "My cards")
        await press(group, person, "Deals")
    assert "You are in no group of this round." in (await press(group, eve, "My cards")).text
    await house.settle()
    assert not (await files(group, "/ledger export")), "no hand of it is for others yet"
    assert json.loads(await own_data(group, early[0]))["tournaments_played"] == []
    assert eyes.looked_at > 20
    assert eyes.leaks == []
    await place(group, *late)
    await house.catch_up()
    assert "The tournament is over" in announcement(group).text
    told = early[0].reads(early[0].dm)[-1]
    assert told.text.startswith("## The tournament is over\nYou have place **")
    assert f"of 5.\nYou have {points_of(group, early[0])} points, round by round: " in told.text
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
    (mine,) = json.loads(await own_data(group, early[0]))["tournaments_played"]
    assert len(mine["places"]) == len(mine["hands"]) == 1


@pytest.mark.house(kind=KillableHouse)
async def test_killed_at_the_change_of_rounds_it_goes_on(gather, house: KillableHouse):
    group: Group = gather(3)
    ann, bob, mia = group.people
    await begun(group, rounds=2, hands=1)
    await place(group, ann, bob)
    placing = asyncio.create_task(mia.types(group.channel, "/my place cards:fffmmmmmbbbbb!"))
    await asyncio.sleep(0.02)
    await house.kill()
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
