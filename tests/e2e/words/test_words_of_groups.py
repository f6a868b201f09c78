"""Every word of tournaments and of following a table is in the language of who reads it."""

import pytest

from bot.screens.presses import Join
from discord_standin.people.shown import Shown
from tests.alphabets import CYRILLIC, GREEK
from tests.e2e.knock_out import place_all
from tests.e2e.words.walking import Walk

in_wrong_letters = pytest.mark.parametrize("walk_through", [(GREEK, CYRILLIC)], indirect=True)
"""What is in no catalogue shows at once; that each catalogue is whole is tested elsewhere."""


def announcement(walk: Walk) -> Shown:
    """The announcement of the channel's tournament."""
    shown = walk.ann.reads(walk.group.channel)
    return next(s for s in shown if not s.is_ephemeral and s.text.startswith("## "))


async def chooses(walk: Walk, value: str) -> None:
    """Have Ann choose from the only menu of the announcement."""
    reply = await walk.ann.select(announcement(walk), value)
    assert reply.error == "", value
    await walk.group.house.settle()


@in_wrong_letters
async def test_every_word_of_a_knock_out_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, mia = group.people
    await walk.types(ann, "/tournament new format:knock-out variant:chinese stack:10 seats:3")
    for value in ("add.beginner", "remove", "add.beginner"):
        await chooses(walk, value)
    for person in (bob, mia):
        await walk.types(person, "/tournament join")
    await walk.types(mia, "/tournament join")
    await walk.types(bob, "/tournament start")
    await walk.types(ann, "/tournament start")
    await walk.types(ann, f"/tournament manage card_shown:{bob.mention}")
    managed = await walk.types(ann, "/tournament manage")
    await walk.presses(ann, managed.message)
    await walk.types(mia, "/tournament show")
    for _hand in range(3):
        await place_all(group)
        await group.house.let_pass(25)
    await walk.types(ann, f"/tournament manage remove:{mia.mention}")
    for command in ("join", "show"):
        await walk.types(mia, f"/tournament {command}")
    await walk.presses(bob, announcement(walk))
    asked = await ann.types(group.channel, "/tournament manage")
    for label in asked.message.buttons[-1:]:
        sure = await ann.press(asked.message, label.custom_id)
        await walk.presses(ann, sure.message)
    await group.house.catch_up()
    for command in ("show", "history", "join"):
        await walk.types(mia, f"/tournament {command}")


@in_wrong_letters
async def test_every_word_of_a_duplicate_tournament_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, mia = group.people
    opened = "/tournament new format:duplicate variant:chinese rounds:2 hands:1"
    await walk.types(ann, opened)
    for person in (ann, bob, mia):
        await walk.types(person, "/tournament join")
    await walk.types(ann, "/tournament start")
    for number in range(2):
        await walk.presses(bob, announcement(walk))
        await walk.types(bob, "/tournament join")
        for person in (ann, bob, mia):
            await person.types(group.channel, "/my place cards:fffmmmmmbbbbb!")
            await group.house.settle()
        await group.house.catch_up()
        await walk.types(mia, "/tournament show")
        if not number:
            managed = await walk.types(ann, "/tournament manage")
            await walk.presses(ann, managed.message)
    await walk.types(bob, "/tournament leave")
    await walk.types(mia, "/tournament history")


async def test_every_word_of_a_tournament_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, mia = group.people
    for command in ("join", "leave", "start", "show", "history"):
        await walk.types(ann, f"/tournament {command}")
    await walk.types(ann, "/tournament new stack:10")
    for command in ("new", "start", "join", "show"):
        await walk.types(bob, f"/tournament {command}")
    await walk.types(mia, "/ofc rules")
    await walk.types(ann, "/tournament start")
    await group.finish()
    for command in ("join", "leave", "start", "show", "history"):
        await walk.types(mia, f"/tournament {command}")
    await walk.presses(bob, group.board(bob))


async def test_every_word_of_following_a_table_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, mia = group.people
    await walk.types(mia, "/ofc follow")
    await walk.types(ann, "/ofc new")
    await group.press(bob, Join)
    await walk.types(mia, "/ofc follow")
    asked = await walk.types(ann, "/ofc follow all_cards:True")
    await walk.presses(bob, asked.message)
    await group.deal()
    await group.finish()
    await walk.types(mia, "/ofc follow all_cards:False")
    await walk.types(ann, "/ofc stop")
