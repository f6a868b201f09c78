"""Tournaments: who takes part, who runs them, and what all are told before and after the start."""

from bot.game.lobby import NewTable
from bot.game.tournaments.formats import KNOCK_OUT
from bot.handlers import ending, seating
from bot.handlers.tournaments import managing, tournament_commands
from bot.screens.components import Screen
from bot.screens.presses import Join, Start
from bot.screens.tournaments.tournament_presses import (
    AskToEnd,
    EndNow,
    Enter,
    GoOn,
    Pause,
    ShowDeals,
    StartTournament,
    Withdraw,
)
from bot.values.options import TableOptions
from bot.values.tournament_views import SIT_AND_GO
from tests.desk.desk import CHANNEL, Button
from tests.desk.post import Message
from tests.desk.scene import ANN, BOB, MAX, MIA, ZOE, Scene

STACKS = TableOptions(stack=20, books=False)


async def opens_knock_out(scene: Scene) -> None:
    opening = NewTable(STACKS, variant="chinese", seats=3)
    await scene.asks(ANN, tournament_commands.new(opening, KNOCK_OUT, 1))
    for member in (BOB, MIA, ZOE):
        await scene.presses(member, Enter)


async def test_all_who_take_part_are_named_and_nobody_twice(scene: Scene):
    await opens_knock_out(scene)
    assert all(name in scene.public() for name in ("Ann", "Bob", "Mia", "Zoe"))
    assert await scene.presses(BOB, Enter) == "You are in this tournament already."
    assert await scene.presses(BOB, Withdraw) == "You are no longer in the tournament."
    assert "Bob" not in scene.public()
    assert "You are in." in await scene.presses(BOB, Enter)


async def test_its_host_alone_starts_it_and_people_are_told_their_tables(scene: Scene):
    await opens_knock_out(scene)
    assert "Only the host, Ann," in await scene.presses(BOB, StartTournament)
    assert await scene.presses(ANN, StartTournament) == "The tables are being set up."
    for member in (ANN, BOB, MIA, ZOE):
        assert "The table is in <#6>." in scene.told(member)
    assert "**Table 1** <#6>\n  Ann 20 · Bob 20 · Mia 20 · Zoe 20" in scene.public_first()


async def test_a_tournament_cannot_be_started_twice(scene: Scene):
    await opens_knock_out(scene)
    start = scene.button(ANN, StartTournament)
    await scene.again(ANN, start)
    before = scene.public(9)
    assert await scene.again(ANN, start)
    assert scene.public(9) == before


async def test_whoever_is_taken_out_is_told_so(scene: Scene):
    await opens_knock_out(scene)
    assert "Only the host, Ann," in await scene.asks(BOB, managing.manage(ZOE.user_id))
    told = await scene.asks(ANN, managing.manage(ZOE.user_id))
    assert "Zoe is taken out of the tournament." in told
    assert "Zoe" not in scene.public()
    assert "<#70>" in scene.told(ZOE)


async def test_its_host_pauses_it_and_lets_it_go_on(scene: Scene):
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    managed = await scene.screen(ANN, managing.manage())
    pause = scene.sure(managed, Pause)
    assert "Only the host, Ann," in await scene.again(BOB, pause)
    await scene.again(ANN, pause)
    assert "pause" in scene.public_first().lower()
    managed = await scene.screen(MAX, managing.manage())
    await scene.again(MAX, scene.sure(managed, GoOn))
    assert "pause" not in scene.public_first().lower()


async def test_it_is_ended_by_a_second_press_alone(scene: Scene):
    await opens_knock_out(scene)
    await scene.presses(ANN, StartTournament)
    managed = await scene.screen(ANN, managing.manage())
    asked = scene.sure(managed, AskToEnd)
    await scene.again(ANN, asked)
    assert (await scene.table()).running is not None
    end = scene.sure(asked.message.screen, EndNow)
    assert "Only the host, Ann," in await scene.again(BOB, end)
    await scene.again(ANN, end)
    assert (await scene.table()).running is None
    assert await scene.again(ANN, end), "that it is over is told"


async def test_a_sit_and_go_is_started_by_its_host_or_once_it_is_full(scene: Scene):
    opening = NewTable(STACKS, variant="chinese", seats=3)
    await scene.asks(ANN, tournament_commands.new(opening, SIT_AND_GO, 1))
    await scene.presses(BOB, Join)
    assert "Only the host, Ann," in await scene.asks(BOB, tournament_commands.start())
    assert "Only the host, Ann," in await scene.presses(BOB, Start)
    await scene.presses(MIA, Join)
    await scene.desk.let_pass(120)
    assert (await scene.table()).running is not None, "it was full"
    assert "has begun" in await scene.asks(ZOE, seating.join())
    assert scene.public().count("stack 20") == 3


async def test_a_sit_and_go_has_no_buttons_of_an_announcement(scene: Scene):
    await scene.asks(
        ANN, tournament_commands.new(NewTable(STACKS, variant="chinese", seats=3), SIT_AND_GO, 1)
    )
    for press in (Enter(1), StartTournament(1), Withdraw(1), EndNow(1), Pause(1), ShowDeals(1)):
        forged = Button(Message(0, CHANNEL, Screen(())), "", str(press))
        assert "no longer exists" in await scene.again(ANN, forged)
    assert await scene.seated() == ["Ann"]


async def test_a_channel_has_one_tournament_at_a_time(scene: Scene):
    opening = NewTable(STACKS, variant="chinese", seats=3)
    for first, second in ((SIT_AND_GO, KNOCK_OUT), (KNOCK_OUT, SIT_AND_GO)):
        await scene.asks(ANN, tournament_commands.new(opening, first, 1))
        refused = await scene.asks(BOB, tournament_commands.new(opening, second, 1))
        assert "This channel already has a tournament." in refused
        if first == SIT_AND_GO:
            await scene.asks(ANN, ending.stop())


async def test_a_table_is_no_tournament(scene: Scene):
    await scene.opens(ANN, BOB)
    for asked in (
        tournament_commands.join(),
        tournament_commands.leave(),
        tournament_commands.start(),
    ):
        assert "is no tournament" in await scene.asks(ANN, asked)
    assert await scene.seated() == ["Ann", "Bob"]
