"""Company in the sandbox: the bot's own computer players take the free seats and play."""

import pytest

from discord_standin.people.errors import CannotDoError
from discord_standin.vocabulary import Permission
from sandbox.company import Company
from tests.e2e.computers import seats
from tests.e2e.house import Group


@pytest.fixture
def company(discord, guild) -> Company:
    return Company(discord.add_person("Pip", guild, permissions=Permission.MANAGE_GUILD))


@pytest.mark.parametrize(
    ("rules", "others"),
    [
        ("german", 3),
        pytest.param("standard", 2, marks=pytest.mark.exhaustive),
        pytest.param("progressive", 2, marks=pytest.mark.exhaustive),
    ],
)
async def test_company_fills_a_table_and_plays_hands_to_the_end(gather, company, rules, others):
    group: Group = gather(1)
    await group.sit_down(rules=rules)
    assert await company.fill(group.channel) == others
    assert await company.fill(group.channel) == 0
    await group.house.settle()
    assert len(seats(group)) == 1 + others
    assert "Master" in seats(group)[1]
    await group.play_by_presses()
    await group.play_hand()
    assert "Hand 2" in group.result().text


async def test_company_says_when_there_is_no_table_to_sit_down_at(gather, company):
    group: Group = gather(2)
    with pytest.raises(CannotDoError, match="Open a table with /play first"):
        await company.fill(group.channel)
    await group.sit_down()
    await group.deal()
    with pytest.raises(CannotDoError, match="Open a table with /play first"):
        await company.fill(group.channel)
