"""What people do with the tournament of a channel: open it, see to its options, run it."""

from bot.screens.press import VERSION, Press
from bot.screens.presses import Join, ShowComputers, ShowMore
from bot.screens.settings.rule_menus import preset_menu
from bot.screens.tournaments.tournament_presses import (
    AwardShownCard,
    ChooseEntrant,
    ChooseShownCard,
    ChooseToRemove,
    RemoveNow,
    ShowManaging,
    ShowTournamentRules,
    TypeStart,
    TypeTournament,
)
from bot.values.options import TableOptions
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from ofc_engine.players.levels import LEVELS

_TYPED = ("format", "starts", "variant", "clock")
"""What stands beside the command; the rest is filled into the form, or chosen."""


async def opens_tournament(person: Person, where: Channel, **options: str | int) -> Reply:
    """Somebody opens a tournament and sees to its options; what they were told of the opening.

    `rules` are a preset, `computers` so many of the level `computer`, 5 or 1 at once.
    """
    typed = {name: value for name, value in options.items() if name in _TYPED}
    left = {name: str(value) for name, value in options.items() if name not in _TYPED}
    if "ledger" in left:
        left["books"] = "yes" if left.pop("ledger") == "True" else "no"
    opened = await person.command(where, "tournament new", **typed)
    rules, level = left.pop("rules", ""), left.pop("computer", "")
    count = int(left.pop("computers", "1"))
    if rules:
        page = await person.press(await shows(person, where), code(ShowTournamentRules))
        menus = [each.custom_id for each in page.message.selects]
        preset = next(each for each in menus if each.endswith(preset_menu(TableOptions).key))
        await person.select(page.message, rules, menu=preset)
    if left:
        await fills_in(person, where, **left)
    while level and count:
        many = 5 if count >= 5 else 1
        await adds_computers(person, where, level, many)
        count -= many
    return opened


async def adds_computers(person: Person, where: Channel, level: str, many: int) -> None:
    """The host adds computer players of a level, 5 or 1, below the announcement or lobby."""
    name = next(each.name for each in LEVELS.values() if level in (each.human, each.name))
    entry = f"add.{name}" if many == 1 else f"add.{name}.{many}"
    for shown in person.glances(where):
        menus = [m for m in shown.selects if m.custom_id.startswith(code(ChooseEntrant))]
        if menus:
            await person.select(shown, entry, menu=menus[0].custom_id)
            return
        if any(button.custom_id.startswith(code(Join)) for button in shown.buttons):
            more = await person.press(shown, code(ShowMore))
            page = await person.press(more.message, code(ShowComputers))
            await person.select(page.message, entry)
            return
    raise AssertionError("nothing gathers here")


async def fills_in(person: Person, where: Channel, **options: str) -> Reply:
    """The host fills in *More options*; what they are told."""
    page = await person.press(await shows(person, where), code(ShowTournamentRules))
    form = await person.press(page.message, code(TypeTournament))
    return await person.submit(form.modal, options)


async def shows(person: Person, where: Channel) -> Shown:
    """The page of the channel's tournament."""
    return (await person.types(where, "/tournament show")).message


async def history(person: Person, where: Channel) -> str:
    """What somebody is told of the tournaments that are over."""
    return (await person.press(await shows(person, where), "History")).text


async def manages(person: Person, where: Channel) -> Reply:
    """Somebody opens the controls of whoever runs the tournament."""
    return await person.press(await shows(person, where), code(ShowManaging))


async def plans_start(person: Person, where: Channel, starts: str) -> Reply:
    """Somebody types another start of the tournament."""
    managed = await manages(person, where)
    form = await person.press(managed.message, code(TypeStart))
    return await person.submit(form.modal, entry=starts)


async def takes_out(person: Person, where: Channel, target: Person) -> Reply:
    """Somebody takes another out of the tournament, and is sure."""
    managed = await manages(person, where)
    asked = await person.select(managed.message, target, menu=code(ChooseToRemove))
    return await _sure(person, asked, RemoveNow)


async def reports_card(person: Person, where: Channel, target: Person) -> Reply:
    """Somebody reports a card that another has shown out of turn, and is sure."""
    managed = await manages(person, where)
    asked = await person.select(managed.message, target, menu=code(ChooseShownCard))
    return await _sure(person, asked, AwardShownCard)


async def _sure(person: Person, asked: Reply, kind: type[Press]) -> Reply:
    keys = [button.custom_id for button in asked.message.buttons]
    if not any(key.startswith(code(kind)) for key in keys):
        return asked
    return await person.press(asked.message, code(kind))


def code(kind: type[Press]) -> str:
    """How the custom_ids of such presses begin."""
    return f"{VERSION}:{kind.code}:"
