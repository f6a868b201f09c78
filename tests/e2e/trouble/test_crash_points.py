"""SIGKILL right before and right after every commit of a whole hand.

The writes are counted as they come, so none is left out: every click, every message that is noted
as sent, the deal, the booking of the result.
"""

from itertools import count

import pytest

from bot.store import hands
from bot.store.hands import HandState
from bot.store.ledger import journal
from tests.e2e.house import Group
from tests.e2e.mains import Moment, MortalHouse

pytestmark = pytest.mark.house(kind=MortalHouse)

SLICES = 8
MOST_DEATHS = 200


async def play(group: Group) -> None:
    """Deal the first hand unless that has been done, and play it to its end."""
    if group.house.table(group.channel).played is None:
        await group.deal()
    await group.finish()


def log_of(group: Group) -> tuple[str, ...]:
    played = group.house.table(group.channel).played
    return () if played is None else played.log


def verify_played_once(group: Group) -> None:
    """The hand is booked once, shown once, and every player has it in one message."""
    played = group.house.table(group.channel).played
    assert played is not None
    with group.house.read() as db:
        row = hands.latest(db, played.row.table_id)
        assert row is not None
        assert (row.number, row.state) == (1, HandState.FINISHED)
        assert len(journal.of_hand(db, row.id)) == 1
    shown = [s for s in group.people[0].reads(group.channel) if not s.is_ephemeral]
    about = [s for s in shown if s.text.startswith("## Hand")]
    assert len(about) == 1, f"one result and no board that was left over: {about}"
    for person in group.people:
        here = [s for s in person.reads(person.dm) if f"<#{group.channel.id}>" in s.text]
        assert len(here) == 1, f"one private message: {here}"


@pytest.mark.parametrize("moment", Moment)
async def test_a_bot_that_is_killed_at_every_ninth_write_plays_the_hand(
    gather, house: MortalHouse, moment: Moment
):
    group: Group = gather(2)
    await group.sit_down()
    known: tuple[str, ...] = ()
    for deaths in range(MOST_DEATHS):
        house.fail_at(9, moment)
        if not await house.outlast(play(group)):
            assert deaths > 3
            break
        log = log_of(group)
        assert log[: len(known)] == known, "what was kept stays"
        known = log
    verify_played_once(group)


@pytest.mark.exhaustive
@pytest.mark.parametrize("slice_", range(SLICES))
@pytest.mark.parametrize("moment", Moment)
async def test_killed_once_at_any_write_the_hand_goes_on(
    gather, house: MortalHouse, moment: Moment, slice_: int
):
    """One kill for each hand; hand after hand the power fails a write later."""
    for write in count(slice_ + 1, SLICES):
        group: Group = gather(2, f"poker-{write}")
        await group.sit_down()
        house.fail_at(write, moment)
        failed = await house.outlast(play(group))
        known = log_of(group)
        if not failed:
            assert write > 40, "so many times a hand writes"
            return
        await play(group)
        assert log_of(group)[: len(known)] == known, "what was kept stays"
        verify_played_once(group)
