"""A server in which all has been played that there is, so that every table has something in it."""

from random import Random
from typing import Final

from bot.game import corrections
from bot.game.tournaments.floors import Tournament, tournament_of
from bot.screens.presses import Join, Ready
from bot.screens.settings.menus import ChangeServer
from bot.store import players
from bot.store.proposals import Proposal
from bot.store.tournaments import tournaments
from discord_standin.model.places import Channel, Guild
from discord_standin.people.person import Person
from discord_standin.vocabulary import Permission
from engine.tests.queens import with_queens
from ofc_engine.cards import Cards
from ofc_engine.rulesets import PRESETS
from tests.e2e.daily.playing import begin, finish
from tests.e2e.house import Group, House
from tests.e2e.knock_out import laid_out
from tests.e2e.ledgers import begins_season
from tests.e2e.quick import QUICK, quick_hand, set_all
from tests.e2e.tournaments import opens_tournament

NAMES: Final = ("Lea", "Max", "Nia", "Tom", "Ute")
_LONG: Final = 15 * 24 * 3600
"""Seconds in which the round of a tournament ends."""
_BREAK: Final = 60
"""Seconds after which the next round has begun, or will soon."""
_PLAIN: Final = "7c6d4d / TcTd9sQh8c / JcJd8h5h2c"
_OTHER: Final = "AcKdQs / 9c9d5c5d4c / 3s3h8s7h2d"
_GOOD: Final = "KcKdQs / 9c9d9h5d5c / AhThJh6h4h"
CHINESE: Final = "fffmmmmmbbbbb"
"""Thirteen cards as they came."""
REAL: Final = (
    "player1:@Lea board1:6c6d4d / TcTd9sQh8c / 3c3d3h2c2d "
    "player2:@Max board2:AcKdQs / 9c9d5c5d4c / KhJh9h8h7h"
)


class World:
    """A server with people who play in its channels; the bot judges their hands."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.guild: Guild = house.discord.add_guild("Club")
        self.people = [house.discord.add_person(name, self.guild) for name in NAMES]
        self.people[0].join(self.guild, Permission.MANAGE_GUILD)

    def group(self, name: str, count: int) -> Group:
        channel = self.house.discord.add_channel(self.guild, name)
        return Group(self.house, self.guild, channel, self.people[:count])

    async def types(self, person: Person, where: Channel, typed: str) -> None:
        reply = await person.types(where, typed)
        assert reply.error == "", reply.error
        await self.house.settle()


async def live(house: House) -> None:
    """Play all there is; at the end much is under way."""
    world = World(house)
    await _arrange(world)
    await _real_cards(world)
    _played_before(world)
    await _sit_and_go(world)
    await _knock_out(world)
    await _duplicate(world)
    await _match(world)
    await _staked(world)
    await _on_their_own(world)
    await _planned(world)
    await _table(world)
    await _alone(world)
    await _close_channels(world)
    await house.catch_up()


async def _arrange(world: World) -> None:
    """The server's leaderboard, and where somebody is in the tutorial."""
    lea, max_, *_ = world.people
    channel = world.house.discord.add_channel(world.guild, "news")
    own = (await lea.types(channel, "/my settings")).message
    server = (await lea.press(own, "Settings of this server")).message
    page = (await lea.press(server, "Leaderboard")).message
    await lea.select(page, channel, menu=str(ChangeServer("channel", "leaderboard")))
    server = (await lea.press(own, "Settings of this server")).message
    page = (await lea.press(server, "Daily deal")).message
    await lea.select(page, channel, menu=str(ChangeServer("channel", "daily")))
    await world.types(max_, channel, "/learn")
    await begins_season(lea, channel, "Autumn")


async def _real_cards(world: World) -> None:
    lea, max_, *_ = world.people
    channel = world.house.discord.add_channel(world.guild, "home")
    asked = await lea.types(channel, f"/ledger record {REAL} rules:german")
    await max_.press(max_.sees(asked.message), "Agree")
    await world.house.settle()


