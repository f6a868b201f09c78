"""The way of a newcomer: from a server that the bot has just joined to the second hand, by clicks.

No word of theirs is typed. The buttons are found by what they do, so that it is the same in each
language.
"""

import pytest

from bot.screens.press import parse
from bot.screens.presses import Play, PlayComputer, Ready, ShowCards, TablePress
from bot.texts import languages
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House

pytestmark = [pytest.mark.house(greets=True), pytest.mark.at_usual_pace]
TO_THE_FIRST_CARDS = 4
TO_THE_SECOND_HAND = 2


class Newcomer:
    """Somebody in an empty server who only clicks; each click is counted."""

    def __init__(self, group: Group, *, kept_out: bool) -> None:
        self.group = group
        self.person: Person = group.people[0]
        self.clicks = 0
        if kept_out:
            self.person.close_dms()

    async def click(self, kind: type[Play | TablePress]) -> None:
        """Press the newest button for that, wherever it is."""
        shown, custom_id = next(self._buttons(kind))
        self.clicks += 1
        reply = await self.person.press(shown, custom_id)
        assert reply.error == ""
        await self.group.house.settle()

    def has(self, kind: type[Play | TablePress]) -> bool:
        return next(self._buttons(kind), None) is not None

    def sees_cards(self) -> bool:
        """True if cards to place are before them."""
        return self.group.choice(self.person) is not None

    async def click_to_cards(self) -> None:
        """Click until cards are before them: they come by themselves, or behind *My cards*."""
        if not self.sees_cards():
            await self.click(ShowCards)
        assert self.sees_cards()

    def _buttons(self, kind: type[Play | TablePress]):
        places = (*self.group.private(self.person), *self.person.reads(self.group.channel))
        for shown in reversed(places):
            for button in shown.buttons:
                if isinstance(parse(button.custom_id or ""), kind) and not button.is_disabled:
                    yield shown, button.custom_id


def walks(discord: StandIn, house: House, locale: str) -> Group:
    """An empty server in a language, which the bot has just joined."""
    guild = discord.add_guild("New", locale=locale, with_bot=False)
    guild.system_channel = channel = discord.add_channel(guild, "general")
    host = discord.add_person("Kim", guild, locale=locale, permissions=Permission.MANAGE_GUILD)
    discord.add_bot(guild)
    return Group(house, guild, channel, [host])


def greeted(group: Group) -> Shown:
    (greeting,) = group.people[0].reads(group.channel)
    return greeting


@pytest.mark.parametrize("kept_out", [False, True], ids=["messages open", "messages closed"])
@pytest.mark.parametrize("locale", [*(each for each in languages() if each != "en"), "en-US"])
async def test_from_an_empty_server_to_the_second_hand_by_clicks_alone(
    locale: str, kept_out: bool, discord: StandIn, house: House
):
    group = walks(discord, house, locale)
    await house.settle()
    assert greeted(group).buttons
    kim = Newcomer(group, kept_out=kept_out)
    await kim.click(Play)
    await kim.click(PlayComputer)
    await discord.until(lambda: house.is_dealt(group.channel))
    await house.settle()
    await kim.click_to_cards()
    assert kim.clicks <= TO_THE_FIRST_CARDS

    while house.is_dealt(group.channel):
        await group.act(kim.person)
    await house.settle()
    kim.clicks = 0
    await kim.click(Ready)
    await discord.until(lambda: house.is_dealt(group.channel))
    await house.settle()
    await kim.click_to_cards()
    assert kim.clicks <= TO_THE_SECOND_HAND
