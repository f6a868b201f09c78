"""Players to whom Discord lets no direct message through, and those who open theirs again."""

from sandbox.placing import placing_message
from tests.e2e.house import Group, House


async def test_closed_direct_messages_the_same_screen_behind_my_cards(gather):
    group: Group = gather(2)
    bob = group.people[1]
    bob.close_dms()
    await group.sit_down()
    await group.deal()
    call = bob.pings()[-1]
    assert "it's your turn" in call.text
    reply = await bob.press(call, "My cards")
    assert reply.message.is_ephemeral
    assert placing_message(bob, group.channel) == reply.message
    await group.act(bob)
    assert call.message.is_deleted, "Bob has acted, the call is gone"
    assert group.people[0].last(group.people[0].dm).buttons, "the other's turn"


async def test_the_screen_behind_my_cards_stays_open_from_street_to_street(gather):
    group: Group = gather(2)
    ann, bob = group.people
    bob.close_dms()
    await group.sit_down()
    await group.deal()
    opened = (await bob.press(group.board(bob), "My cards")).message
    await group.act(bob)
    await group.act(ann)
    now = bob.sees(opened)
    assert "street 2 of 5" in now.text
    assert placing_message(bob, group.channel) == now, "Bob places the next cards right there"
    assert "it's your turn" in bob.pings()[-1].text, "and is called, since an edit does not notify"


async def test_direct_messages_opened_again_bring_the_cards_there(gather, house: House):
    group: Group = gather(2)
    bob = group.people[1]
    bob.close_dms()
    await group.sit_down()
    await group.deal()
    reply = await bob.press(group.board(bob), "My cards")
    bob.open_dms()
    await bob.press(reply.message, "Try direct messages again")
    await house.settle()
    assert any(b.label == "⌨" for b in bob.last(bob.dm).buttons)


async def test_direct_messages_closed_in_mid_hand(gather):
    group: Group = gather(2)
    await group.sit_down()
    await group.deal()
    bob = group.people[1]
    await group.act(bob)
    bob.close_dms()
    await group.act(group.people[0])
    assert "it's your turn" in bob.pings()[-1].text
    await bob.press(bob.pings()[-1], "My cards")
    assert placing_message(bob, group.channel) is not None


async def test_tried_again_while_closed_the_player_is_told_and_the_call_stays(gather, house: House):
    group: Group = gather(2)
    bob = group.people[1]
    bob.close_dms()
    await group.sit_down()
    await group.deal()
    reply = await bob.press(group.board(bob), "My cards")
    told = await bob.press(reply.message, "Try direct messages again")
    await house.settle()
    assert "I can't send you direct messages." in told.text
    (call,) = bob.pings()
    assert not call.message.is_deleted


async def test_messages_closed_and_opened_in_mid_hand(gather, house: House):
    group: Group = gather(2)
    await group.sit_down()
    await group.deal()
    bob = group.people[1]
    await group.act(bob)
    bob.close_dms()
    await group.act(group.people[0])
    reply = await bob.press(group.board(bob), "My cards")
    bob.open_dms()
    await bob.press(reply.message, "Try direct messages again")
    await house.settle()
    assert placing_message(bob, bob.dm) is not None