def _played_before(world: World) -> None:
    """Hands with real cards, booked as if they had been recorded one by one."""
    with world.house.read() as db:
        db.execute("BEGIN IMMEDIATE")
        found = [players.find(db, person.user.id) for person in world.people[:2]]
        ids = [player.id for player in found if player is not None]
        for number in range(24):
            boards = [_PLAIN, _GOOD if number == 22 else _OTHER]
            sheet = corrections.PaperHand.of(PRESETS["german"], 1, ids, boards)
            made = Proposal(
                1, world.guild.id, 7, "record", None, None, str(sheet), ids[0], 9, "open", "", ()
            )
            corrections.book(db, made, int(world.house.discord.clock.now()))
        db.execute("COMMIT")


async def _match(world: World) -> None:
    """Two deals played from both seats, and a third under way."""
    group = world.group("match", 2)
    await group.sit_down(duplicate=3, **QUICK)
    for _ in range(5):
        await quick_hand(group)


async def _staked(world: World) -> None:
    """Two hands in which nobody fouls, for an agreed stake."""
    group = world.group("stakes", 2)
    await group.sit_down(**QUICK)
    await quick_hand(group)
    asked = await group.does(group.people[0], "More, Another stake with …: 3")
    await group.people[1].press(asked.message, "Agree")
    for _ in range(2):
        await group.deal()
        table = world.house.table(group.channel)
        own = {player.user_id: player.id for player in table.people.values()}
        for person in group.people:
            view = None if table.running is None else table.running.view(own[person.user.id]).own
            assert view is not None
            typed = f"/ofc place cards:{laid_out(view.pending)}"
            await world.types(person, group.channel, typed)
        await world.house.catch_up()


async def _sit_and_go(world: World) -> None:
    group = world.group("sit-and-go", 3)
    lea, *others = group.people
    await opens_tournament(lea, group.channel, variant="chinese", stack=24, seats=3)
    await world.house.settle()
    for person in others:
        await group.press(person, Join)
    await world.house.discord.until(lambda: world.house.is_dealt(group.channel))
    await world.house.settle()
    for _ in range(30):
        await set_all(group)
        await world.house.catch_up()
        if not world.house.has_table(group.channel):
            return
        for person in group.people:
            if world.house.is_dealt(group.channel):
                break
            await group.press(person, Ready)
    raise AssertionError("it does not end")


def _tournament(world: World, number: int) -> Tournament:
    with world.house.committed.at_once() as db:
        row = tournaments.get(db, number)
        assert row is not None
        return tournament_of(db, row)


async def _begun(world: World, group: Group, **options: str | int) -> int:
    """A tournament of several tables that everybody has joined; its number."""
    lea, *others = group.people
    reply = await opens_tournament(lea, group.channel, variant="chinese", **options)
    await world.house.catch_up()
    assert "Your tournament is open." in reply.text, reply.text
    for person in others:
        await _press(world, group, person, "Join")
    await _press(world, group, lea, "Start")
    (number,) = world.house.committed.db.execute("SELECT max(id) FROM tournaments").fetchone()
    await world.house.discord.until(lambda: _tournament(world, number).row.round > 0)
    await world.house.settle()
    return number


async def _press(world: World, group: Group, person: Person, label: str) -> None:
    shown = next(
        s
        for s in person.reads(group.channel)
        if not s.is_ephemeral and label in {b.label for b in s.buttons}
    )
    await person.press(shown, label)
    await world.house.catch_up()


async def _knock_out(world: World) -> None:
    group = world.group("knock-out", 5)
    number = await _begun(
        world, group, format="knock-out", stack=16, seats=3, clock="2h", bank="24h"
    )
    for _ in range(40):
        now = _tournament(world, number)
        if now.row.is_over:
            return
        for person in group.people:
            player = next(p for p in now.people.values() if p.user_id == person.user.id)
            table = now.homes.get(player.id)
            own = None if table is None or table.running is None else table.running.view(player.id)
            if table is not None and own is not None and own.own is not None and own.own.pending:
                channel = world.house.discord.world.channels[table.row.channel_id]
                await world.types(person, channel, f"/ofc place cards:{laid_out(own.own.pending)}")
        await world.house.let_pass(25)
    raise AssertionError("it does not end")


