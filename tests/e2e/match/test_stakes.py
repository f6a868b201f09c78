"""R9.2: two players agree on what points between them are multiplied by."""

import asyncio

from bot.game.loading import load
from bot.game.results import result_scene
from bot.store.ledger import journal
from tests.e2e.house import Group, House
from tests.e2e.quick import QUICK, set_all


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


async def test_it_takes_both_and_holds_from_the_next_hand_on(gather, house: House):
    group: Group = gather(3)
    await group.sit_down(stake=2, **QUICK)
    await group.deal()
    ann, bob, _mia = group.people
    asked = await group.does(ann, "More, Another stake with …: Bob: 10")
    await house.settle()
    shown = asked.message
    assert "Ann wants to multiply the points between Ann and Bob by **10**" in shown.text
    assert "Against everybody else, points still count ×2" in shown.text
    assert bob.pings()[-1].text == shown.text
    replies = await asyncio.gather(*(bob.press(shown, "Agree") for _ in range(5)))
    assert all(reply.error == "" for reply in replies)
    await house.settle()
    assert "from hand 2 on" in bob.sees(shown).text
    await set_all(group)
    await group.deal()
    assert "Ann – Bob x10" in group.board(bob).text
    await set_all(group)
    assert set(factors(house, 1).values()) == {2}
    assert factors(house, 2) == {
        frozenset(("Ann", "Bob")): 10,
        frozenset(("Ann", "Mia")): 2,
        frozenset(("Bob", "Mia")): 2,
    }
    assert "× 10 = " in (await group.more(bob)).text
    assert (
        "Points between Ann and Bob are multiplied by 10."
        in (await bob.types(group.channel, "/ofc rules")).text
    )
