"""People in a knock-out of closed Chinese, who set each hand in one go."""

import asyncio
from collections import Counter

from bot.game.tournaments.floors import Tournament, tournament_of
from bot.store.tables import State
from bot.store.tournaments import at_tables, tournaments
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply
from discord_standin.people.shown import Shown
from ofc_engine.cards import Cards
from tests.e2e.child import KillableHouse
from tests.e2e.doing import does
from tests.e2e.house import Group, House
from tests.e2e.tournaments import adds_computers, opens_tournament


def laid_out(cards: Cards) -> str:
    """Thirteen cards as somebody types them: pairs and better in the lower rows."""
    counts = Counter(card.rank for card in cards)
    ranked = sorted(cards, key=lambda card: (counts[card.rank], card.rank), reverse=True)
    back, middle, front = (
        "".join(map(str, row)) for row in (ranked[:5], ranked[5:10], ranked[10:])
    )
    return f"{front} / {middle} / {back}!"


def found(house: House) -> Tournament:
    """The only tournament as it is committed."""
    with house.committed.at_once() as db:
        row = tournaments.get(db, 1)
        assert row is not None
        return tournament_of(db, row)


async def opened(group: Group, **options: str | int) -> Reply:
    """Have Ann open a knock-out of closed Chinese; what she is told of that."""
    wanted: dict[str, str | int] = {"format": "knock-out", "variant": "chinese", **options}
    computers = {name: wanted.pop(name) for name in ("computer", "computers") if name in wanted}
    reply = await opens_tournament(group.people[0], group.channel, **wanted)
    assert "Your tournament is open." in reply.text, reply.text
    await group.house.discord.until(lambda: bool(announcements(group, group.people[0])))
    for _computer in range(int(computers.get("computers", bool(computers)))):
        await adds_computers(group.people[0], group.channel, str(computers["computer"]), 1)
    await group.house.settle()
    return reply


async def begun(group: Group, **options: str | int) -> None:
    """Have everybody join, and Ann start it."""
    await opened(group, **{"stack": 40, "seats": 3, "levels": "none", **options})
    for person in group.people[1:]:
        await press(group, person, "Join")
    await press(group, group.people[0], "Start")


def announcements(group: Group, person: Person) -> list[Shown]:
    """The messages in the channel that have buttons."""
    shown = person.reads(group.channel)
    return [each for each in shown if each.buttons and not each.is_ephemeral]


def announced(person: Person, channel: Channel) -> str:
    shown = [s for s in person.reads(channel) if not s.is_ephemeral]
    return next(s.text for s in shown if s.text.startswith("## "))


def pictured(person: Person, channel: Channel) -> list[str]:
    """What is said of the pictures in the announcement to those who listen."""
    shown = [s for s in person.reads(channel) if not s.is_ephemeral]
    pictures = next(s.pictures for s in shown if s.text.startswith("## "))
    return [picture.alt or "" for picture in pictures]


def to_place(group: Group, person: Person) -> tuple[Channel, Cards] | None:
    """Where somebody has cards to set, and which; None if they have none."""
    now = found(group.house)
    player = next(p for p in now.people.values() if p.user_id == person.user.id)
    table = now.homes.get(player.id)
    own = None if table is None or table.running is None else table.running.view(player.id).own
    if table is None or own is None or not own.pending:
        return None
    return group.house.discord.world.channels[table.row.channel_id], own.pending


def add_people(group: Group, *names: str) -> None:
    """Let more people come to the server."""
    group.people += [group.house.discord.add_person(name, group.guild) for name in names]


def home_of(group: Group, person: Person) -> Channel:
    """The thread in which somebody plays."""
    now = found(group.house)
    player = next(p for p in now.people.values() if p.user_id == person.user.id)
    return group.house.discord.world.channels[now.homes[player.id].row.channel_id]


async def play_hand(group: Group) -> None:
    """Let everybody set the hand, and some time pass until the next one comes."""
    await place_all(group)
    await group.house.let_pass(25)


async def place_all(group: Group) -> None:
    """Let everybody set the hand."""
    for person in group.people:
        task = to_place(group, person)
        if task is not None:
            channel, cards = task
            await person.types(channel, f"/ofc place cards:{laid_out(cards)}")
    await group.house.settle()


async def press(group: Group, person: Person, label: str) -> str:
    """Press a button of the announcement."""
    reply = await person.press(announcements(group, person)[0], label)
    await group.house.settle()
    return reply.text


async def says(person: Person, channel: Channel, typed: str) -> str:
    reply = await person.types(channel, typed)
    return reply.text


async def told(group: Group, person: Person, channel: Channel, what: str) -> str:
    """What somebody is told who does something at a table, as in `tests.e2e.doing`."""
    return (await does(group.house, person, channel, what)).text


def texts(person: Person, channel: Channel) -> str:
    return "\n".join(shown.text for shown in person.reads(channel))


def texts_of_all(group: Group) -> str:
    """All that is said in the threads of the tables, and to people alone."""
    with group.house.committed.at_once() as db:
        ids = [room.thread_id for room in at_tables.rooms_of(db, 1)]
    channels = [group.house.discord.world.channels[each] for each in ids if each is not None]
    said = [texts(group.people[0], channel) for channel in channels]
    return "\n".join([*said, *(texts(person, person.dm) for person in group.people)])


async def get_ready(group: Group) -> None:
    """Let everybody say that they are ready for the next hand, until it is dealt."""
    for person in group.people:
        now = found(group.house)
        player = next(p for p in now.people.values() if p.user_id == person.user.id)
        table = now.homes.get(player.id) if player.id in now.stacks else None
        if table is not None and table.state is State.BETWEEN:
            await does(group.house, person, home_of(group, person), "Start")


async def gone_on(group: Group, since: int) -> None:
    """Wait until the round after one has begun at all tables, or the tournament is over."""

    def has_begun() -> bool:
        now = found(group.house)
        is_dealt = all(table.next_number > now.row.round for table in now.tables)
        return now.row.is_over or (now.row.round > since and is_dealt)

    await group.house.discord.until(has_begun)
    await group.house.settle()


async def play_out_killed(group: Group, house: KillableHouse) -> int:
    """Play to the last place, with the bot killed at every round change; returns how many."""
    changes = 0
    while not (now := found(house)).row.is_over:
        total = len(now.entrants) * (now.row.options.stack or 0)
        assert sum(now.stacks.values()) == total, "points only change hands"
        sizes = [len(table.seats) for table in now.tables]
        assert max(sizes) - min(sizes) <= 1 or len(sizes) == 1
        await place_all(group)
        if found(house).row.is_over:
            break
        going = asyncio.create_task(get_ready(group))
        await asyncio.sleep((0.0, 0.02, 0.1, 0.4)[changes % 4])
        await house.kill()
        going.cancel()  # whoever waits for an answer gets none
        await asyncio.gather(going, return_exceptions=True)
        await house.start()
        await house.settle()
        await get_ready(group)
        await gone_on(group, now.row.round)
        changes += 1
        assert changes < 60, "it does not end"
    await house.catch_up()
    return changes
