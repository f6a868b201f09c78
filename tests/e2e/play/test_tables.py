"""Several tables at once, five seats, leaving in mid-hand, and surrender."""

from bot.store.ledger import tallies
from discord_standin.model.places import Guild
from discord_standin.standin import StandIn
from sandbox.placing import placing_message
from tests.e2e.house import Group, House
from tests.e2e.ledgers import sees


async def test_one_player_at_tables_in_several_channels_and_servers(
    gather, discord: StandIn, house: House, guild: Guild
):
    group: Group = gather(2)
    elsewhere = discord.add_guild("Club")
    for person in group.people:
        person.join(elsewhere)
    tables = [
        group,
        Group(house, guild, discord.add_channel(guild, "second"), group.people),
        Group(house, elsewhere, discord.add_channel(elsewhere, "poker"), group.people),
    ]
    for table in tables:
        await table.sit_down()
        await table.deal()
    ann, bob = group.people
    assert all(house.is_dealt(table.channel) for table in tables)
    asked = [s for s in bob.reads(bob.dm) if any(b.label == "⌨" for b in s.buttons)]
    assert len(asked) == 3, "a message for each table"
    assert {f"<#{table.channel.id}>" for table in tables} == {
        f"<#{shown.text.split('<#')[1].split('>')[0]}>" for shown in asked
    }
    while any(house.is_dealt(table.channel) for table in tables):
        for person in (ann, bob):
            await group.act(person)
    with house.read() as db:
        here, there = tallies.standing(db, guild.id), tallies.standing(db, elsewhere.id)
    assert [line.hands for line in here] == [2, 2]
    assert [line.hands for line in there] == [1, 1]


async def test_r1_4_with_five_seats_the_button_sits_out(gather, house: House):
    group: Group = gather(5)
    await group.sit_down(rules="german", variant="chinese", seats=5)
    out = []
    for _ in range(2):
        await group.play_hand()
        played = house.table(group.channel).played
        assert played is not None
        watching = [part for part in played.lineup if part.seat is None]
        assert [part.table_seat for part in watching] == [played.row.button]
        out.append(played.row.button)
    assert out[0] != out[1]
    assert "Sitting out" in group.result().pictures[0].alt
    await group.play_hand()
    for person in group.people:
        offers = [any(b.label == "Ready" for b in s.buttons) for s in person.reads(person.dm)]
        assert sum(offers) <= 1, "also for whoever had the button between two results"


async def test_r11_5_who_leaves_in_mid_hand_fouls_it(gather, house: House):
    group: Group = gather(3)
    await group.sit_down()
    await group.deal()
    mia = group.people[2]
    reply = await mia.types(group.channel, "/ofc leave")
    assert "it counts as a foul" in reply.text
    assert house.table(group.channel).seat_of(3) is not None, "asked first, nothing has happened"
    reply = await mia.press(reply.message, "Leave")
    assert reply.text == "You've left the table."
    await house.settle()
    while house.is_dealt(group.channel):
        for person in group.people[:2]:
            await group.act(person)
    assert "dead hand, counts as a foul" in group.result().text
    assert [seat.player_id for seat in house.table(group.channel).seats] == [1, 2]


async def test_between_hands_one_leaves_without_a_question(gather):
    group: Group = gather(3)
    await group.sit_down()
    await group.play_hand()
    reply = await group.people[2].types(group.channel, "/ofc leave")
    assert reply.text == "You've left the table."
    group.people.pop()
    await group.play_hand()
    assert "Mia" not in group.result().text


async def test_a_new_player_joins_the_next_hand(gather, house: House):
    group: Group = gather(3)
    mia = group.people.pop()
    await group.sit_down(seats=3)
    await group.deal()
    reply = await mia.types(group.channel, "/ofc join")
    assert "You have seat 3." in reply.text
    group.people.append(mia)
    assert placing_message(mia, group.channel) is None
    while house.is_dealt(group.channel):
        for person in group.people:
            await group.act(person)
    await group.play_hand()
    assert "Mia" in group.result().text


