"""Seasons: a ledger that begins anew, whose tables are kept."""

from bot.screens.ledger.lists import AskToEndSeason, NameSeason, StartSeason
from bot.store.ledger import seals
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House
from tests.e2e.ledgers import asks_to_end_season, begins_season, looks, make_void, public


async def test_a_season_from_start_to_archive(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    page = await ann.types(group.channel, "/ledger season")
    for press in (StartSeason(), NameSeason(), AskToEndSeason()):
        refused = await ann.forge(page.message, str(press))
        assert refused.text == "You need the Manage Server permission."
    assert "Start a season" not in [button.label for button in page.message.buttons]
    ann.join(group.guild, Permission.MANAGE_GUILD)
    assert "There's no season yet" in (await looks(group, "seasons", 1)).text
    none = await ann.forge(page.message, str(AskToEndSeason()))
    assert none.text == "No season is running."
    await group.sit_down()
    await group.play_hand()
    listed = await begins_season(ann, group.channel, "Winter *26*")
    assert "1. Winter \\*26\\*" in listed.text
    await house.settle()
    assert "Season Winter \\*26\\* has started" in public(group)[-1].text
    twice = await ann.forge(page.message, str(StartSeason()))
    assert "End it first" in twice.text
    await group.play_hand()
    so_far = await looks(group, "standing", 1, season="1")
    assert "Winter" in so_far.text
    assert "1 hand," in so_far.text
    question = await asks_to_end_season(ann, group.channel)
    asked = question.message
    await ann.press(asked, "End the season")
    await house.settle()
    posted = public(group)[-1]
    assert "final table" in posted.text
    with house.read() as db:
        sealed = seals.latest(db, group.guild.id)
    assert sealed is not None
    assert sealed.written in posted.text
    late = await ann.press(asked, "End the season")
    assert late.text == "This season has already ended."
    await group.play_hand()
    listed = await looks(group, "seasons", 1)
    assert "won by Bob" in listed.text
    kept = await bob.press(listed.message, "1. Winter *26*")
    assert kept.text == posted.text
    assert "2 hands," not in kept.text
    assert "3 hands," in (await looks(group)).text, "all time"


async def test_a_hand_taken_back_since_is_told_with_the_season(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    ann.join(group.guild, Permission.MANAGE_GUILD)
    await group.sit_down()
    await begins_season(ann, group.channel, "Winter")
    await group.play_hand()
    question = await asks_to_end_season(ann, group.channel)
    await ann.press(question.message, "End the season")
    await house.settle()
    kept = public(group)[-1].text
    await make_void(group, 1)
    listed = await looks(group, "seasons", 1)
    since = "Taken back since it ended: #1."
    assert since in listed.text
    table = await bob.press(listed.message, "1. Winter")
    assert table.text.replace(f"\n-# {since}", "") == kept, "what was posted stays"
    for view in ("standing", "history"):
        assert since in (await looks(group, view, season="1")).text
