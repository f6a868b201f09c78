"""Hints: asked for by the button of one's own message, or by one that is not offered."""

from bot.screens.press import parse
from bot.screens.presses import ShowHint
from bot.values.draft import Spot
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from tests.e2e.house import Group


async def ask_for_hint(group: Group, person: Person) -> Reply:
    """Press *Hint*; who has no such button presses it all the same, as a tampered client may."""
    offered = [
        (shown, button.custom_id)
        for shown in group.private(person)
        for button in shown.buttons
        if isinstance(parse(button.custom_id or ""), ShowHint)
    ]
    if offered:
        reply = await person.press(*offered[-1])
    else:
        press = ShowHint(Spot(group.house.table(group.channel).id))
        reply = await person.forge(group.board(person), str(press))
    await group.house.settle()
    return reply
