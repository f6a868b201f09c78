"""House rules by menus: of a server's new tables, and of a table before its first hand."""

import pytest

from bot.screens.settings.menus import ChangeRules, ChangeServer
from bot.screens.settings.rule_menus import RULES
from bot.store import guilds
from bot.values.draft import Spot
from discord_standin.people.shown import Shown
from discord_standin.vocabulary import Permission
from ofc_engine.rulesets import OPTIONS
from tests.e2e.house import Group, House

pytestmark = pytest.mark.table(2, until="gathered")


async def lobby_page(group: Group) -> Shown:
    """The menus of the table that Ann has opened."""
    ann = group.people[0]
    return (await group.does(ann, "More, House rules")).message


def chosen(shown: Shown) -> set[str]:
    return {o.name for menu in shown.selects for o in menu.options if o.is_default}


async def test_the_host_changes_house_rules_until_the_first_hand(group: Group, house: House):
    ann, bob = group.people
    await group.sit_down(rules="german", variant="turbo")
    shown = await lobby_page(group)
    others = "the preset, every option but the variant and repeat visits, which are alike here, who"
    assert len(shown.selects) == len(OPTIONS), others
    assert {"Rules: German", "Equal rows are a foul", "Give up for 2 points"} <= chosen(shown)
    spot = Spot(house.table(group.channel).id)
    for what, value in (("rules", "italian"), ("equalrows", "foul"), ("scoring", "2-4")):
        reply = await ann.select(ann.sees(shown), value, menu=str(ChangeRules(spot, what)))
        assert reply.error == ""
    assert "`scoring=2-4 equal_rows=foul`" in ann.sees(shown).text.replace("variant=turbo ", "")
    await house.settle()
    heading = group.board(bob).text
    assert "rules: Italian · Bonus for two rows or more · Equal rows are a foul" in heading
    assert str(house.table(group.channel).rules) == (
        "italian variant=turbo scoring=2-4 equal_rows=foul"
    )
    assert "Only the host" in (await group.does(bob, "More, !House rules")).text
    await group.deal()
    late = await ann.select(ann.sees(shown), "1-6", menu=str(ChangeRules(spot, "scoring")))
    assert late.text == "The rules stay as they are once a hand has been dealt."
    assert house.table(group.channel).rules.choice("scoring") == "2-4"


async def test_each_choice_has_a_line_and_no_two_menus_read_the_same(group: Group):
    await group.sit_down()
    shown = await lobby_page(group)
    rows = [part for part in shown.version.components if part["type"] == 1]
    menus = [row["components"][0] for row in rows]
    assert all(option["description"] for menu in menus for option in menu["options"])
    assert len(chosen(shown)) == len(menus)


async def test_without_fantasyland_its_other_menus_are_gone(group: Group, house: House):
    ann = group.people[0]
    await group.sit_down()
    shown = await lobby_page(group)
    press = str(ChangeRules(Spot(house.table(group.channel).id), "fantasyland"))
    await ann.select(shown, "none", menu=press)
    assert len(shown.selects) == len(OPTIONS) - 1, "without what only holds where one gives up"
    assert len(ann.sees(shown).selects) == len(OPTIONS) - 4


async def test_a_server_has_menus_for_its_house_rules_and_a_way_back(group: Group, house: House):
    ann, bob = group.people
    ann.join(group.guild, Permission.MANAGE_GUILD)
    own = (await ann.types(group.channel, "/my settings")).message
    await ann.press(own, "Settings of this server")
    await ann.press(ann.sees(own), "House rules")
    press = str(ChangeServer("stay", RULES))
    reply = await ann.select(ann.sees(own), "never", menu=press)
    assert reply.error == ""
    assert "`stay=never`" in ann.sees(own).text, "what one would type"
    with house.read() as db:
        assert guilds.get(db, group.guild.id).rules == "standard stay=never"
    assert "This server" in (await ann.press(ann.sees(own), "Settings of this server")).text
    refused = await bob.forge((await bob.types(group.channel, "/my settings")).message, press)
    assert refused.text == "You need the Manage Server permission."
