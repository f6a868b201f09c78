"""A server's settings: who changes them, and what `/play` makes of them."""

import pytest

from bot.game.table import Table
from bot.screens.settings.menus import ChangeServer, ShowServer, TypeOptions
from bot.store import guilds
from discord_standin.model.places import Channel, Role
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.doing import does
from tests.e2e.house import Group, House
from tests.e2e.ledgers import asks, book_earlier, looks

pytestmark = [pytest.mark.table(2, until="gathered"), pytest.mark.usefixtures("ann_manages")]


async def page(group: Group) -> Shown:
    """The server's page as Ann has opened it from their settings."""
    ann = group.people[0]
    own = (await ann.types(group.channel, "/my settings")).message
    shown = (await ann.press(own, "Settings of this server")).message
    assert "This server" in shown.text
    return shown


async def choose(group: Group, what: str, *values: "str | Person | Role | Channel") -> Shown:
    ann = group.people[0]
    shown = await page(group)
    menu = str(ChangeServer(what))
    reply = await ann.select(shown, *values, menu=menu)
    assert reply.error == ""
    return reply.message


async def opens(group: Group, who: int = 1, options: str = "") -> Reply:
    return await group.does(group.people[who], f"/play {options}".strip())


async def opened(group: Group, options: str = "") -> Table:
    """The table that Bob opens; it is closed again."""
    reply = await opens(group, options=options)
    assert "Your table is open." in reply.text
    await group.house.settle()
    table = group.house.table(group.channel)
    await group.does(group.people[1], "More, End the game")
    await group.house.settle()
    return table


async def test_who_has_not_manage_server_finds_no_way_to_the_page(group: Group):
    bob = group.people[1]
    own = (await bob.types(group.channel, "/my settings")).message
    assert "Settings of this server" not in [b.label for b in own.buttons]
    for forged in (ShowServer(), ChangeServer("openers"), TypeOptions()):
        reply = await bob.forge(own, str(forged))
        assert reply.text == "You need the Manage Server permission."


async def test_new_tables_are_as_the_server_has_it_unless_their_host_says_more(group: Group):
    for what, value in [
        ("rules", "german"),
        ("variant", "turbo"),
        ("clock", "600"),
        ("deck", "four"),
        ("skin", "day"),
    ]:
        shown = await choose(group, what, value)
        menu = next(s for s in shown.selects if s.custom_id == str(ChangeServer(what)))
        assert [o.value for o in menu.options if o.is_default] == [value]
    table = await opened(group)
    assert (table.rules.preset, table.rules.variant.name) == ("german", "turbo")
    assert (table.options.clock, table.options.deck, table.options.skin) == (600, "four", "day")
    other = await opened(group, "variant:classic clock:none options:scoring=2-4")
    assert (other.rules.preset, other.rules.variant.name) == ("german", "classic")
    assert other.rules.choice("scoring") == "2-4"
    assert other.options.clock is None
    named = await opened(group, "rules:standard")
    assert str(named.rules) == "standard", "a preset by name comes without the server's changes"


async def test_more_rules_are_typed_and_a_mistake_changes_nothing(group: Group):
    ann = group.people[0]
    shown = await page(group)
    form = await ann.press(shown, "Type the rules")
    assert form.modal is not None
    wrong = await ann.submit(form.modal, entry="colour=red")
    assert "There's no option" in wrong.text
    again = await ann.press(ann.sees(shown), "Type the rules")
    assert again.modal is not None
    await ann.submit(again.modal, entry="scoring=2-4 equal_rows=foul")
    told = "Bonus for two rows or more (`scoring=2-4`), Equal rows are a foul (`equal_rows=foul`)"
    assert told in ann.sees(shown).text
    assert (await opened(group)).rules.choice("equal_rows") == "foul"
    rules = await asks(group, "/ofc rules")
    assert "2-4" in rules.text, "without a table they are those of a new one"
    last = await ann.press(ann.sees(shown), "Type the rules")
    assert last.modal is not None
    await ann.submit(last.modal, entry="")
    assert str((await opened(group)).rules) == "standard"


