"""`/ofc setup`: a server's settings step by step, which hold at once and can be gone on with."""

import pytest

from bot.screens.settings.menus import ChangeServer, Setup
from bot.screens.settings.server_pages import LAST
from bot.store import guilds
from discord_standin.people.shown import Shown
from tests.e2e.house import Group, House

pytestmark = [pytest.mark.table(2, until="gathered"), pytest.mark.usefixtures("ann_manages")]


async def begin(group: Group) -> Shown:
    return (await group.people[0].types(group.channel, "/ofc setup")).message


def kept(group: Group) -> guilds.Guild:
    with group.house.read() as db:
        return guilds.get(db, group.guild.id)


async def test_a_server_is_set_up_step_by_step(group: Group):
    ann = group.people[0]
    shown = await begin(group)
    steps = [
        ("Language", {"locale": "de"}),
        ("Who and where", {"openers": "managers", "channels": group.channel}),
        ("The usual game", {"rules": "german", "variant": "turbo", "clock": "43200"}),
        ("Announcements", {"news": "no"}),
    ]
    for number, (title, choices) in enumerate(steps, start=1):
        assert f"## {title}\n-# Step {number} of {len(steps)}" in ann.sees(shown).text
        for what, value in choices.items():
            menu = str(ChangeServer(what, str(number)))
            assert (await ann.select(ann.sees(shown), value, menu=menu)).error == ""
            assert title in ann.sees(shown).text, "still at the same step"
        await ann.press(ann.sees(shown), "Next")
    assert ann.sees(shown).text.splitlines()[:6] == [
        "## Your server is ready",
        "- Language: Deutsch",
        f"- Only with Manage Server: <#{group.channel.id}>",
        "- Turbo, rules: German",
        "- 12 hours for each decision",
        "- Don't announce records",
    ]
    guild = kept(group)
    assert (guild.locale, guild.openers, guild.announces) == ("de", "managers", False)
    assert (guild.rules, guild.clock) == ("german variant=turbo", 43200)


async def test_it_goes_on_where_it_was_left_also_after_a_restart(group: Group, house: House):
    ann = group.people[0]
    shown = await begin(group)
    await ann.press(shown, "Next")
    await ann.press(ann.sees(shown), "Next")
    await house.restart()
    again = await begin(group)
    assert "## The usual game" in again.text
    await ann.press(again, "Previous")
    assert "## Who and where" in ann.sees(again).text
    await ann.press(ann.sees(again), "Skip the rest")
    assert "## Your server is ready" in ann.sees(again).text
    assert "## Language" in (await begin(group)).text, "from the beginning, once it is done"


async def test_it_takes_manage_server(group: Group):
    bob = group.people[1]
    told = "You need the Manage Server permission."
    refused = await bob.types(group.channel, "/ofc setup")
    assert refused.text == told
    own = (await bob.types(group.channel, "/my settings")).message
    assert (await bob.forge(own, str(Setup(LAST)))).text == told
    assert kept(group) == guilds.Guild(group.guild.id)


async def test_the_first_table_offers_it_once_to_who_may(group: Group):
    ann, bob = group.people

    async def opens(person) -> str:
        said = (await group.does(person, "/play")).text
        await group.does(person, "More, End the game")
        await group.house.settle()
        return said

    assert "/ofc setup" not in await opens(bob)
    assert "-# New here? /ofc setup takes you" in await opens(ann)
    assert "/ofc setup" not in await opens(ann)
