"""Every word of what people play on their own is in the language of who reads it.

That takes long, for computers think in it: the languages that there are, and what comes after both
have played, have their turn with `-m exhaustive`. `tests/test_catalogue.py` sees that nothing is
missing in them.
"""

from random import Random

import pytest

from bot.challenges.handlers import LASTS
from bot.daily.days import day_at, over_at, published_at, set_of
from bot.store.deal_sets import WEEK
from discord_standin.people.person import Person
from discord_standin.vocabulary import Permission
from tests.alphabets import CYRILLIC, GREEK
from tests.e2e.daily.playing import choice, finish, place
from tests.e2e.menus import menu_of
from tests.e2e.words.walking import Walk

ALPHABETS, REAL = (GREEK, CYRILLIC), (("de", "it"), ("cs", "en-US"))
every_language = pytest.mark.parametrize("walk_through", [ALPHABETS, *REAL], indirect=True)
in_languages = pytest.mark.parametrize(
    "walk_through",
    [ALPHABETS, *(pytest.param(two, marks=pytest.mark.exhaustive) for two in REAL)],
    indirect=True,
)


async def listens(walk: Walk, person: Person) -> None:
    """Have all said in words to somebody."""
    own = (await walk.types(person, "/my settings")).message
    await person.select(own, "yes", menu=menu_of(own, "my.aloud"))


@in_languages
async def test_every_word_of_the_daily_deal_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    house, random, (ann, bob, mia) = group.house, Random(1), group.people
    ann.join(group.guild, Permission.MANAGE_GUILD)
    page = (await walk.types(ann, "/my settings")).message
    page = (await ann.press(page, page.buttons[-1].custom_id)).message
    (way_there,) = (b.custom_id for b in page.buttons if "daily" in (b.custom_id or ""))
    page = (await ann.press(page, way_there)).message
    await ann.select(page, group.channel)
    await listens(walk, bob)
    day = day_at(None, int(house.discord.clock.now()))
    late = (await walk.types(mia, "/daily")).message
    await house.let_pass(over_at(day) - house.discord.clock.now())
    await mia.press(late, choice(late, random) or "")

    begun = (await walk.types(ann, "/daily")).message
    await ann.forge(begun, "b1:dshare:2:0:0")
    shown, _taps = await finish(ann, begun, house, random)
    await ann.forge(shown, "b1:rproof:2:0:5")
    await walk.presses(ann, shown)
    await place(bob, (await walk.types(bob, "/daily")).message, house, random)
    await ann.forge(shown, "b1:rput:99:0:0:0:f")
    await ann.select(ann.sees(shown), str(day))
    await house.let_pass(over_at(day + 1) - house.discord.clock.now())
    await walk.presses(mia, group.board(mia))


@pytest.mark.exhaustive
@every_language
async def test_every_word_of_the_deals_of_a_week_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    house, random, ann = group.house, Random(1), group.people[0]
    this_week = set_of(WEEK, day_at(None, int(house.discord.clock.now())))
    week = this_week.day
    shown = (await walk.types(ann, "/daily week:True")).message
    for press in (f"wshow:{week}", f"wrank:{week}", f"wshare:{week}", "rproof:1:0:0"):
        await ann.forge(shown, f"b1:{press}")
    shown, _taps = await finish(ann, shown, house, random)
    for press in (f"wshare:{week}", "rproof:1:0:0"):
        await ann.forge(shown, f"b1:{press}")
    await walk.presses(ann, shown)
    late = (await walk.types(ann, "/daily week:True")).message
    await house.let_pass(published_at(this_week) - house.discord.clock.now())
    await ann.press(late, choice(late, random) or "")
    await ann.forge(late, f"b1:wshow:{week}")


@in_languages
async def test_every_word_of_a_challenge_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    house, random, (ann, bob, mia) = group.house, Random(1), group.people
    await walk.uses(ann, "Challenge", ann)
    await walk.uses(ann, "Challenge", bob)
    await walk.uses(bob, "Challenge", ann)
    call = group.board(mia)
    await mia.press(call, call.buttons[0].custom_id)
    await mia.forge(call, "b1:chproof:1")
    theirs = (await bob.press(call, call.buttons[0].custom_id)).message
    await place(bob, theirs, house, random)
    await bob.press(call, call.buttons[1].custom_id)
    await ann.press(call, call.buttons[1].custom_id)
    await house.settle()
    await walk.uses(ann, "Challenge", bob)
    call = group.board(mia)
    await bob.press(call, call.buttons[1].custom_id)
    await house.settle()
    begun = (await walk.uses(ann, "Challenge", bob)).message
    await house.let_pass(LASTS)
    await ann.press(begun, choice(begun, random) or "")


@pytest.mark.exhaustive
@every_language
async def test_every_word_of_a_challenge_that_both_play_is_translated(walk_through: Walk):
    walk, group = walk_through, walk_through.group
    house, random, (ann, bob, mia) = group.house, Random(1), group.people
    await listens(walk, bob)
    own = (await walk.uses(ann, "Challenge", bob)).message
    call = group.board(mia)
    theirs = (await bob.press(call, call.buttons[0].custom_id)).message
    await finish(bob, theirs, house, random)
    await ann.forge(own, "b1:rproof:1:0:0")
    await finish(ann, own, house, random)
    await walk.presses(bob, group.board(bob))
    own = (await walk.uses(ann, "Challenge", bob)).message
    await finish(ann, own, house, random)
    await house.let_pass(LASTS)
    await walk.presses(ann, group.board(ann))