async def _duplicate(world: World) -> None:
    """Rounds of one hand, in which people go for Fantasyland, which counts at once (R14.4)."""
    group = world.group("duplicate", 3)
    number = await _begun(world, group, format="duplicate", rounds=4, hands=1, rules="progressive")
    for missed in (0, 1, 0, 0):
        while not any(table.running for table in _tournament(world, number).tables):
            await world.house.let_pass(_BREAK)
        for person in group.people[: 3 - missed]:
            placed = with_queens(_own_cards(world, number, person)) or CHINESE
            await world.types(person, group.channel, f"/my place cards:{placed}!")
        await world.house.catch_up()
        if missed:
            await world.house.let_pass(_LONG)
    await world.house.let_pass(_BREAK)
    assert _tournament(world, number).row.is_over


def _own_cards(world: World, number: int, person: Person) -> Cards:
    """What somebody has in hand in a tournament."""
    now = _tournament(world, number)
    player = next(p for p in now.people.values() if p.user_id == person.user.id)
    running = now.homes[player.id].running
    assert running is not None
    own = running.view(player.id).own
    return () if own is None else own.pending


async def _on_their_own(world: World) -> None:
    """The deal of the day, two of the week's, and a challenge that both have played."""
    house, random = world.house, Random(3)
    lea, max_, *_ = world.people
    channel = house.discord.add_channel(world.guild, "daily")
    for person in (lea, max_):
        await finish(person, await begin(person, channel, house), house, random)
        week = await person.types(channel, "/daily week:True")
        await house.settle()
        await finish(person, person.sees(week.message), house, random)
    called = await lea.uses(channel, "Challenge", max_)
    await house.settle()
    await finish(lea, lea.sees(called.message), house, random)
    call = next(s for s in max_.reads(channel) if "challenges you" in s.text)
    played = await max_.press(call, "Play")
    await house.settle()
    await finish(max_, max_.sees(played.message), house, random)


async def _alone(world: World) -> None:
    """A hand alone with a computer player, and the beginning of the next."""
    house, lea = world.house, world.people[0]
    begun = await lea.types(lea.dm, "/play")
    await house.settle()
    over, _taps = await finish(lea, lea.sees(begun.message), house, Random(3))
    await lea.press(over, "Next hand")
    await house.settle()


async def _planned(world: World) -> None:
    """Tournaments that start later, one of which somebody is to be told of."""
    group = world.group("planned", 2)
    lea, max_ = group.people
    await world.types(lea, group.channel, "/tournament new starts:2h")
    await group.press(max_, Join)


async def _table(world: World) -> None:
    """A table with a queue, stakes, a vote and followers, in the middle of a hand."""
    group = world.group("cards", 3)
    lea, max_, nia = group.people
    tom = world.people[3]
    await group.sit_down(clock="2d", seats=3)
    await world.types(nia, group.channel, "/ofc join limit:900")
    await world.types(tom, group.channel, "/ofc join")
    asked = await group.does(lea, "More, Another stake with …: Max: 3")
    await max_.press(asked.message, "Agree")
    await group.does(tom, "More, Follow")
    for _ in range(2):
        await group.play_hand()
    await group.does(nia, "More, Add a seed: k7")
    await group.deal()
    await group.act(lea)
    await group.does(nia, "More, Remove somebody: Max")


async def _close_channels(world: World) -> None:
    """Tables may be opened in one channel only from now on."""
    lea, channel = world.people[0], world.house.discord.add_channel(world.guild, "only here")
    own = (await lea.types(channel, "/my settings")).message
    server = (await lea.press(own, "Settings of this server")).message
    await lea.select(server, channel, menu=str(ChangeServer("channels")))
