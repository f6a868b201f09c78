"""Seasons: a ledger that begins anew, whose tables are kept."""

from bot.store.ledger import seals
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House
from tests.e2e.ledgers import asks, make_void, public


async def test_a_season_from_start_to_archive(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    refused = await asks(group, "/ledger season start name:Winter")
    assert refused.text == "You need the Manage Server permission."
    ann.join(group.guild, Permission.MANAGE_GUILD)
    assert "There is no season yet" in (await asks(group, "/ledger season list", who=1)).text
    assert "No season is running" in (await asks(group, "/ledger season end")).text
    await group.sit_down()
    await group.play_hand()
    begun = await ann.types(group.channel, "/ledger season start name:Winter *26*")
    assert "Season Winter \\*26\\* has started" in begun.text
    assert not begun.message.is_ephemeral
    twice = await asks(group, "/ledger season start name:Spring")
    assert "End it first" in twice.text
    await group.play_hand()
    so_far = await asks(group, "/ledger standing season:1", who=1)
    assert "Winter" in so_far.text
    assert "1 hand," in so_far.text
    question = await asks(group, "/ledger season end")
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
    listed = await asks(group, "/ledger season list", who=1)
    assert "level: nobody won" in listed.text, "both fouled"
    kept = await bob.press(listed.message, "1. Winter *26*")
    assert kept.text == posted.text
    assert "2 hands," not in kept.text
    assert "3 hands," in (await asks(group, "/ledger standing")).text, "all time"


async def test_a_hand_taken_back_since_is_told_with_the_season(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    ann.join(group.guild, Permission.MANAGE_GUILD)
    await group.sit_down()
    await ann.types(group.channel, "/ledger season start name:Winter")
    await group.play_hand()
    question = await asks(group, "/ledger season end")
    await ann.press(question.message, "End the season")
    await house.settle()
    kept = public(group)[-1].text
    await make_void(group, 1)
    listed = await asks(group, "/ledger season list", who=1)
    since = "Taken back since it ended: #1."
    assert since in listed.text
    table = await bob.press(listed.message, "1. Winter")
    assert table.text.replace(f"\n-# {since}", "") == kept, "what was posted stays"
    for view in ("standing", "history"):
        assert since in (await asks(group, f"/ledger {view} season:1")).text
