"""Boards that stand for hours: edited while they are the last of their channel."""

import pytest

from tests.e2e.house import Group, House

HOURS = 5 * 3600


@pytest.mark.parametrize("is_quiet", [True, False])
async def test_a_board_is_posted_anew_once_people_have_written_below_it(
    group: Group, house: House, is_quiet: bool
):
    ann, bob = group.people
    before = group.board(ann).message.id
    for person in (bob, ann, bob):
        if not is_quiet:
            ann.says(group.channel, "Whose turn is it?")
        await house.let_pass(HOURS)
        await group.act(person)
        shown = [each.message.id for each in ann.reads(group.channel)]
        after = group.board(ann).message.id
        assert after == shown[-1], "it is the last of the channel"
        assert (after == before) is is_quiet
        before = after
    assert not any("## Hand 1" in each.text for each in ann.reads(group.channel)[:-1])
