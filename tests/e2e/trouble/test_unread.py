"""What Discord forgets, garbles or still offers: everybody is answered, and the bot goes on."""

import re
from collections.abc import AsyncGenerator, Callable
from typing import Final

import pytest

from bot.values.phrases import deck_emoji
from discord_standin.model.places import Guild
from discord_standin.people.person import Person
from discord_standin.standin import StandIn
from discord_standin.trouble import Fail
from discord_standin.vocabulary import Json
from tests.e2e.house import Group, House
from tests.e2e.ledgers import sees
from tests.e2e.quick import QUICK, set_all
from tests.e2e.requests import FOLLOW_UP

OLD: Final[Json] = {
    "name": "old",
    "description": "What another version had",
    "options": [{"type": 3, "name": "word", "description": "Any", "autocomplete": True}],
}


# --- emoji ---------------------------------------------------------------------------------


@pytest.fixture
async def dealt(
    house: House, discord: StandIn, guild: Guild, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Group, None]:
    """Two people in a hand, their cards shown by emoji."""
    await house.stop()
    monkeypatch.setattr("bot.discord_io.sync.DECKS", ("two",))
    async with house.made(emoji=True, first_pause=0.0) as bot:
        house.bot = bot
        await all_emoji(discord)
        people = [discord.add_person(name, guild) for name in ("Ann", "Bob")]
        group = Group(house, guild, discord.add_channel(guild, "poker"), people)
        await group.sit_down(**QUICK)
        await group.deal()
        yield group
        await house.settle()
    house.bot = None
    await house.start()


async def all_emoji(discord: StandIn) -> None:
    wanted = set(deck_emoji("two"))
    await discord.until(lambda: {e.name for e in discord.world.emojis.all} >= wanted)
    await discord.settle()


def has_emoji(group: Group, person: Person) -> bool:
    return any(button.emoji for shown in group.private(person) for button in shown.buttons)


async def touch(group: Group) -> None:
    """Have everybody press a button of their cards."""
    for person in group.people:
        choice = group.choice(person)
        assert choice is not None
        await person.press(*choice)
    await group.house.settle()


async def test_a_hand_goes_on_by_the_names_of_cards_and_emoji_come_back(
    dealt: Group, discord: StandIn
):
    group = dealt
    assert any(has_emoji(group, person) for person in group.people)
    discord.delete_emoji()
    await touch(group)
    await set_all(group)
    assert "Hand 1" in group.result().text
    await all_emoji(discord)
    await group.deal()
    assert any(has_emoji(group, person) for person in group.people)


async def test_new_cards_come_by_name_where_their_emoji_are_refused(dealt: Group, discord: StandIn):
    await set_all(dealt)
    discord.delete_emoji()
    await dealt.deal()
    await touch(dealt)
    await set_all(dealt)
    assert "Hand 2" in dealt.result().text


# --- answers that are not Discord's own ------------------------------------------------------


async def test_what_everybody_is_to_see_comes_although_the_door_is_closed_once(
    group: Group, house: House
):
    reply = await sees(group.people[0], group.channel)
    house.discord.fail_next(*FOLLOW_UP, Fail(429))
    before = len(group.people[1].reads(group.channel))
    await group.people[0].press(reply.message, "Show everyone")
    await house.settle()
    assert len(group.people[1].reads(group.channel)) == before + 1


# --- events that cannot be read --------------------------------------------------------------


def without_user(event: Json) -> None:
    del event["member"]["user"]["id"]


def without_data(event: Json) -> None:
    del event["data"]


def of_another_shape(event: Json) -> None:
    event["channel"] = {"type": 11}


@pytest.mark.parametrize("mangle", [without_user, without_data, of_another_shape])
async def test_whoever_pressed_what_cannot_be_read_is_told_and_the_next_press_works(
    group: Group, discord: StandIn, mangle: Callable[[Json], None]
):
    ann, greetings = group.people[0], discord.greetings
    discord.mangle_next("INTERACTION_CREATE", mangle)
    reply = await ann.types(group.channel, "/ofc rules")
    assert re.search("Please try (that )?again.", reply.text)
    assert reply.message.is_ephemeral
    assert "Pineapple" in (await ann.types(group.channel, "/ofc rules")).text
    assert discord.greetings == greetings, "the connection is still the same"


@pytest.mark.table(**QUICK)
async def test_an_event_that_cannot_be_read_changes_nothing(group: Group, discord: StandIn):
    discord.mangle_next("GUILD_MEMBER_ADD", dict.clear)
    discord.add_person("Zoe", group.guild)
    await touch(group)
    await set_all(group)


@pytest.mark.table(**QUICK)
@pytest.mark.parametrize("frame", ["{", "[]", '{"op": 0, "t": "READY"}'])
async def test_after_a_frame_that_cannot_be_read_the_bot_connects_anew(
    group: Group, discord: StandIn, frame: str
):
    before = discord.greetings
    discord.send_frame(frame)
    await discord.until(lambda: discord.greetings > before)
    await discord.connected()
    await touch(group)
    await set_all(group)


# --- what there no longer is -----------------------------------------------------------------


async def test_a_command_of_another_version_is_answered_in_a_sentence(
    group: Group, discord: StandIn, caplog: pytest.LogCaptureFixture
):
    discord.world.commands.replace(group.guild.id, [OLD])
    ann = group.people[0]
    assert await ann.complete(group.channel, "old", word="a") == ()
    reply = await ann.types(group.channel, "/old word:a")
    assert "This command no longer exists." in reply.text
    assert reply.message.is_ephemeral
    assert not [r for r in caplog.records if r.levelname == "ERROR"]
