"""What a group plays, asks of the ledger and takes back, and what everybody is shown of it."""

import re

from bot.screens.ledger.lists import AskToEndSeason, StartSeason
from bot.screens.ledger.pages import ChoosePlayers, ChooseView, ShowPage
from bot.screens.press import VERSION, Press
from bot.store import players, tables
from bot.store.ledger.journal import Entry
from bot.store.players import Person as Known
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group
from tests.store.rows import add_table, book


def points_in(text: str) -> list[int]:
    """The points that stand in bold in a text, such as `**−3**`."""
    return [int(found.replace("−", "-")) for found in re.findall(r"\*\*([+−]?\d+)\*\*", text)]


async def asks(group: Group, typed: str, who: int = 0) -> Reply:
    """Somebody types a command and is answered in private."""
    reply = await group.does(group.people[who], typed)
    assert reply.message.is_ephemeral, "the ledger answers in private"
    return reply


async def looks(
    group: Group, view: str = "standing", who: int = 0, *people: Person, **filters: str | Channel
) -> Reply:
    """Somebody opens the ledger, chooses a view of it, people and which hands count."""
    return await sees(group.people[who], group.channel, view, *people, **filters)


async def sees(
    person: Person,
    where: Channel,
    view: str = "standing",
    *people: Person,
    **filters: str | Channel,
) -> Reply:
    """The same in any channel; `filters` are named as the fields of a scope."""
    reply = await person.types(where, "/ledger show")
    assert reply.message.is_ephemeral, "the ledger answers in private"
    page = reply.message.id
    if view != "standing":
        reply = await person.select(reply.message, view, menu=code(ChooseView))
    if people:
        reply = await person.select(reply.message, *people, menu=code(ChoosePlayers))
    if filters:
        reply = await person.press(reply.message, "Filter")
        for what, value in filters.items():
            menus = [each.custom_id for each in reply.message.selects]
            menu = next(each for each in menus if each.endswith(f":{what}"))
            reply = await person.select(reply.message, value, menu=menu)
        reply = await person.press(reply.message, code(ShowPage))
    assert reply.message.id == page, "one message is turned, and none is added"
    return reply


async def looks_at_hand(group: Group, number: int, who: int = 0) -> Reply:
    """Somebody opens the ledger, then a hand of it by its number."""
    page = await looks(group, "hand", who)
    form = await group.people[who].press(page.message, "By number")
    return await group.people[who].submit(form.modal, entry=str(number))


def code(kind: type[Press]) -> str:
    """How the custom_ids of such presses begin."""
    return f"{VERSION}:{kind.code}:"


async def begins_season(person: Person, where: Channel, name: str) -> Reply:
    """Somebody starts a season, which everybody is told; the last message is for all."""
    page = await person.types(where, "/ledger season")
    form = await person.press(page.message, str(StartSeason()))
    return await person.submit(form.modal, entry=name)


async def asks_to_end_season(person: Person, where: Channel) -> Reply:
    """Somebody asks to end the season that runs, and is asked whether they are sure."""
    page = await person.types(where, "/ledger season")
    return await person.press(page.message, str(AskToEndSeason()))


async def files(group: Group, typed: str, who: int = 0) -> dict[str, str]:
    """The files that somebody is given for a command, by their names."""
    reply = await asks(group, typed, who)
    return {file.file_name: file.content.decode() for file in reply.message.pictures}


def public(group: Group) -> list[Shown]:
    """The channel's messages that everybody sees, oldest first."""
    return [s for s in group.people[-1].reads(group.channel) if not s.is_ephemeral]


async def played(gather, hands: int, people: int = 2, **options: str | int) -> Group:
    """A group that has played so many hands."""
    group: Group = gather(people)
    await group.sit_down(**options)
    for _ in range(hands):
        await group.play_hand()
    return group


def book_earlier(group: Group, count: int) -> None:
    """Have hands of the group in its server's ledger as if they had been played before.

    The first two people play at a closed table, and a point goes to and fro.
    """
    with group.house.read() as db:
        people = [Known(p.user.id, p.name, p.name.lower(), "en-US") for p in group.people[:2]]
        ids = [players.remember(db, person).id for person in people]
        table = add_table(db, ids[0], group.channel.id, group.guild.id)
        tables.close(db, table, now=1)
        for number in range(count):
            book(db, table, ids, Entry(*ids, (-1) ** number))


async def make_void(group: Group, number: int) -> str:
    """Ann gets Manage Server and makes a hand void; returns what everybody is told."""
    ann = group.people[0]
    ann.join(group.guild, Permission.MANAGE_GUILD)
    reply = await ann.types(group.channel, f"/ledger void number:{number} reason:misdeal")
    await ann.press(reply.message, "Make it void")
    await group.house.catch_up()
    return public(group)[-1].text
