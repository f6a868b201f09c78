"""How a host brings computer players to the table."""

from discord_standin.people.replies import Reply
from tests.e2e.house import Group
from tests.e2e.menus import menu_of


async def add(group: Group, *levels: str) -> None:
    """Let the host choose from the menu behind *More*."""
    for level in levels:
        before = len(seats(group))
        await choose(group, 0, f"add.{level}")
        assert len(seats(group)) == before + 1


async def choose(group: Group, who: int, value: str) -> Reply:
    """Choose from the menu behind *More*."""
    return await group.does(group.people[who], f"More, Computer players: {value}")


def seats(group: Group) -> list[str]:
    """The lines of the lobby that say who sits where."""
    lines = group.board(group.people[0]).text.splitlines()
    return [line for line in lines if line[:1].isdigit()]


async def set_option(group: Group, what: str, value: str) -> None:
    """Let the host change a setting of the table."""
    shown = (await group.people[0].types(group.channel, "/my settings")).message
    reply = await group.people[0].select(shown, value, menu=menu_of(shown, what))
    assert reply.error == ""
    await group.house.settle()
