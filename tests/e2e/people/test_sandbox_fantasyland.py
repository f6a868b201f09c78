"""The sandbox's own lever: whoever pulls it goes to Fantasyland with the next hand."""

import subprocess
import sys

import pytest

from bot.screens.press import parse
from discord_standin.people.errors import CannotDoError
from sandbox.fantasyland import GoToFantasyland, deal_fantasyland
from tests.e2e.house import Group


def test_the_bot_outside_the_sandbox_does_not_know_the_button():
    press = str(GoToFantasyland())
    told = f"from bot.screens.press import parse; print(parse({press!r}))"
    code = f"import bot.cli.run, bot.client; {told}"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "None"
    assert parse(press) == GoToFantasyland(), "here, with the sandbox"


async def test_the_next_hand_is_a_fantasyland(gather):
    group: Group = gather(2)
    await group.sit_down()
    ann = group.people[0]
    told = await deal_fantasyland(ann, group.channel)
    assert told.startswith("The next hand is your Fantasyland")
    await group.deal()
    assert "Fantasyland, place 13 cards, discard 1" in ann.last(ann.dm).text
    told = await deal_fantasyland(ann, group.channel)
    assert told.startswith("A hand is being played.")
    await group.finish()
    assert "Hand 1" in group.result().text


async def test_it_says_why_not(gather):
    group: Group = gather(3)
    ann, _bob, mia = group.people
    with pytest.raises(CannotDoError, match="Open one with /play first"):
        await deal_fantasyland(ann, group.channel)
    await group.sit_down(rules="us2012", seats=3)
    assert "have no Fantasyland" in await deal_fantasyland(ann, group.channel)
    await mia.command(group.channel, "ofc leave")
    assert "Sit down" in await deal_fantasyland(mia, group.channel)
