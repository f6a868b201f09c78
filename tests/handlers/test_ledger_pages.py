"""Pages of the ledger: true, for the asker alone until they are shared, and turned by buttons."""

from bot.handlers import proposing
from bot.handlers.ledger import ledger_pages, season_handlers
from bot.screens.decision_screens import Agree
from bot.screens.ledger.queries import LedgerView, Query, SharePage, ShowPage
from bot.screens.ledger.seasons_page import AskToEndSeason, EndSeason, NameSeason
from tests.desk.scene import ANN, BOB, MAX, MIA, Scene

STANDING = ShowPage(Query(LedgerView.STANDING))
HISTORY = ShowPage(Query(LedgerView.HISTORY))


async def test_a_standing_says_the_points_that_were_played_for(scene: Scene):
    assert "No hand" in await scene.sends(ANN, STANDING)
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    points = (await scene.table()).totals
    told = await scene.sends(MIA, STANDING)
    for player, name in ((1, "Ann"), (2, "Bob")):
        line = next(line for line in told.splitlines() if name in line)
        assert f"**{points[player]:+d}**".replace("-", "−").replace("+0", "0") in line


async def test_a_page_is_seen_by_others_once_it_is_shared(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    before = len(scene.posted())
    page = await scene.screen(ANN, ledger_pages.turn(STANDING))
    assert len(scene.posted()) == before
    told = await scene.again(ANN, scene.sure(page, SharePage))
    assert "(Everyone sees it now)" in told, "it cannot be shared twice"
    assert "Ledger" in scene.public()


async def test_a_hand_that_does_not_count_is_in_no_standing(scene: Scene):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    await scene.asks(ANN, proposing.void(1, "misdeal"))
    await scene.presses(BOB, Agree)
    assert "No hand" in await scene.sends(ANN, STANDING)
    assert "void: misdeal" in await scene.sends(ANN, HISTORY)


async def test_who_has_never_played_has_no_page(scene: Scene):
    told = await scene.asks(ANN, ledger_pages.show(MIA.person, None))
    assert "No hand of Mia counts here yet" in told
    assert "two different people" in await scene.asks(
        ANN, ledger_pages.show(ANN.person, ANN.person)
    )


async def test_seasons_are_a_managers(scene: Scene):
    assert "Manage Server" in await scene.sends(ANN, NameSeason(), "Spring")
    await scene.sends(MAX, NameSeason(), "Spring")
    assert "Season Spring has started" in scene.public()
    assert "Season Spring is running" in await scene.sends(MAX, NameSeason(), "Summer")
    asked = await scene.screen(MAX, season_handlers.end(AskToEndSeason()))
    sure = scene.sure(asked, EndSeason)
    assert "Manage Server" in await scene.again(ANN, sure)
    assert await scene.again(MAX, sure) == "Done."
    assert "already ended" in await scene.again(MAX, sure)
    assert "No season is running" in await scene.sends(MAX, AskToEndSeason())
    await scene.sends(MAX, NameSeason(), "Summer")
    assert "already ended" in await scene.again(MAX, sure), "it was about another"
    assert "Season Summer is running" in await scene.sends(MAX, NameSeason(), "Autumn")
