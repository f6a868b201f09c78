"""Decisions gone through: how cards look there, and of what it consists that they cost points."""

import re
from typing import Final

import pytest

from bot.daily import daily_handlers as daily
from bot.handlers import waiting_cards
from bot.screens.presses import MoreOfHint, MoreOfReview, ShowHint, ShowReview
from bot.screens.settings.menus import ChangeOwn
from bot.solo.solo_page import MoreOfDeal
from bot.values.draft import Spot
from bot.values.phrases import Emoji, deck_emoji
from tests.desk.scene import ANN, BOB, Scene

CARD: Final = r"[2-9TJQKA][cdhs]"
LOOKS: Final = {
    "emoji": r"<:\w+_(clubs|diamonds|hearts|spades):\d+>",
    "letters": CARD,
    "words": r"\w+ of (clubs|diamonds|hearts|spades)",
}


@pytest.fixture(params=LOOKS)
async def look(scene: Scene, request: pytest.FixtureRequest) -> str:
    """How cards look to Ann."""
    if request.param != "letters":
        ids = {name: 10**18 + n for n, name in enumerate(deck_emoji("two"))}
        scene.desk.services.composer.illustrator.emoji = Emoji(ids)
    if request.param == "words":
        await scene.sends(ANN, ChangeOwn(Spot(0), "aloud"), "yes")
    return request.param


def verify(said: str, look: str) -> None:
    lines = [line for line in said.splitlines() if re.match(r"(⚠ )?\*\*\d\.\*\* ", line)]
    assert lines
    for line in lines:
        assert re.search(rf" (Front|Middle|Back) {LOOKS[look]}", line), line


async def test_the_review_of_a_hand(scene: Scene, look: str):
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    verify(await scene.presses(ANN, ShowReview), look)


async def test_what_a_daily_deal_says_in_the_end(scene: Scene, look: str):
    await scene.asks(ANN, daily.play_day())
    for letters in ("mmbbb!", "fmx!", "fmx!", "fmx!", "bbx!"):
        await scene.asks(ANN, waiting_cards.place(letters))
    verify(await scene.asks(ANN, daily.play_day()), look)


def verify_table(said: str) -> None:
    """Each number of a table is the difference of two others, and all of them have their sum."""
    numbers = [line[12:].replace("−", "-").split() for line in said.strip("\n").splitlines()[1:]]
    rows = [list(map(float, each[:3])) for each in numbers]
    assert len(rows) > 1
    for one, other, apart in rows:
        assert other - one == pytest.approx(apart, abs=0.101)
    *parts, whole = rows
    assert sum(apart for _one, _other, apart in parts) == pytest.approx(whole[2], abs=0.6)


async def test_more_of_a_review_is_a_table(scene: Scene):
    await scene.deals(ANN, BOB, variant="pineapple")
    await scene.plays_hand(ANN, BOB)
    review = await scene.desk.press(ANN, scene.button(ANN, ShowReview))
    assert review is not None
    said = await scene.again(ANN, scene.sure(review, MoreOfReview))
    assert "what it cost, part by part" in said
    for table in said.split("```")[1::2]:
        verify_table(table)


async def test_more_of_a_hint_is_a_table(scene: Scene):
    await scene.deals(ANN, BOB, variant="pineapple")
    waiting = BOB if scene.has(BOB, ShowHint) else ANN
    hint = await scene.desk.press(waiting, scene.button(waiting, ShowHint))
    assert hint is not None
    said = await scene.again(waiting, scene.sure(hint, MoreOfHint))
    assert "the first two, part by part" in said
    verify_table(said.split("```")[1])


UNLEARNT: Final = "hints and reviews haven't learnt to play without royalties"


@pytest.mark.parametrize(("changes", "learnt"), [("jokers=2", True), ("royalties=none", False)])
async def test_hints_and_reviews_say_that_they_have_not_learnt_a_game(
    scene: Scene, changes: str, learnt: bool
):
    await scene.deals(ANN, BOB, variant="turbo", changes=changes)
    waiting = BOB if scene.has(BOB, ShowHint) else ANN
    assert (UNLEARNT in await scene.presses(waiting, ShowHint)) is not learnt
    await scene.plays_hand(ANN, BOB)
    assert (UNLEARNT in await scene.presses(ANN, ShowReview)) is not learnt


async def test_more_of_a_daily_deal_is_read_aloud(scene: Scene):
    await scene.sends(ANN, ChangeOwn(Spot(0), "aloud"), "yes")
    await scene.asks(ANN, daily.play_day())
    for letters in ("mmbbb!", "fmx!", "fmx!", "fmx!", "bbx!"):
        await scene.asks(ANN, waiting_cards.place(letters))
    over = await scene.screen(ANN, daily.play_day())
    said = await scene.again(ANN, scene.sure(over, MoreOfDeal))
    assert "```" not in said
    assert re.search(r"- (Front|Middle|Back): yours (plus |minus )?\d+\.\d, ideal ", said)
