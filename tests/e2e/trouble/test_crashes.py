"""The bot as a process: killed and stopped in the middle of hands, it loses nothing."""

import asyncio
from random import Random

import pytest

from bot.store.ledger import tallies
from tests.e2e.child import KillableHouse, kill_amid_presses
from tests.e2e.house import Group

pytestmark = pytest.mark.house(kind=KillableHouse)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [0, 1])
async def test_killed_again_and_again_a_game_goes_on_and_books_once(
    gather, house: KillableHouse, seed: int
):
    group: Group = gather(3)
    random = Random(seed)
    await group.sit_down()
    for number in (1, 2):
        await group.deal()
        kills = 0
        while house.table(group.channel).running is not None:
            if kills < 3 and random.random() < 0.2:
                await kill_amid_presses(group, house, random)
                await house.start()
                kills += 1
            for person in group.people:
                await group.act(person)
        boards = [s for s in group.people[0].reads(group.channel) if s.text.startswith("## Hand")]
        assert len(boards) == number, "each hand has left one message, its result"
    with house.read() as db:
        standing = tallies.standing(db, group.guild.id)
        entries = db.execute("SELECT count(*) FROM entries").fetchone()[0]
    assert [line.hands for line in standing] == [2, 2, 2]
    assert entries == 2 * 3, "one entry for each pair and hand"


async def test_killed_right_after_a_deal_it_deals_the_same_cards(gather, house: KillableHouse):
    group: Group = gather(2)
    await group.sit_down()
    ann = group.people[0]
    dealing = asyncio.create_task(ann.press(group.board(ann), "Start"))
    await house.discord.until(lambda: dealing.done() or house.is_dealt(group.channel))
    await house.kill()
    await dealing
    before = house.table(group.channel).running
    await house.start()
    after = house.table(group.channel).running
    assert before is not None
    assert after is not None
    assert before.row == after.row
    assert any(group.choice(person) for person in group.people), "the cards have arrived"
