"""What whoever runs a sit-and-go can do."""

from bot.screens.presses import Join
from bot.screens.tournaments.tournament_presses import AwardShownCard
from tests.e2e.house import Group, House
from tests.e2e.quick import set_all
from tests.e2e.tournaments import manages, opens_tournament, reports_card, shows


async def says(group: Group, number: int, typed: str) -> str:
    """What somebody is answered, by their place among the people."""
    reply = await group.does(group.people[number], typed)
    await group.house.settle()
    return reply.text


async def test_r11_4_the_host_of_a_sit_and_go_awards_a_card_shown(gather, house: House):
    group: Group = gather(3)
    ann, bob, mia = group.people
    assert "There's no tournament in this channel." in await says(group, 0, "/tournament show")
    await opens_tournament(ann, group.channel, variant="chinese", seats=3, levels="none")
    await house.settle()
    await group.press(bob, Join)
    page = await shows(ann, group.channel)
    early = await ann.forge(page, str(AwardShownCard(1, str(bob.user.id))))
    assert "Bob isn't in a hand right now." in early.text
    await group.press(mia, Join)
    await house.discord.until(lambda: house.is_dealt(group.channel))
    await house.settle()
    other = await shows(bob, group.channel)
    assert "Manage" not in [button.label for button in other.buttons]
    refused = await bob.forge(other, str(AwardShownCard(1, str(bob.user.id))))
    assert "Only the host, Ann" in refused.text
    assert "runs by itself" in (await manages(ann, group.channel)).text
    outsider = house.discord.add_person("Eve", group.guild)
    odd = await reports_card(ann, group.channel, outsider)
    assert "That person isn't in this tournament." in odd.text
    paid = await reports_card(ann, group.channel, bob)
    assert paid.text == "Bob pays each active player 1 point times the stake."
    await set_all(group)
    await house.catch_up()
    table = house.table(group.channel)
    played = table.played
    assert played is not None
    assert [line.split()[0] for line in played.log].count("expose") == 1
    assert sum(table.stacks.values()) == 300
