"""Every word of tournaments and of following a table is in the language of who reads it."""

import pytest

from bot.screens.presses import Join
from bot.screens.tournaments.tournament_presses import (
    Enter,
    ShowTournamentRules,
    StartTournament,
    TournamentPress,
    TypeTournament,
    Withdraw,
)
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from tests.alphabets import CYRILLIC, GREEK
from tests.e2e.knock_out import place_all
from tests.e2e.tournaments import code, manages, plans_start, reports_card, takes_out
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


async def does(walk: Walk, person: Person, *kinds: type[TournamentPress]) -> Reply:
    """Have somebody press these on the page of the tournament, also where they are not there."""
    page = await walk.types(person, "/tournament show")
    reply = page
    for kind in kinds:
        reply = await person.forge(page.message, str(kind(1)))
        assert reply.error == "", kind
        await walk.group.house.settle()
    return reply


async def sees_to_options(walk: Walk, **options: str) -> None:
    """Have Ann look at the house rules and fill in the rest, wrongly and then rightly."""
    page = await does(walk, walk.ann, ShowTournamentRules)
    form = (await walk.ann.press(page.message, code(TypeTournament))).modal
    wrong = {name: "0" for name in options if name not in ("levels", "books")}
    for values in ({**options, **wrong}, options):
        assert (await walk.ann.submit(form, values)).error == ""
    await walk.group.house.settle()


@in_wrong_letters
async def test_every_word_of_a_knock_out_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, mia = group.people
    await walk.types(ann, "/tournament new format:knock-out variant:chinese")
    await sees_to_options(walk, stack="10", seats="3", bank="5m", levels="slow", books="no")
    for value in ("add.beginner", "remove", "add.beginner.5", *["remove"] * 4):
        await chooses(walk, value)
    for person in (bob, mia):
        await does(walk, person, Enter)
    await does(walk, mia, Enter)
    await does(walk, bob, StartTournament)
    managed = await manages(ann, group.channel)
    await walk.presses(ann, managed.message)
    for starts in ("soon", "2h", "none"):
        await plans_start(ann, group.channel, starts)
    await does(walk, ann, StartTournament)
    await reports_card(ann, group.channel, bob)
    managed = await manages(ann, group.channel)
    await walk.presses(ann, managed.message)
    await walk.types(mia, "/tournament show")
    for _hand in range(3):
        await place_all(group)
        await group.house.let_pass(25)
    await takes_out(ann, group.channel, mia)
    await does(walk, mia, Enter)
    await walk.presses(bob, announcement(walk))
    asked = await manages(ann, group.channel)
    for label in asked.message.buttons[-1:]:
        sure = await ann.press(asked.message, label.custom_id)
        await walk.presses(ann, sure.message)
    await group.house.catch_up()
    page = await walk.types(mia, "/tournament show")
    await walk.presses(mia, page.message)
    await does(walk, mia, Enter)


@in_wrong_letters
async def test_every_word_of_a_duplicate_tournament_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, mia = group.people
    await walk.types(ann, "/tournament new format:duplicate clock:5m")
    await walk.types(ann, "/tournament new format:duplicate variant:chinese")
    await sees_to_options(walk, rounds="2", hands="1", deadline="48h", bank="none")
    for person in (ann, bob, mia):
        await does(walk, person, Enter)
    await does(walk, ann, StartTournament)
    for number in range(2):
        await walk.presses(bob, announcement(walk))
        await does(walk, bob, Enter)
        for person in (ann, bob, mia):
            await person.types(group.channel, "/my place cards:fffmmmmmbbbbb!")
            await group.house.settle()
        await group.house.catch_up()
        await walk.types(mia, "/tournament show")
        if not number:
            managed = await manages(ann, group.channel)
            await walk.presses(ann, managed.message)
    await does(walk, bob, Withdraw)
    page = await walk.types(mia, "/tournament show")
    await walk.presses(mia, page.message)


async def test_every_word_of_a_tournament_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, mia = group.people
    page = await walk.types(ann, "/tournament show")
    await walk.presses(ann, page.message)
    await walk.types(ann, "/tournament new")
    await sees_to_options(walk, seats="3", stack="10", clock="10m", levels="usual", books="no")
    await walk.types(bob, "/tournament new")
    await does(walk, bob, StartTournament, Enter)
    await walk.presses(ann, (await manages(ann, group.channel)).message)
    await walk.types(mia, "/ofc rules")
    await does(walk, ann, StartTournament)
    await walk.presses(ann, (await manages(ann, group.channel)).message)
    await group.finish()
    for kind in (Enter, Withdraw, StartTournament):
        await does(walk, mia, kind)
    await walk.presses(bob, group.board(bob))


async def test_every_word_of_following_a_table_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, mia = group.people
    await walk.types(ann, "/play")
    await group.press(bob, Join)
    await walk.types(mia, "More, Follow")
    asked = await walk.types(ann, "More, Show followers all cards")
    await walk.presses(bob, asked.message)
    await group.deal()
    await group.finish()
    await walk.types(mia, "More, !Show followers open cards only")
    await walk.types(ann, "More, End the game")
