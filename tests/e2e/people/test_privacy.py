"""One's own data: what is kept, all of it, and forgetting, as people do it."""

from pathlib import Path

from bot.handlers.own_data import ForgetMe
from bot.store import schema
from tests.e2e import duplicates
from tests.e2e.house import Group, House
from tests.e2e.ledgers import asks, looks
from tests.e2e.own_data import ABOUT, asks_to_forget, data_in, exported, is_forgotten


async def test_about_says_what_is_kept(gather):
    reply = await asks(gather(1), ABOUT)
    assert "deletes everything that identifies you" in reply.text
    assert "Points are for fun" in reply.text


async def test_a_stranger_has_nothing_to_be_forgotten(gather):
    group: Group = gather(1)
    for ask in (exported, asks_to_forget):
        reply = await ask(group.people[0], group.channel)
        assert reply.text == "I don't have anything about you."


def verify_no_trace(house: House, user_id: int) -> None:
    """Nobody who was forgotten is in the file and its log, or in any row of a server's tables."""
    if isinstance(house.address, Path):
        for file in (house.path, house.path.with_name(f"{house.path.name}-wal")):
            assert user_id.to_bytes(8, "big").lstrip(b"\0") not in file.read_bytes()
        return
    with house.read() as db:
        for table in schema.columns(db):
            rows = [tuple(row) for row in db.execute(f"SELECT * FROM {table}")]
            assert str(user_id) not in str(rows), table


async def test_export_then_forget(gather, house: House):
    group: Group = gather(2)
    ann, bob = group.people
    await group.sit_down()
    await group.play_hand()
    kept = data_in(await exported(ann, group.channel))
    assert kept["players"][0]["user_id"] == ann.user.id
    assert kept["results"]
    question = await asks_to_forget(ann, group.channel)
    asked = question.message
    assert "This is final." in question.text
    refused = await ann.press(asked, "Forget me")
    where = f"You're at the table in <#{group.channel.id}>. Leave it there first with /ofc leave"
    assert where in refused.text
    await group.does(ann, "More, End the game")
    await house.settle()
    forged = await bob.forge(group.board(bob), str(ForgetMe(1)))
    assert forged.text == "This button belongs to somebody else."
    await ann.press(asked, "Forget me")
    standing = await looks(group, "standing", 1)
    assert "Ann" not in standing.text
    verify_no_trace(house, ann.user.id)
    assert "Player 1" in standing.text
    again = await ann.press(asked, "Forget me")
    assert again.text == "I don't have anything about you."
    hand = await looks(group, "hand", 1)
    assert "Player 1" in hand.text


async def test_it_is_all_there_in_direct_messages_too(gather, house: House):
    group: Group = gather(2)
    ann = group.people[0]
    await group.sit_down()
    await group.play_hand()
    await group.does(ann, "More, End the game")
    await house.settle()
    offered = {offer.name for offer in ann.commands(ann.dm)}
    assert "privacy" in offered
    kept = data_in(await exported(ann, ann.dm))
    assert kept["players"][0]["user_id"] == ann.user.id
    question = await asks_to_forget(ann, ann.dm)
    await ann.press(question.message, "Forget me")
    assert "Done." in ann.sees(question.message).text
    assert "Player 1" in (await looks(group, "standing", 1)).text


async def test_in_a_tournament_it_is_taken_at_once_and_done_when_the_round_is_over(
    gather, house: House
):
    group: Group = gather(4)
    ann = group.people[0]
    await duplicates.begun(group)
    asked = await is_forgotten(ann, ann.dm)
    assert "You're out of your tournaments. I'll forget you within" in asked.text
    await house.settle()
    assert "Ann" in (await asks(group, "/tournament show", who=1)).text
    while duplicates.found(house).row.round == 1:
        await duplicates.place(group, *group.people[1:])
        await house.let_pass(60)
    shown = (await asks(group, "/tournament show", who=1)).text
    assert "Player 1" in shown
    assert "Ann" not in shown
