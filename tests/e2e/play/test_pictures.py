"""Pictures that stay in a message: whatever Discord makes of them, everybody is answered.

The stand-in keeps a picture only if the request lists it, which is the strictest of what is
reported about Discord.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest

from bot.screens.presses import Confirm, Put, Ready, TablePress, Undo
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.trouble import RefuseKept, RefuseUploads
from discord_standin.vocabulary import Permission
from sandbox.placing import placing_message, pressable
from tests.e2e.house import Group, House
from tests.e2e.ledgers import make_void
from tests.e2e.requests import ANSWER, LATE_ANSWER

pytestmark = pytest.mark.table(2, until="seated")


@pytest.fixture(params=["direct message", "channel"])
async def group(request: pytest.FixtureRequest, group: Group) -> Group:
    """Bob is to act; the cards are in a direct message, or private in the channel."""
    if request.param == "channel":
        group.people[1].close_dms()
    await group.deal()
    if request.param == "channel":
        await group.people[1].types(group.channel, "/ofc hand")
    return group


WAYS: Final = (ANSWER, LATE_ANSWER)
"""The requests that show what came of a press: in time, and later."""


def take(house: House, way: tuple[str, str]) -> None:
    """Have what comes of presses shown in that way from now on."""
    house.limit(deferred_after=0.0 if way == LATE_ANSWER else 600.0)


def own(group: Group) -> Shown:
    shown = placing_message(group.people[1], group.channel)
    assert shown is not None
    return shown


async def press(group: Group, kind: type[TablePress]) -> Shown:
    """Bob's cards once the first button of a kind has been pressed."""
    shown = own(group)
    await group.people[1].press(shown, str(pressable(shown, kind)[0]))
    await group.house.settle()
    return group.people[1].sees(shown)


def listed(discord: StandIn, way: tuple[str, str]) -> Any:
    """The files in the last request of a kind."""
    sent: list[Any] = [e.sent for e in discord.requests if (e.method, e.path) == way]
    return sent[-1].get("data", sent[-1])["attachments"]


async def test_a_tap_keeps_the_picture_by_its_id_and_name(group: Group, discord: StandIn):
    for way in WAYS:
        take(group.house, way)
        (before,) = own(group).pictures
        kept = own(group).version.attachments[0]
        (after,) = (await press(group, Put)).pictures
        assert after.url == before.url
        (entry,) = listed(discord, way)
        assert entry == {"id": kept.id, "filename": kept.file_name}


async def test_a_picture_that_is_not_taken_is_sent_anew_or_told_in_words(
    group: Group, discord: StandIn
):
    for way in WAYS:
        take(group.house, way)
        (before,) = own(group).pictures
        discord.fail_next(*way, RefuseKept())
        shown = await press(group, Put)
        (after,) = shown.pictures
        assert after.url != before.url
        assert pressable(shown, Undo), "the card is laid out"
        discord.fail_next(*way, RefuseKept())
        discord.fail_next(*way, RefuseUploads())
        shown = await press(group, Undo)
        assert not shown.pictures
        assert "**Your board**" in shown.text
        assert not pressable(shown, Undo), "the card is taken back"
        assert (await press(group, Put)).pictures, "the next tap tries again"
        await press(group, Undo)


@pytest.mark.parametrize("way", WAYS, ids=["in time", "late"])
async def test_a_placement_is_answered_although_its_picture_is_not_taken(
    group: Group, discord: StandIn, way: tuple[str, str]
):
    take(group.house, way)
    await press(group, Put)
    discord.fail_next(*way, RefuseUploads())
    told = await press(group, Confirm)
    assert "your cards are placed" in told.text
    assert "went wrong" not in "".join(s.text for s in group.private(group.people[1]))


@pytest.fixture
async def over(gather: Callable[..., Group]) -> Group:
    """A table at which a hand has been played."""
    group = gather(2)
    group.people[0].join(group.guild, Permission.MANAGE_GUILD)
    await group.sit_down()
    await group.play_hand()
    return group


async def test_a_result_keeps_its_picture_when_somebody_is_ready_and_the_next_is_dealt(over: Group):
    before = over.result()
    for person in over.people:
        await over.press(person, Ready)
        after = over.people[0].sees(before)
        assert after.text != before.text, "it says who is ready"
        assert after.pictures[0].content == before.pictures[0].content
        if not over.house.is_dealt(over.channel):
            assert after.pictures[0].url == before.pictures[0].url
    assert after.buttons != before.buttons, "it deals no more"


async def test_after_a_restart_a_result_is_sent_anew(over: Group, house: House):
    before = over.result()
    await house.restart()
    await over.press(over.people[0], Ready)
    (after,) = over.people[0].sees(before).pictures
    assert after.url != before.pictures[0].url
    assert after.content == before.pictures[0].content


async def test_a_result_whose_picture_may_not_stay_is_sent_anew_or_told_in_words(
    over: Group, discord: StandIn
):
    ann, bob = over.people
    before = over.result()
    discord.fail_next(*LATE_ANSWER, RefuseKept())
    await over.press(ann, Ready)
    after = ann.sees(before)
    assert after.text != before.text, "it says who is ready"
    assert after.pictures[0].url != before.pictures[0].url
    discord.fail_next(*LATE_ANSWER, RefuseKept())
    discord.fail_next(*LATE_ANSWER, RefuseUploads())
    await over.press(bob, Ready)
    after = ann.sees(before)
    assert not after.pictures
    assert "**Hand 1 · Pineapple** · Result" in after.text


async def test_an_old_result_is_marked_in_words_where_no_picture_is_taken(
    over: Group, discord: StandIn
):
    first = over.result()
    await over.play_hand()
    discord.fail_next(*LATE_ANSWER, RefuseUploads())
    await make_void(over, 1)
    marked = over.people[0].sees(first)
    assert "doesn't count" in marked.text
    assert not marked.pictures
