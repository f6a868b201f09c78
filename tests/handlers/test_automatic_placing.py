"""Whatever is laid out alone is placed without a press once its moment to change it is over."""

from dataclasses import replace

import pytest

from bot.daily import daily_handlers as daily
from bot.game.play import AUTO_SECONDS
from bot.handlers.laying import confirm_by_itself
from bot.handlers.serving import asked_by
from bot.screens.presses import AcceptWarning, LayOut, Put
from bot.store import drafts, players
from bot.store.engine import Connection, OperationalError
from bot.tutorial.problems import Lesson
from bot.tutorial.screens import TurnPage
from bot.values.draft import DealSpot, LessonSpot
from tests.desk.desk import Member
from tests.desk.scene import ANN, BOB, Scene, words


async def wants_it_automatic(scene: Scene, member: Member) -> None:
    def choose(db: Connection) -> None:
        player = players.remember(db, member.person)
        players.set_preferences(db, player.id, replace(player.preferences, confirm="auto"))

    await scene.desk.services.database.write(choose)


async def still_to_be_placed(scene: Scene) -> int:
    query = "SELECT count(*) FROM drafts WHERE places_at IS NOT NULL"
    return (await scene.desk.read(lambda db: db.execute(query).fetchone()))[0]


async def test_what_was_laid_out_is_placed_once_the_database_is_there_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
):
    await wants_it_automatic(scene, ANN)
    first = await scene.screen(ANN, daily.play_day())
    await scene.again(ANN, scene.sure(first, Put))

    def away(*_args: object) -> None:
        raise OperationalError

    with monkeypatch.context() as patches:
        patches.setattr(drafts, "due", away)
        await scene.desk.let_pass(AUTO_SECONDS)
    assert not scene.desk.post.edited
    assert await still_to_be_placed(scene) == 1
    await scene.desk.let_pass(60)
    assert scene.desk.post.edited
    assert await still_to_be_placed(scene) == 0


async def test_what_is_laid_out_of_a_deal_is_placed_and_shown(scene: Scene):
    await wants_it_automatic(scene, ANN)
    first = await scene.screen(ANN, daily.play_day())
    await scene.again(ANN, scene.sure(first, Put))
    assert not scene.desk.post.edited
    await scene.desk.let_pass(AUTO_SECONDS)
    (shown,) = scene.desk.post.edited.values()
    assert "street 2" in words(shown).lower()
    assert await still_to_be_placed(scene) == 0


async def test_what_cannot_be_placed_any_more_is_not_tried_again(scene: Scene):
    await wants_it_automatic(scene, ANN)
    first = await scene.screen(ANN, daily.play_day())
    await scene.again(ANN, scene.sure(first, Put))
    await scene.desk.let_pass(3 * 24 * 3600)
    assert not scene.desk.post.edited
    assert await still_to_be_placed(scene) == 0


async def test_what_is_typed_after_a_tap_is_only_laid_out(scene: Scene):
    await wants_it_automatic(scene, ANN)
    first = await scene.screen(ANN, daily.play_day())
    await scene.again(ANN, scene.sure(first, Put))
    assert await still_to_be_placed(scene) == 1
    await scene.sends(ANN, LayOut(DealSpot(1, 0, 0), "fmmbb"))
    assert await still_to_be_placed(scene) == 0


async def test_whoever_turns_the_page_in_time_is_not_taken_back(scene: Scene):
    await wants_it_automatic(scene, ANN)
    page = LessonSpot(Lesson.FIRST_CARDS, 7)
    screen = await scene.desk.ask(ANN, asked_by(str(TurnPage(page))))
    assert screen is not None
    await scene.again(ANN, scene.sure(screen, Put))
    assert await still_to_be_placed(scene) == 1
    await scene.desk.ask(ANN, asked_by(str(TurnPage(LessonSpot(Lesson.FOULS, 7)))))
    await scene.desk.let_pass(60)
    assert not scene.desk.post.edited


async def test_a_layout_counts_for_its_owner_and_its_street_alone(scene: Scene):
    """Also in practice of the same deal: those are three drafts."""
    for member in (ANN, BOB):
        await scene.desk.ask(member, daily.play_day())
    spot = DealSpot(1, 0, 0)
    await scene.desk.ask(ANN, asked_by(str(Put(spot, 0, "f"))))
    for member in (ANN, BOB):
        await scene.desk.ask(member, asked_by(str(AcceptWarning(spot))))
    found = await scene.desk.read(
        lambda db: db.execute("SELECT layouts FROM drafts ORDER BY player_id").fetchall()
    )
    assert [row["layouts"].split()[-1] for row in found] == ["f....", "....."]


async def test_what_was_changed_meanwhile_is_not_placed(scene: Scene):
    """Between the look at what is due and the placing of it, a tap may have come."""
    await wants_it_automatic(scene, ANN)
    first = await scene.screen(ANN, daily.play_day())
    await scene.again(ANN, scene.sure(first, Put))
    (key,) = [due.key for due in await scene.desk.read(lambda db: drafts.due(db, 1, 2**40))]
    told = await scene.asks(ANN, confirm_by_itself(key, "....m"))
    assert "Your layout has changed" in told
    assert "street 1" in words(await scene.screen(ANN, daily.play_day())).lower()
