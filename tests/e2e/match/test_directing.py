"""What whoever runs a sit-and-go can do, and which options a format has."""

import pytest

from bot.screens.presses import Join
from tests.e2e.house import Group, House
from tests.e2e.quick import set_all


async def says(group: Group, number: int, typed: str) -> str:
    """What somebody is answered, by their place among the people."""
    reply = await group.people[number].types(group.channel, typed)
    await group.house.settle()
    return reply.text


async def test_r11_4_the_host_of_a_sit_and_go_awards_a_card_shown(gather, house: House):
    group: Group = gather(3)
    _ann, bob, mia = group.people
    assert "There is no table in this channel." in await says(group, 0, "/tournament manage")
    await says(group, 0, "/tournament new variant:chinese seats:3 levels:none")
    shown = f"/tournament manage card_shown:{bob.mention}"
    await group.press(bob, Join)
    assert "Bob plays no hand now." in await says(group, 0, shown)
    await group.press(mia, Join)
    await house.discord.until(lambda: house.is_dealt(group.channel))
    await house.settle()
    assert "Only the host, Ann" in await says(group, 1, shown)
    assert "runs by itself" in await says(group, 0, "/tournament manage")
    outsider = house.discord.add_person("Eve", group.guild)
    odd = await says(group, 0, f"/tournament manage card_shown:{outsider.mention}")
    assert "That person is not in this tournament." in odd
    assert await says(group, 0, shown) == "Bob pays each active player 1 point times the stake."
    await set_all(group)
    await house.catch_up()
    table = house.table(group.channel)
    played = table.played
    assert played is not None
    assert [line.split()[0] for line in played.log].count("expose") == 1
    assert sum(table.stacks.values()) == 300


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("rounds:5 deadline:3h", "`rounds:`, `deadline:`"),
        ("format:knock-out hands:2", "`hands:`"),
        ("computers:2", "`computers:`"),
        ("format:duplicate ledger:True stack:50", "`ledger:`, `stack:`"),
        ("format:duplicate clock:5m", "`clock:`"),
    ],
)
async def test_what_a_format_does_not_have_is_not_left_out_silently(
    gather, house: House, typed: str, named: str
):
    group: Group = gather(1)
    said = await says(group, 0, f"/tournament new {typed}")
    assert f"there is no choice of {named}" in said
    assert not house.has_table(group.channel)


async def test_what_says_that_there_is_to_be_none_of_it_may_stay(gather):
    group: Group = gather(1)
    said = await says(group, 0, "/tournament new format:duplicate ledger:False clock:none")
    assert "Your tournament is open." in said
