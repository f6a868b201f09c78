"""Every word of tournaments and of following a table is in the language of who reads it."""

from bot.screens.presses import Join
from tests.e2e.words.walking import Walk


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
