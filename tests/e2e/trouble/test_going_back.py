"""After a backup was put back people are told where they play what that means for their cards."""

from bot.store import hands
from bot.values.phrases import short
from discord_standin.model.writing import erase
from discord_standin.people.shown import Shown
from tests.e2e.backups import gone_back
from tests.e2e.daily.playing import begin
from tests.e2e.house import Group, House

MADE_ANEW = "so this deal was made anew."
KNOWN = "somebody may know its cards."


def commitment_to_come(group: Group) -> str:
    """The first digits of the next deal's commitment."""
    table = group.house.table(group.channel)
    with group.house.read() as db:
        deal = hands.deal(db, table.id, table.next_number)
    assert deal is not None
    return short(deal.commitment)


def lobby(group: Group) -> Shown:
    shown = group.people[0].reads(group.channel)
    return next(each for each in reversed(shown) if "Deal 1: " in each.text)


async def test_the_lobby_shows_the_new_deal_in_a_new_message(gather, house: House):
    group: Group = gather(2)
    await group.sit_down()
    before, old = lobby(group), commitment_to_come(group)
    assert old in before.text
    await gone_back(house)
    after = lobby(group)
    assert after.id != before.id
    assert MADE_ANEW in after.text
    assert old not in after.text
    assert commitment_to_come(group) in after.text
    await group.play_hand()


async def test_a_hand_goes_on_and_its_board_and_messages_say_that_it_may_be_known(
    gather, house: House
):
    group: Group = gather(2)
    await group.sit_down()
    await group.deal()
    await gone_back(house)
    for person in group.people:
        assert KNOWN in group.board(person).text
        assert KNOWN in group.private(person)[-1].text
    await group.finish()
    assert KNOWN not in group.result().text
    assert MADE_ANEW in group.result().text


async def test_whoever_is_called_where_they_play_is_called_again_if_the_call_is_gone(
    gather, house: House
):
    group: Group = gather(2)
    bob = group.people[1]
    bob.close_dms()
    await group.sit_down()
    await group.deal()
    (call,) = bob.pings()
    erase(house.discord.world, call.message)
    await gone_back(house)
    again = bob.pings()[-1]
    assert again.id != call.id
    assert "it's your turn" in again.text
    reply = await bob.press(again, "My cards")
    assert "⌨" in [button.label for button in reply.message.buttons]


async def test_a_deal_of_a_day_says_so(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    await begin(ann, group.channel, house)
    await gone_back(house)
    assert "others may know its cards" in (await begin(bob, group.channel, house)).text
