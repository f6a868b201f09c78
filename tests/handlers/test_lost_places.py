"""Channels and servers that go away: what is open there ends, and all else goes on."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Final

import pytest

from bot.challenges.handlers import challenge
from bot.game.lobby import NewTable
from bot.handlers import ending
from bot.handlers.request import Services
from bot.handlers.tournaments import entering, shown_tournaments
from bot.screens.presses import Start
from bot.screens.tournaments.tournament_presses import ShowHistory, StartTournament
from bot.store import guilds, players
from bot.store.engine import Connection
from bot.store.surfaces import tables_to_paint
from bot.surfaces.gateway import ChannelGone, GatewayError, NotAllowed
from bot.values.ledger_records import DAY
from bot.values.options import TableOptions
from bot.values.tournament_views import KNOCK_OUT
from tests.desk.desk import CHANNEL, GUILD
from tests.desk.post import FIRST_DM
from tests.desk.scene import ANN, BOB, MIA, ZOE, Scene, words
from tests.handlers.knock_outs import opens_knock_out

WHAT: Final = ("table", "tournament", "challenge")
TABLE, _, CHALLENGE = WHAT
ELSEWHERE: Final = CHANNEL + 1
OTHER_SERVER: Final = GUILD + 1


async def opens(scene: Scene, what: str) -> None:
    if what == TABLE:
        await scene.opens(ANN, BOB)
    elif what == CHALLENGE:
        await scene.asks(ANN, challenge(BOB.person))
    else:
        opening = NewTable(TableOptions(stack=20, books=False), seats=3)
        await scene.asks(ANN, entering.new(opening, KNOCK_OUT))


def is_open(db: Connection) -> bool:
    return bool(guilds.with_open(db))


async def looks(scene: Scene, guild_ids: Collection[int], *, is_told: bool = True) -> bool:
    """Look for what was lost while the bot was away; whether anything is still open."""

    def is_lost(guild_id: int) -> bool:
        return is_told and guild_id not in guild_ids

    work = partial(ending.close_lost_places, scene.desk.services, is_lost)
    await scene.desk.happen("the bot is ready", work)
    return await scene.desk.read(is_open)


@pytest.mark.parametrize("what", WHAT)
async def test_what_is_open_where_nothing_is_lost_goes_on(scene: Scene, what: str):
    await opens(scene, what)
    scene.desk.post.gone.add(ELSEWHERE)
    assert await looks(scene, {GUILD, OTHER_SERVER})


@pytest.mark.parametrize("what", WHAT)
async def test_what_was_open_in_a_deleted_channel_has_ended(scene: Scene, what: str):
    await opens(scene, what)
    scene.desk.post.gone.add(CHANNEL)
    assert not await looks(scene, {GUILD})


@pytest.mark.parametrize("what", WHAT)
async def test_what_was_open_in_a_lost_server_has_ended(scene: Scene, what: str):
    await opens(scene, what)
    assert await looks(scene, {OTHER_SERVER}, is_told=False), "another process serves it"
    assert not await looks(scene, {OTHER_SERVER})


@pytest.mark.parametrize("what", WHAT)
async def test_a_channel_or_server_that_goes_away_takes_what_is_open_there(scene: Scene, what: str):
    await opens(scene, what)
    services = scene.desk.services
    for lose in (
        partial(ending.close_channel, services, ELSEWHERE),
        partial(ending.close_guild, services, OTHER_SERVER),
    ):
        await scene.desk.happen("something else goes away", lose)
        assert await scene.desk.read(is_open)
    scene.desk.post.gone.add(CHANNEL)
    await scene.desk.happen("it goes away", partial(ending.close_channel, services, CHANNEL))
    assert not await scene.desk.read(is_open)


@pytest.mark.parametrize(
    ("begins", "said"),
    [(False, "Your tournament won't take place"), (True, "The tournament was ended")],
)
@pytest.mark.parametrize(
    "lose",
    [
        partial(ending.close_channel, channel_id=CHANNEL),
        partial(ending.close_guild, guild_id=GUILD),
    ],
    ids=["channel", "server"],
)
async def test_people_are_told_that_their_tournament_has_ended_with_the_place(
    scene: Scene, lose: Callable[[Services], None], begins: bool, said: str
):
    await opens_knock_out(scene)
    if begins:
        await scene.presses(ANN, StartTournament)
    scene.desk.post.gone |= {each.channel_id for each in scene.desk.post.messages.values()} - {
        each.dm for each in (ANN, BOB, MIA, ZOE)
    }
    await scene.desk.happen("it goes away", partial(lose, scene.desk.services))
    await scene.desk.let_pass(60)
    for member in (ANN, BOB, MIA, ZOE):
        assert said in scene.told(member)
        assert "I can't write in its channel any more." in scene.told(member)
        assert "<#" not in scene.told(member), "it may be gone"


@pytest.mark.parametrize("state", ["lobby", "playing", "between"])
async def test_people_are_told_that_their_table_has_ended_with_its_channel(
    scene: Scene, state: str
):
    await scene.opens(ANN, BOB)
    if state != "lobby":
        await scene.presses(ANN, Start)
    if state == "between":
        await scene.plays_hand(ANN, BOB)
    scene.desk.post.gone.add(CHANNEL)
    lose = partial(ending.close_channel, scene.desk.services, CHANNEL)
    await scene.desk.happen("it goes away", lose)
    for member in (ANN, BOB):
        told = "".join(words(each.screen) for each in scene.posted(member.dm))
        assert "The table is closed: I can't write in its channel any more." in told
        assert "<#" not in told


async def test_how_a_tournament_ended_is_tried_for_a_week_and_shown_in_another_channel(
    scene: Scene,
):
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    scene.desk.post.closed.add(BOB.user_id)
    scene.desk.post.gone |= {each.channel_id for each in scene.desk.post.messages.values()} - {
        each.dm for each in (ANN, BOB, MIA, ZOE)
    }
    lose = partial(ending.close_channel, scene.desk.services, CHANNEL)
    await scene.desk.happen("it goes away", lose)
    for _day in range(9):
        await scene.desk.let_pass(DAY)
    bob = await scene.desk.read(partial(players.find, user_id=BOB.user_id))
    assert bob is not None
    assert bob.dm_again_at is None, "it is not tried for ever"
    shown = await scene.desk.ask(BOB, shown_tournaments.show(), channel=ELSEWHERE)
    assert shown is not None
    history = scene.sure(shown, ShowHistory)
    await scene.again(BOB, history)
    assert "Bob" in words(history.message.screen)


@pytest.mark.parametrize(
    ("lose", "error", "closed"),
    [
        (partial(ending.close_channel, channel_id=CHANNEL), ChannelGone, {MIA.user_id}),
        (partial(ending.close_guild, guild_id=GUILD), NotAllowed, {MIA.user_id}),
    ],
    ids=["channel", "server"],
)
async def test_nothing_is_tried_for_ever_where_nobody_can_be_told_any_more(
    scene: Scene,
    monkeypatch: pytest.MonkeyPatch,
    lose: Callable[[Services], None],
    error: type[GatewayError],
    closed: set[int],
):
    """Mia, where she takes no direct messages, would be called in the channel."""
    scene.desk.post.closed |= closed
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)

    def verify(channel_id: int) -> None:
        if channel_id < FIRST_DM:
            raise error

    monkeypatch.setattr(scene.desk.post, "_verify_there", verify)
    await scene.desk.happen("it goes away", partial(lose, scene.desk.services))
    await scene.desk.let_pass(60)
    assert not await scene.desk.read(tables_to_paint)


async def test_a_server_that_takes_the_bot_back_is_shown_what_has_ended(scene: Scene):
    await opens_knock_out(scene)
    services, ended = scene.desk.services, "It was ended before a hand was played."
    await scene.desk.happen("it goes away", partial(ending.close_guild, services, GUILD))
    assert ended not in scene.public_first()
    await scene.desk.happen("it is back", partial(ending.show_again, services, GUILD))
    assert ended in scene.public_first()


async def test_there_whoever_could_not_be_told_how_it_ended_is_called(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    scene.desk.post.closed.add(MIA.user_id)
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    services = scene.desk.services

    def verify(channel_id: int) -> None:
        if channel_id < FIRST_DM:
            raise NotAllowed

    with monkeypatch.context() as patches:
        patches.setattr(scene.desk.post, "_verify_there", verify)
        await scene.desk.happen("it goes away", partial(ending.close_guild, services, GUILD))
        await scene.desk.let_pass(DAY)
    await scene.desk.happen("it is back", partial(ending.show_again, services, GUILD))
    said = [words(each.screen) for each in scene.desk.post.messages.values()]
    (called,) = (each for each in said if f"<@{MIA.user_id}>" in each and "was ended" in each)
    assert "I can't write in its channel any more." not in called


async def test_a_sit_and_go_whose_channel_turns_out_to_be_gone_names_no_channel(scene: Scene):
    await scene.opens(ANN, BOB, options=TableOptions(stack=20, books=False))
    scene.desk.post.gone.add(CHANNEL)
    await scene.plays_hand(ANN, BOB)
    told = "".join(words(each.screen) for each in scene.posted(BOB.dm))
    assert "I can't write in its channel any more." in told
    assert "<#" not in told