async def test_r8_giving_up_is_asked_twice_and_costs_what_the_rules_say(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(rules="german")
    await group.deal()
    ann, bob = group.people
    shown = placing_message(bob, group.channel)
    assert shown is not None
    reply = await bob.press(shown, "Give up")
    assert "costs you 2 points" in reply.text
    assert house.is_dealt(group.channel)
    await bob.press(reply.message, "Give up")
    await house.settle()
    while house.is_dealt(group.channel):
        await group.act(ann)
    assert "**Ann +2**" in group.result().text
    assert "gave up" in group.result().text


async def test_r15_1_with_cards_on_the_board_giving_up_costs_the_same(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(rules="german", variant="pineapple", options="surrender_until=last")
    await group.deal()
    ann, bob = group.people
    await group.act(bob)
    await group.act(ann)
    shown = placing_message(bob, group.channel)
    assert shown is not None
    reply = await bob.press(shown, "Give up")
    await bob.press(reply.message, "Give up")
    await house.settle()
    assert not house.is_dealt(group.channel), "nobody is left to play against"
    assert "**Ann +2**" in group.result().text
    assert "gave up" in group.result().text


async def test_r8_without_surrender_in_the_rules_there_is_no_such_button(gather):
    group: Group = gather(2)
    await group.sit_down()
    await group.deal()
    shown = placing_message(group.people[1], group.channel)
    assert shown is not None
    assert "Give up" not in {button.label for button in shown.buttons}


async def test_the_board_is_posted_again_at_the_bottom(gather, house: House):
    group: Group = gather(2)
    await group.sit_down()
    await group.deal()
    ann = group.people[0]
    before = group.board(ann)
    ann.says(group.channel, "hello")
    await ann.types(group.channel, "/ofc board")
    await house.settle()
    public = [s for s in ann.reads(group.channel) if not s.is_ephemeral]
    assert before.message.is_deleted
    assert public[-1].text == before.text


async def test_text_twin_rules_and_ledger_answer_in_private(gather):
    group: Group = gather(2)
    await group.sit_down(options="scoring=2-4")
    await group.play_hand()
    ann = group.people[0]
    for label, words in (("Text", "Ann"), ("Ledger", "1. "), ("Deal proof", "secret")):
        reply = await group.more(ann, label)
        assert reply.message.is_ephemeral
        assert words in reply.text
    rules = await ann.types(group.channel, "/ofc rules")
    assert "How to play Pineapple" in rules.text
    assert "- Bonus for two rows or more (`scoring=2-4`)" in rules.text, "what differs"
    assert "best" in (await sees(ann, group.channel)).text


async def test_the_client_keeps_no_view_of_any_message(gather, house: House):
    """Screens are told by their custom_ids; a store of views would grow for as long as it runs."""
    group: Group = gather(2)
    await group.sit_down()
    await group.play_by_presses()
    assert house.bot is not None
    store = house.bot._connection._view_store
    assert (store._views, store._synced_message_views, store._modals) == ({}, {}, {})


async def test_who_sits_out_keeps_their_last_result_and_is_told_why(gather):
    group: Group = gather(5)
    await group.sit_down(rules="german", variant="chinese", seats=5)
    for _ in range(2):
        await group.play_hand()
    await group.deal()
    played = group.house.table(group.channel).played
    assert played is not None
    out = next(part.table_seat for part in played.lineup if part.seat is None)
    person = group.people[out - 1]
    reply = await person.types(group.channel, "/ofc hand")
    assert "You're sitting out this hand" in reply.text
    assert ": finished" in person.last(person.dm).text


async def test_dealt_ahead_the_placed_street_is_not_asked_for_any_more(gather):
    group: Group = gather(2)
    await group.sit_down(rules="german")
    await group.deal()
    bob = group.people[1]
    await bob.types(group.channel, "/ofc place cards:fmmbb!")
    await group.house.settle()
    text = bob.last(bob.dm).text
    assert "place 5 cards" not in text
    assert "set for your turn" in text or "your cards are placed" in text


async def test_simultaneous_streets_call_once(gather):
    group: Group = gather(3)
    for person in group.people:
        person.close_dms()
    await group.sit_down(options="deal_mode=simultaneous")
    await group.deal()
    for person in group.people[:2]:
        await person.types(group.channel, "/ofc place cards:fmmbb!")
        await group.house.settle()
    assert len(group.people[2].pings()) == 1
