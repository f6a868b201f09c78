"""Rights are those of one server: who manages another one sees and changes nothing of this one.

Discord lets nobody press what a message does not have. A tampered client may try even so.
"""

from dataclasses import fields, is_dataclass
from enum import StrEnum
from random import Random
from typing import Any, get_type_hints

import pytest

from bot.handlers import serving
from bot.screens.presses import BeginExercises, Learn, Play, StopAfter, StopNow
from bot.screens.settings.menus import ChangeTable
from bot.solo.solo_page import DealPress
from bot.tutorial.screens import LessonPress
from bot.values.draft import Spot, Where
from bot.values.ledger_records import EVERYTHING, Scope
from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.shown import Shown
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from ofc_engine.street import UNTOUCHED
from tests.e2e.daily.playing import finish
from tests.e2e.house import Group, House
from tests.screens.presses import KINDS

_OF_EVERYBODY = {
    "AskToEndSeason", "ChangeServer", "ChooseFilter", "ChooseHand", "ChoosePast", "ChoosePlayers",
    "ChooseServer", "ChooseView", "EndSeason", "NameSeason", "Setup", "SharePage", "ShowFilters",
    "ShowHistory", "ShowPage", "ShowPast", "ShowServer", "ShowServerDaily",
    "ShowServerLeaderboard", "ShowServerRules", "StartSeason", "TypeNumber", "TypeOptions",
    "TypeZone",
    "AloneHint", "AloneReview", "AloneRules", "MoreOfDeal",
    "NextAlone", "NextExercise", "PlayAlone",
    "AnswerQuestion", "AskToForget", "BeginAgain", "BeginExercises", "CallMe", "DailyBoards",
    "DailyShare", "ExportOwnData", "ForgetMe", "Learn", "NextOfWeek", "Play",
    "PlayDaily", "PlayWeek", "Practise", "PractiseNext", "PractiseWeek", "ShareWeek",
    "ShowDealProof", "ShowOwn", "ShowWeek", "ShowWeekStanding", "TurnPage",
}  # fmt: skip
"""Presses that name nothing of a server: they are about the one where they are pressed, about
whoever presses, or about deals that are everybody's."""
_OWN = ("bot.alone", "bot.daily", "sandbox")
"""Where deals are that everybody plays on their own."""
_WORDS = ("", "f", UNTOUCHED, "sure", "seats", "fffff", "1", "alone.1")
_BEGINS = LessonPress | DealPress | BeginExercises | Learn | Play
"""Presses that begin something of whoever presses, or go on with it."""
_MINE = ("players", "guilds", "messages")
"""Where a stranger may leave something of their own."""
_A_FEW = 3


def test_every_press_says_where_it_is_at_home():
    """Whoever adds one that names something of a server says how its server is found."""
    homeless = {kind for kind in KINDS if serving._finder(kind) is None}
    ours = {kind.__name__ for kind in homeless if kind.__module__.startswith("bot.")}
    assert ours == _OF_EVERYBODY


@pytest.fixture
async def here(discord: StandIn, house: House) -> Group:
    """A server in which all is going on that a press can be about, each with the id 1 or so."""
    guild = discord.add_guild("Hearth")
    people = [discord.add_person(name, guild) for name in ("Quillon", "Brizeth")]
    group = Group(house, guild, discord.add_channel(guild, "poker"), people)
    one, two = people
    await group.sit_down(variant="turbo")
    await group.play_hand()
    await group.deal()
    for what in ("More, Another stake with …: 3", "/ledger void number:1 reason:why"):
        asked = (await group.does(one, what)).message
        assert "Agree" in [button.label for button in asked.buttons]
    cup = discord.add_channel(guild, "cup")
    await one.types(cup, "/tournament new format:knock-out")
    await house.settle()
    await play_challenge(discord.add_channel(guild, "duels"), one, two, house)
    return group


async def play_challenge(channel: Channel, one: Person, two: Person, house: House) -> None:
    own = (await one.uses(channel, "Challenge", two)).message
    await house.settle()
    call = next(shown for shown in two.reads(channel) if not shown.is_ephemeral)
    await finish(one, own, house, Random(1))
    await finish(two, (await two.press(call, "Play")).message, house, Random(2))


def forged(kind: Any, random: Random) -> Any:
    """A press of a class that names something which may well exist."""
    if kind is int:
        return random.choice((0, 1, 1, 1, 2))
    if kind is str:
        return random.choice(_WORDS)
    if kind is Scope:
        return EVERYTHING
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return random.choice(list(kind))
    kind = Spot if kind == Where else kind
    if not is_dataclass(kind):
        return tuple(random.choice(((), (1,), (2,), (1, 2))))
    hints = get_type_hints(kind)
    return kind(*(forged(hints[field.name], random) for field in fields(kind)))


def rows(house: House) -> dict[str, set[str]]:
    """All that the bot keeps."""
    with house.committed.at_once() as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: {str(tuple(row)) for row in db.execute(f'SELECT * FROM "{name}"')}
            for (name,) in names
        }


@pytest.mark.in_a_file("looks at all tables by SQLite's own list of them")
async def test_no_press_from_another_server_sees_or_changes_anything(
    here: Group, discord: StandIn, house: House
):
    elsewhere = discord.add_guild("Elsewhere")
    stranger = discord.add_person("Stranger", elsewhere, permissions=Permission.MANAGE_GUILD)
    channel = discord.add_channel(elsewhere, "lounge")
    await house.catch_up()
    before, random = rows(house), Random(45)
    windows = [await opened(stranger, where) for where in (channel, stranger.dm)]
    for kind in KINDS:
        if kind.__module__.startswith(_OWN) or issubclass(kind, _BEGINS):
            continue
        for window in windows * _A_FEW:
            press = forged(kind, random)
            reply = await stranger.forge(window, str(press))
            assert reply.error == "", press
    await house.settle()
    after = rows(house)
    for name, kept in before.items():
        assert kept <= after[name], f"{name} has changed"
        assert name in _MINE or after[name] == kept, f"there is something new in {name}"
    verify_unseen(here, "\n".join(stranger.has_seen()))


async def opened(person: Person, where: Channel) -> Shown:
    return (await person.types(where, "/my settings")).message


def verify_unseen(here: Group, seen: str) -> None:
    with here.house.committed.at_once() as db:
        secrets = {row[0].hex() for row in db.execute("SELECT commitment FROM deals")}
    names = [person.name for person in here.people]
    channels = [f"<#{each}>" for each in here.guild.channels]
    for told in [*names, *channels, *secrets]:
        assert told not in seen


async def test_a_player_elsewhere_plays_on_without_the_rights_they_have_there(
    here: Group, discord: StandIn, house: House
):
    elsewhere = discord.add_guild("Elsewhere")
    two = here.people[1]
    two.join(elsewhere, Permission.MANAGE_GUILD)
    two.install_app()
    hand = (await two.types(discord.add_channel(elsewhere, "lounge"), "/my hand")).message
    for press in (StopNow(Spot(1, 2)), StopAfter(Spot(1, 2)), ChangeTable(Spot(1), "stake")):
        assert "Manage Server" in (await two.forge(hand, str(press))).text
    assert "will have 30 seconds" in (await two.press(hand, "Call time")).text
    await house.settle()
