"""A knock-out over several tables: from the announcement to the last place, through a restart."""

from collections import Counter

from bot.game.floors import Event, event
from bot.ofc.cards import Cards
from bot.store import tournaments
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from tests.e2e.house import Group, House


def laid_out(cards: Cards) -> str:
    """Thirteen cards as somebody types them: pairs and better in the lower rows."""
    counts = Counter(card.rank for card in cards)
    ranked = sorted(cards, key=lambda card: (counts[card.rank], card.rank), reverse=True)
    back, middle, front = (
        "".join(map(str, row)) for row in (ranked[:5], ranked[5:10], ranked[10:])
    )
    return f"{front} / {middle} / {back}!"


def found(house: House) -> Event:
    """The only tournament as it is committed."""
    with house.committed.at_once() as db:
        row = tournaments.get(db, 1)
        assert row is not None
        return event(db, row)


async def opened(group: Group, **options: str | int) -> None:
    """Have Ann open a knock-out of closed Chinese."""
    wanted: dict[str, str | int] = {"format": "knock-out", "variant": "chinese", **options}
    reply = await group.people[0].command(group.channel, "tournament new", **wanted)
    assert "Your tournament is open." in reply.text, reply.text
    await group.house.settle()


def announced(person: Person, channel: Channel) -> str:
    shown = [s for s in person.reads(channel) if not s.is_ephemeral]
    return next(s.text for s in shown if s.text.startswith("## "))


def thread(group: Group, room: int) -> Channel:
    """The thread of a table."""
    with group.house.committed.at_once() as db:
        (thread_id,) = (r.thread_id for r in tournaments.rooms(db, 1) if r.number == room)
    return group.house.discord.world.channels[thread_id]


def to_place(group: Group, person: Person) -> tuple[Channel, Cards] | None:
    """Where somebody has cards to set, and which; None if they have none."""
    now = found(group.house)
    player = next(p for p in now.people.values() if p.user_id == person.user.id)
    table = now.homes.get(player.id)
    own = None if table is None or table.running is None else table.running.view(player.id).own
    if table is None or own is None or not own.pending:
        return None
    return group.house.discord.world.channels[table.row.channel_id], own.pending


async def play_hand(group: Group) -> None:
    """Let everybody set the hand as the cards came, and be ready for the next one."""
    for person in group.people:
        task = to_place(group, person)
        if task is not None:
            channel, cards = task
            await person.types(channel, f"/ofc place cards:{laid_out(cards)}")
    await group.house.settle()
    await group.house.let_pass(25)


async def press(group: Group, person: Person, label: str) -> str:
    """Press a button of the announcement."""
    shown = [s for s in person.reads(group.channel) if s.buttons and not s.is_ephemeral]
    reply = await person.press(shown[0], label)
    await group.house.settle()
    return reply.text


async def says(person: Person, channel: Channel, typed: str) -> str:
    reply = await person.types(channel, typed)
    return reply.text


def texts(person: Person, channel: Channel) -> str:
    return "\n".join(shown.text for shown in person.reads(channel))


async def test_from_the_announcement_to_the_last_place(gather, house: House):
    group: Group = gather(5)
    names = ("Lea", "Max", "Nia")
    group.people += [house.discord.add_person(name, group.guild) for name in names]
    ann, *others = group.people
    await opened(group, stack=24, seats=3, computer="Dreamer", computers=2, levels="usual")
    assert "## Knock-out: Chinese" in announced(ann, group.channel)
    assert "Every 3 hands the stakes rise: points count ×1, ×2" in announced(ann, group.channel)
    for person in others:
        assert "You are in." in await press(group, person, "Join")
    assert "You are in this tournament already." in await press(group, ann, "Join")
    assert "Only the host, Ann" in await press(group, others[0], "Start")
    assert "**10 people are in:** Ann, Dreamer" in announced(ann, group.channel)
    assert "The tables are being set up." in await press(group, ann, "Start")
    assert " of 10 left · points ×1 · from hand 4 on ×2" in announced(ann, group.channel)
    assert [table.row.room for table in found(house).tables] == [1, 2, 3, 4]
    assert "The tournament begins. You play at table " in texts(ann, ann.dm)
    waiting = next((t for t in found(house).tables if t.running is None), None)
    if waiting is not None:  # only computer players, who are done
        channel = house.discord.world.channels[waiting.row.channel_id]
        assert "Waiting for table " in texts(ann, channel)
    sizes: list[list[int]] = []
    while not (now := found(house)).row.is_over:
        assert sum(now.stacks.values()) == 10 * 24, "points only change hands"
        assert {table.played.row.number for table in now.tables if table.played} == {now.row.round}
        if all(table.running is not None for table in now.tables):
            sizes.append(sorted(len(table.seats) for table in now.tables))
        if now.row.round == 2:
            await house.restart()
        assert now.row.round < 40, "it does not end"
        await play_hand(group)
    await house.catch_up()
    over = announced(ann, group.channel)
    assert "## The tournament is over\n🏆 **" in over
    assert all(each[-1] - each[0] <= 1 for each in sizes)
    moved = texts_of_all(group)
    assert "plays on at table" in moved
    assert "You play on at table " in moved
    assert "## This table is closed" in moved
    shown = await says(ann, group.channel, "/tournament show")
    assert shown.startswith("## The tournament\n-# hand ")
    assert [line for line in over.splitlines() if ". " in line][:3] == [
        line for line in shown.splitlines() if ". " in line
    ][:3]
    assert "Chinese · " in await says(ann, group.channel, "/tournament history")


def texts_of_all(group: Group) -> str:
    """All that is said in the threads of the tables, and to people alone."""
    with group.house.committed.at_once() as db:
        ids = [room.thread_id for room in tournaments.rooms(db, 1)]
    channels = [group.house.discord.world.channels[each] for each in ids if each is not None]
    said = [texts(group.people[0], channel) for channel in channels]
    return "\n".join([*said, *(texts(person, person.dm) for person in group.people)])
