"""R9.2: two players agree on what points between them are multiplied by."""

import asyncio

from bot.game.loading import load
from bot.game.results import result_scene
from bot.store.ledger import journal
from discord_standin.people.shown import Shown
from tests.e2e.house import Group, House
from tests.e2e.ledgers import looks_at_hand
from tests.e2e.quick import QUICK, quick_hand, set_all


async def propose(group: Group, times: int, *, whom: int = 1) -> Shown:
    """Ann asks somebody to play for another stake between the two."""
    ann, other = group.people[0], group.people[whom]
    chosen = f"{other.name}: " if len(group.people) > 2 else ""
    reply = await group.does(ann, f"More, Another stake with …: {chosen}{times}")
    await group.house.settle()
    return reply.message


async def agree(group: Group, times: int, *, whom: int = 1) -> None:
    shown = await propose(group, times, whom=whom)
    reply = await group.people[whom].press(shown, "Agree")
    assert reply.error == ""
    await group.house.settle()


def factors(house: House, number: int) -> dict[frozenset[str], int]:
    """What points were multiplied by in a hand, by names; booked is what was settled."""
    with house.read() as db:
        table = load(db, 1, hand=number)
        assert table is not None
        scene = result_scene(table)
        assert table.played is not None
        booked = {(e.a, e.b): e.points for e in journal.of_hand(db, table.played.row.id)}
    for transfer in scene.transfers:
        a, b = (table.played.player_at(seat) for seat in (transfer.a, transfer.b))
        points = transfer.points if a < b else -transfer.points
        assert booked[min(a, b), max(a, b)] == points
    for pair, transfer in zip(scene.score.pairs, scene.transfers, strict=True):
        assert transfer.points == pair.points * transfer.factor
    names = [player.name for player in scene.table.players]
    return {frozenset((names[t.a], names[t.b])): t.factor for t in scene.transfers}


ANN_BOB = frozenset(("Ann", "Bob"))


async def test_it_takes_both_and_holds_from_the_next_hand_on(gather, house: House):
    group: Group = gather(3)
    await group.sit_down(stake=2, **QUICK)
    await group.deal()
    shown = await propose(group, 10)
    bob = group.people[1]
    assert "Ann wants to multiply the points between Ann and Bob by **10**" in shown.text
    assert "Against everybody else, points still count ×2" in shown.text
    assert bob.pings()[-1].text == shown.text
    await bob.press(shown, "Agree")
    await house.settle()
    assert "from hand 2 on" in bob.sees(shown).text
    await set_all(group)
    await group.deal()
    assert "Ann – Bob x10" in group.board(bob).text
    await set_all(group)
    assert set(factors(house, 1).values()) == {2}
    assert factors(house, 2) == {
        ANN_BOB: 10,
        frozenset(("Ann", "Mia")): 2,
        frozenset(("Bob", "Mia")): 2,
    }
    assert "× 10 = " in (await group.more(bob)).text
    assert (
        "Points between Ann and Bob are multiplied by 10."
        in (await bob.types(group.channel, "/ofc rules")).text
    )


async def test_each_hand_keeps_the_stakes_it_was_played_with(gather, house: House):
    group: Group = gather(2)
    await group.sit_down(**QUICK)
    await agree(group, 3)
    assert "Ann – Bob x3" in group.board(group.people[0]).text, "the lobby tells"
    await quick_hand(group)
    await agree(group, 5)
    await quick_hand(group)
    assert " × 5 = " in (await group.more(group.people[0])).text
    await agree(group, 1)
    await house.restart()
    await quick_hand(group)
    assert [factors(house, number)[ANN_BOB] for number in (1, 2, 3)] == [3, 5, 1]
    reply = await looks_at_hand(group, 2)
    assert "× 5 = " in reply.text
    assert " × " not in (await group.more(group.people[0])).text


async def test_only_the_two_decide_and_both_press_at_once(gather, house: House):
    group: Group = gather(3)
    await group.sit_down(**QUICK)
    shown = await propose(group, 4)
    stranger = await group.people[2].press(shown, "Agree")
    assert stranger.text == "Only these two players can decide this."
    bob = group.people[1]
    replies = await asyncio.gather(*(bob.press(shown, "Agree") for _ in range(5)))
    assert all(reply.error == "" for reply in replies)
    with house.read() as db:
        assert [tuple(row) for row in db.execute("SELECT * FROM stakes")] == [(1, 1, 2, 1, 4)]


async def test_a_new_proposal_replaces_the_one_before(gather, house: House):
    group: Group = gather(3)
    await group.sit_down(**QUICK)
    first, with_mia = await propose(group, 4), await propose(group, 6, whom=2)
    second = await propose(group, 2)
    late = await group.people[1].press(first, "Agree")
    assert late.text == "Ann withdrew this. Nothing has changed."
    await group.people[1].press(second, "Agree")
    await group.people[2].press(with_mia, "Agree")
    await quick_hand(group)
    assert factors(house, 1)[ANN_BOB] == 2
    assert factors(house, 1)[frozenset(("Ann", "Mia"))] == 6


async def test_once_one_of_them_has_left_nobody_is_asked_any_more(gather):
    group: Group = gather(3)
    await group.sit_down(**QUICK)
    shown = await propose(group, 4)
    ann, bob, mia = group.people
    await bob.types(group.channel, "/ofc leave")
    await ann.press(shown, "Agree")
    assert mia.sees(shown).text == "Bob has no seat at this table."
    assert not mia.sees(shown).buttons, "it waits for nobody"


async def test_after_the_match_an_open_proposal_says_so(gather):
    group: Group = gather(2)
    await group.sit_down(length="1 hand", **QUICK)
    shown = await propose(group, 4)
    await quick_hand(group)
    await group.people[1].press(shown, "Agree")
    assert "This table is closed" in group.people[0].sees(shown).text
    assert not group.people[0].sees(shown).buttons