async def test_tables_are_opened_in_chosen_channels_and_their_threads(
    group: Group, discord: StandIn
):
    allowed = discord.add_channel(group.guild, "games")
    shown = await choose(group, "channels", allowed)
    assert str(allowed.id) in str(shown.version.components)
    refused = await opens(group)
    assert refused.text == (f"Tables can't be opened in this channel. Please use <#{allowed.id}>.")
    bob = group.people[1]
    thread = discord.world.add_thread(allowed, "tonight", bob.user)
    assert "is open" in (await does(group.house, bob, thread, "/play")).text
    assert "is open" in (await opens(group, who=0)).text, "who has Manage Server may anywhere"
    await group.does(group.people[0], "More, End the game")
    await choose(group, "channels")
    assert "is open" in (await opens(group)).text, "none chosen is every channel"


async def test_who_may_open_tables(group: Group, discord: StandIn):
    bob = group.people[1]
    await choose(group, "openers", "managers")
    assert (await opens(group)).text == (
        "Only people with Manage Server can open tables here. Ask one of them."
    )
    await choose(group, "openers", "role")
    assert "Only people with the role" in (await opens(group)).text
    bob.join(group.guild, Permission.ATTACH_FILES)
    (role,) = group.guild.members[bob.user.id].roles
    shown = await choose(group, "role", role)
    assert str(role.id) in str(shown.version.components)
    assert "is open" in (await opens(group)).text
    await group.does(bob, "More, End the game")
    discord.world.join(group.guild, bob.user)
    assert f"<@&{role.id}>" in (await opens(group)).text, "the role is gone"
    assert "is open" in (await opens(group, who=0)).text


async def test_the_settings_survive_a_restart_and_the_way_back_leads_home(
    group: Group, house: House
):
    ann = group.people[0]
    shown = await choose(group, "openers", "managers")
    await house.restart()
    back = await ann.press(ann.sees(shown), "My own settings")
    assert "Your settings" in back.text
    assert back.message.id == shown.id
    with house.read() as db:
        assert guilds.get(db, group.guild.id).openers == "managers"


async def test_the_language_is_that_of_discord_or_one_there_is(group: Group):
    shown = await page(group)
    menu = next(s for s in shown.selects if s.custom_id == str(ChangeServer("locale")))
    assert [option.value for option in menu.options][:2] == ["auto", "en"]
    await choose(group, "locale", "en")
    assert (await opened(group)).row.locale == "en"
    await choose(group, "locale", "auto")
    assert (await opened(group)).row.locale == group.guild.locale


@pytest.mark.parametrize("news", ["yes", "no"])
async def test_records_are_told_with_their_hand_unless_the_server_wants_quiet(
    group: Group, news: str
):
    book_earlier(group, 20)
    await choose(group, "news", news)
    await group.sit_down()
    await group.play_hand()
    assert ("🏆" in group.result().text) == (news == "yes")
    assert "🏆" in (await looks(group, "records")).text, "they are kept either way"


async def test_a_forged_choice_changes_nothing(group: Group, house: House):
    ann = group.people[0]
    shown = await page(group)
    known = ("rules", "clock", "role", "channels", "openers", "locale", "deck")
    for forged in ("x", *known, "options"):
        await ann.forge(shown, str(ChangeServer(forged)))
    with house.read() as db:
        assert guilds.get(db, group.guild.id) == guilds.Guild(group.guild.id)


async def test_typed_boards_are_worth_what_the_rules_of_the_server_say(group: Group):
    await choose(group, "rules", "us2012")
    cards = "/score board1:AsAhAdKsKhKd9c9d4c4d4h4s2c"
    usual = await group.does(group.people[1], cards)
    assert "-# Classic" in usual.text
    assert "Fantasyland" not in usual.text
    other = await group.does(group.people[1], f"{cards} rules:german")
    assert "⭐ Fantasyland next, 13 cards" in other.text
