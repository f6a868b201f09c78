"""Every word that people see goes through the catalogue.

The people here write Greek and their server Cyrillic letters: English words in other letters, so
what is still in Latin ones is no sentence of the catalogue, and what is in the wrong ones is
not in the language of who reads it. Then they go the same ways in the languages that there are:
nothing is too long for Discord in any of them, and nothing left in English.
"""

import pytest

from bot.screens.ledger.pages import VIEWS, ChooseView
from bot.screens.presses import Join, Start
from bot.screens.settings.menus import ChangeServer, TypeOptions
from bot.tutorial.problems import END, Lesson, Placing, following
from bot.tutorial.screens import TurnPage
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.vocabulary import Permission
from tests.alphabets import CYRILLIC, GREEK, strays
from tests.e2e.hints import ask_for_hint
from tests.e2e.ledgers import begins_season, code
from tests.e2e.menus import menu_of
from tests.e2e.tutorial import presses, problem_of, say, solve
from tests.e2e.words.walking import NAMES, Walk


def test_a_word_that_is_not_translated_is_noticed():
    assert list(strays("Τηε table οφ Ann: 7h7c", GREEK, NAMES)) == ["table"]
    assert list(strays("Τηε Ψλοψκ", CYRILLIC)) == ["Τηε", "Ψλοψκ"]


async def test_every_word_round_a_table_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, _mia = group.people
    for command in ("join", "leave", "hand", "board"):
        await walk.types(ann, f"/ofc {command}")
    for options in ("clock:soon", "length:soon", "loss_limit:0", "rules:us2012"):
        await walk.types(ann, f"/play variant:turbo {options}")
        await walk.types(ann, "More, End the game")
    await walk.types(ann, "/play variant:turbo seats:3 stake:3")
    await walk.types(ann, "/ofc rules")
    await walk.types(bob, "More, !End the game")
    await walk.types(ann, "More, End the game")
    await walk.types(ann, "/play rules:german variant:pineapple clock:10m options:scoring=2-4")
    await walk.types(ann, "/play")
    await walk.types(ann, "More, Computer players: add.beginner")
    full = (await walk.types(ann, "More, Computer players")).message
    added = await ann.select(full, "add.master")
    await group.house.settle()
    await walk.types(bob, "More, !Computer players")
    await walk.types(bob, "/ofc join")
    await ann.select(added.message, str(added.message.selects[0].options[-1].value))
    await walk.types(bob, "More, Leave")
    for what in ("More, Sit out", "More, I'm back", "More, Add a seed: 7", "More, Settings"):
        await walk.types(ann, what)
    for what in ("/ofc join", "/ofc leave", "/ofc rules"):
        for person in group.people:
            await walk.types(person, what)


async def test_every_word_of_the_settings_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, _mia = group.people
    await walk.types(ann, "/play")
    for person in (ann, bob):
        own = (await walk.types(person, "/my settings")).message
        for menu in own.selects:
            for option in menu.options:
                await person.select(person.sees(own), str(option.value), menu=menu.custom_id)
    own = await page_of(walk, ann)
    (way_there,) = own.buttons
    shown = (await ann.press(own, way_there.custom_id)).message
    for what, value in (("openers", "role"), ("openers", "managers"), ("locale", "de")):
        await ann.select(ann.sees(shown), value, menu=str(ChangeServer(what)))
    await walk.types(bob, "/play")
    await ann.select(ann.sees(shown), "auto", menu=str(ChangeServer("locale")))
    form = await ann.press(ann.sees(shown), str(TypeOptions()))
    assert form.modal is not None
    await ann.submit(form.modal, entry="colour=red")
    await ann.submit(form.modal, entry="scoring=2-4")


async def page_of(walk: Walk, person: Person) -> Shown:
    return (await walk.types(person, "/my settings")).message


async def test_every_word_of_a_hand_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, mia = group.people
    await walk.types(ann, "/play rules:german variant:pineapple clock:10m stake:2")
    own = await page_of(walk, ann)
    await ann.select(own, "yes", menu=menu_of(own, "table.hints"))
    await group.press(bob, Join)
    await group.press(ann, Start)
    await walk.presses(mia, group.board(mia))
    await walk.presses(ann, group.board(ann))
    for command in ("hand", "leave", "board", "place cards:bbmmf"):
        for person in group.people:
            await walk.types(person, f"/ofc {command}")
    for person in group.people:
        await ask_for_hint(group, person)
    for entry in ("bb", "zz", "2c2c / 3c", "9", "ffffb"):
        await walk.types(bob, f"/ofc place cards:{entry}")
        await bob.complete(group.channel, "ofc place", cards=entry)
    await walk.presses(bob, bob.last(bob.dm))
    await group.finish()
    for person in group.people:
        await walk.presses(person, group.board(person))


