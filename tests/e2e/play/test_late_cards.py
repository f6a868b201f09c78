"""Cards that were shown late, after the press was deferred."""

from tests.e2e.house import Group


async def test_what_is_open_since_a_late_answer_is_edited_and_never_the_pressed_message(gather):
    group: Group = gather(2)
    ann, bob = group.people
    ann.close_dms()
    await group.sit_down()
    await group.deal()
    group.house.limit(deferred_after=0.0)
    board = group.board(ann)
    reply = await ann.press(board, "My cards")
    await group.house.settle()
    group.house.limit(deferred_after=600.0)
    opened = reply.messages[-1]
    assert opened.is_ephemeral
    await group.act(bob)
    await group.house.settle()
    assert "street 1 of 5, place" in ann.sees(opened).text
