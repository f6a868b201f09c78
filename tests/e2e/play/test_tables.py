"""Several tables at once, five seats, leaving in mid-hand, and surrender."""

from bot.store.ledger import tallies
from discord_standin.model.places import Guild
from discord_standin.standin import StandIn
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
    bob = group.people[1]
    assert all(house.is_dealt(table.channel) for table in tables)
    asked = [s for s in bob.reads(bob.dm) if any(b.label == "⌨" for b in s.buttons)]
    assert len(asked) == 3, "a message for each table"
    assert {f"<#{table.channel.id}>" for table in tables} == {
        f"<#{shown.text.split('<#')[1].split('>')[0]}>" for shown in asked
    }
    await group.act(bob)
    for table in tables:
        await table.play_out()
    with house.read() as db:
        here, there = tallies.standing(db, guild.id), tallies.standing(db, elsewhere.id)
    assert [line.hands for line in here] == [2, 2]
    assert [line.hands for line in there] == [1, 1]


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
    await group.deal()
    await group.act(group.people[1])
    await group.play_out()
    assert house.bot is not None
    store = house.bot._connection._view_store
    assert (store._views, store._synced_message_views, store._modals) == ({}, {}, {})
