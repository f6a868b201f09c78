"""What people decide together survives a kill at any write: it happens once, and all are told."""

from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, Final

import pytest

from bot.store import messages
from bot.store.ledger import seasons
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group
from tests.e2e.ledgers import asks_to_end_season, begins_season, public
from tests.e2e.mains import Moment, MortalHouse
from tests.e2e.quick import QUICK, quick_hand

pytestmark = [pytest.mark.house(kind=MortalHouse), pytest.mark.table(3, until="seated", **QUICK)]

VOID: Final = "#1 no longer counts"


@pytest.fixture
async def group(group: Group) -> Group:
    """Three people who have played a hand; Ann manages the server."""
    group.people[0].join(group.guild, Permission.MANAGE_GUILD)
    await quick_hand(group)
    return group


async def press(group: Group, person: Person, shown: Shown, label: str) -> None:
    await person.press(person.sees(shown), label)
    await group.house.settle()


async def told_after(
    group: Group, house: MortalHouse, pressing: Coroutine[Any, Any, None], words: str
) -> bool:
    """Let the power fail while somebody presses; whether what the channel is told is there."""
    await house.outlast(pressing)
    await house.catch_up()
    await house.discord.until(lambda: not pending(house))
    return sum(words in shown.text for shown in public(group)) == 1


def pending(house: MortalHouse) -> int:
    with house.read() as db:
        return len(messages.to_show(db))


def is_void(house: MortalHouse) -> bool:
    with house.read() as db:
        return bool(db.execute("SELECT is_void FROM bookings").fetchone()[0])


async def asked_to_void(group: Group) -> Shown:
    """A correction to which all but Mia have agreed."""
    _ann, bob, mia = group.people
    reply = await bob.types(group.channel, "/ledger void number:1 reason:misdeal")
    await group.house.settle()
    ann_has_manage = group.people[0]
    await press(group, ann_has_manage, reply.message, "Agree")
    assert mia.sees(reply.message).buttons
    return reply.message


async def test_killed_before_the_last_consent_is_kept_it_can_be_given_again(
    group: Group, house: MortalHouse
):
    shown, mia = await asked_to_void(group), group.people[2]
    house.fail_at(1, Moment.BEFORE)
    assert not await told_after(group, house, press(group, mia, shown, "Agree"), VOID)
    assert not is_void(house)
    await press(group, mia, shown, "Agree")
    assert is_void(house)


async def test_killed_after_the_last_consent_the_hand_is_void_and_the_message_says_so(
    group: Group, house: MortalHouse
):
    shown, mia = await asked_to_void(group), group.people[2]
    house.fail_at(1, Moment.AFTER)
    assert await told_after(group, house, press(group, mia, shown, "Agree"), VOID)
    assert is_void(house)
    assert not mia.sees(shown).buttons


async def test_killed_after_a_season_has_ended_its_table_is_posted(
    group: Group, house: MortalHouse
):
    ann = group.people[0]
    await begins_season(ann, group.channel, "Winter")
    await quick_hand(group)
    asked = (await asks_to_end_season(ann, group.channel)).message
    house.fail_at(1, Moment.AFTER)
    assert await told_after(group, house, press(group, ann, asked, "End the season"), "final table")
    with house.read() as db:
        assert seasons.running(db, group.guild.id) is None


async def test_killed_after_a_vote_its_message_says_how_it_ended(group: Group, house: MortalHouse):
    ann, bob, mia = group.people
    vote = (await group.does(ann, "More, Remove somebody: Mia")).message
    await house.settle()
    house.fail_at(1, Moment.AFTER)
    assert await told_after(group, house, press(group, bob, vote, "Agree"), "Mia has lost the seat")
    assert not mia.sees(vote).buttons


@pytest.mark.exhaustive
@pytest.mark.parametrize("moment", Moment)
async def test_killed_at_any_write_of_an_agreement_it_happens_once(
    gather: Callable[..., Group], house: MortalHouse, moment: Moment
):
    """From the proposal to the last message; a kill at each write, before and after its commit."""
    for write in count(1):
        group: Group = gather(2, f"poker-{write}")
        group.people[0].join(group.guild, Permission.MANAGE_GUILD)
        await group.sit_down(**QUICK)
        await quick_hand(group)
        number = write
        house.fail_at(write, moment)
        failed = await house.outlast(void_by_all(group, number))
        await house.catch_up()
        if failed:
            await void_by_all(group, number)
        await house.discord.until(lambda: not pending(house))
        with house.read() as db:
            row = db.execute(
                "SELECT count(*), sum(reverses IS NOT NULL) FROM entries"
                " JOIN bookings USING (hand_id) WHERE number = ?",
                (number,),
            ).fetchone()
        assert tuple(row) == (2, 1), "one entry, one reversal"
        assert any(f"#{number} no longer counts" in s.text for s in public(group))
        if not failed:
            assert write > 4
            return


async def void_by_all(group: Group, number: int) -> None:
    """Agree that a hand is void, however far that has come."""
    ann, bob = group.people
    open_ = [s for s in public(group) if {b.label for b in s.buttons} >= {"Agree", "Decline"}]
    if not open_:
        await bob.types(group.channel, f"/ledger void number:{number} reason:misdeal")
        await group.house.settle()
        open_ = [s for s in public(group) if {b.label for b in s.buttons} >= {"Agree", "Decline"}]
    for shown in open_[-1:]:
        for person in (bob, ann):
            if any(b.label == "Agree" for b in person.sees(shown).buttons):
                await press(group, person, shown, "Agree")
