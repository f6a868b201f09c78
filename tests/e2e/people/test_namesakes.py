"""Two people of one name can be told apart wherever they stand together."""

import re

from bot.screens.ledger.pages import VIEWS
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House, words
from tests.e2e.ledgers import begins_season, files, looks

BARE = re.compile(r"Alex(?! \\?@alex)")


def bare(text: str) -> str | None:
    """Where a name stands that may be the one's or the other's."""
    found = BARE.search(text)
    return None if found is None else text[max(0, found.start() - 40) : found.end() + 40]


async def test_two_people_of_one_name_are_told_apart(house: House, discord: StandIn):
    guild = discord.add_guild("Friends")
    people = [discord.add_person(name, guild) for name in ("Alex", "Alex", "Mia")]
    group = Group(house, guild, discord.add_channel(guild, "poker"), people)
    ann, other, mia = people
    ann.join(guild, Permission.MANAGE_GUILD)
    handles = [rf"\@{person.user.name}".replace("_", r"\_") for person in (ann, other)]
    await group.sit_down()
    lobby = group.board(ann).text
    assert all(f"Alex {handle}" in lobby for handle in handles)
    await begins_season(ann, group.channel, "Winter")
    for _ in range(2):
        await group.play_hand()
        for shown in (*ann.reads(group.channel), *other.reads(other.dm)):
            for text in words(shown):
                assert bare(text) is None
    pages = [await looks(group, view.value) for view in VIEWS]
    pages += [await looks(group, "standing", season="1"), await looks(group, "rivals", 0, mia)]
    for page in pages:
        for text in words(page.message):
            assert bare(text) is None, text
    asked = await other.types(group.channel, "/ledger void number:1 reason:misdeal")
    assert "asks to void hand #1" in asked.text
    assert bare(asked.text) is None
    for content in (await files(group, "/ledger export format:csv")).values():
        assert bare(content) is None
        assert ",player_id," in content


async def test_the_longest_names_with_handles_are_not_too_long_for_discord(
    house: House, discord: StandIn
):
    guild = discord.add_guild("Friends")
    people = [discord.add_person("Wolfgang_Amadeus_von_Habsburg_IV", guild) for _ in range(3)]
    group = Group(house, guild, discord.add_channel(guild, "poker"), people)
    await group.sit_down()
    await group.play_hand()
    for view in VIEWS:
        await looks(group, view.value)
    await people[0].types(group.channel, "/ofc rules")
    await group.does(people[0], "More, Follow")
    house.verify_accepted()


async def test_who_shares_a_name_with_nobody_here_has_no_handle(gather):
    group: Group = gather(3)
    await group.sit_down()
    await group.play_hand()
    for shown in group.people[0].reads(group.channel):
        for text in words(shown):
            assert "@" not in re.sub(r"<@\d+>", "", text)
    assert "@" not in (await looks(group)).text