@pytest.mark.parametrize(
    "options",
    ["variant:classic rules:italian", "variant:chinese", "variant:turbo rules:progressive"],
)
async def test_every_word_of_every_variant_is_translated(walk_through: Walk, options: str):
    walk, group = walk_through, walk_through.group
    await walk.types(group.people[0], f"/play {options}")
    await group.press(group.people[1], Join)
    await group.press(group.people[2], Join)
    await walk.types(group.people[0], "/ofc rules")
    for _hand in range(2):
        await group.deal()
        await group.finish()
    await walk.presses(group.people[1], group.board(group.people[1]))


async def test_every_word_about_who_is_absent_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, mia = group.people
    await walk.types(ann, "/play clock:10m")
    for person in (bob, mia):
        await group.press(person, Join)
    await group.press(ann, Start)
    for _late in range(6):
        await group.house.let_pass(601)
    for what in ("/ofc hand", "/ofc leave"):
        for person in group.people:
            await walk.types(person, what)
            await walk.presses(person, person.last(person.dm))
    for person in group.people:
        await walk.presses(person, (await walk.types(person, "More")).message)
    for person in group.people:
        await walk.presses(person, group.board(person))
    await group.house.let_pass(40 * 86400)


async def test_every_word_of_the_ledger_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann, bob, _mia = group.people
    commands = ("show player:@Bob", "show against:@Bob", "void number:1 reason:—", "export")
    await look_at_all(walk, ann)
    for command in commands:
        await walk.types(ann, f"/ledger {command}")
    ann.join(group.guild, Permission.MANAGE_GUILD)
    await begins_season(ann, group.channel, "Spring")
    await walk.types(ann, "/play")
    await group.press(bob, Join)
    for _hand in range(2):
        await group.deal()
        await group.finish()
    await look_at_all(walk, ann)
    for command in commands:
        await walk.looks_into(ann, f"/ledger {command}")
    boards = "board1:6c6d4d / TcTd9sQh8c / 3c3d3h2c2d board2:AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"
    await walk.types(ann, f"/ledger record player1:@Ann player2:@Bob {boards}")
    await walk.types(ann, "/ledger record player1:@Ann player2:@Bob board1:1 board2:2")
    for person in (bob, ann):
        await walk.presses(person, group.board(person))
    asked_back = await walk.types(bob, "/ledger void number:2 reason:—")
    await walk.presses(ann, asked_back.message)
    await look_at_all(walk, bob)


async def look_at_all(walk: Walk, person: Person) -> None:
    """Each view of the ledger with all that its buttons lead to, and its filters."""
    for view in VIEWS:
        page = (await walk.types(person, "/ledger show")).message
        buttons = (await person.select(page, view.value, menu=code(ChooseView))).message.buttons
        for button in buttons:
            page = (await walk.types(person, "/ledger show")).message
            await person.select(page, view.value, menu=code(ChooseView))
            await person.press(person.sees(page), button.custom_id)
    await walk.group.house.settle()


async def test_every_word_about_privacy_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    ann = group.people[0]
    await walk.types(ann, "/play")
    for _time in range(2):
        page = await walk.types(ann, "/privacy")
        await walk.presses(ann, page.message)
        await walk.presses(ann, ann.last(group.channel))
        await walk.types(ann, "/ofc leave")


@pytest.mark.house(greets=True)
async def test_every_word_with_which_people_begin_is_translated(walk_through: Walk):
    walk, ann = walk_through, walk_through.ann
    await walk.presses(ann, (await walk.types(ann, "/help")).message)
    discord, guild = walk.group.house.discord, walk.group.guild
    for where in (walk.group.channel, ann.dm):
        ann.says(where, f"<@{discord.world.bot.id}>")
        await walk.group.house.settle()
        assert ann.last(where).buttons
    await walk.presses(ann, ann.last(ann.dm))
    guild.system_channel = walk.group.channel
    discord.remove_bot(guild)
    discord.add_bot(guild)
    await walk.group.house.settle()


async def test_every_word_of_the_tutorial_is_translated(walk_through: Walk):
    walk, ann = walk_through, walk_through.ann
    await walk.types(ann, "/learn")
    shown = ann.last(ann.dm)
    for lesson in Lesson:
        if not isinstance(problem_of(shown), Placing):
            shown = await turned(ann, await say(ann, shown, right=False), lesson)
        shown = await turned(ann, await solve(ann, shown), following(lesson))
    await turned(ann, shown, END)


async def turned(person: Person, shown: Shown, page: int) -> Shown:
    """The page of the tutorial to which a button leads."""
    ways = [
        id_ for id_, p in presses(shown).items() if isinstance(p, TurnPage) and p.spot.page == page
    ]
    await person.press(shown, ways[0])
    return person.sees(shown)
