"""How cards look where decisions are gone through: as emoji, as letters, or in words."""

import re
from typing import Final

import pytest

from bot.daily import daily_handlers as daily
from bot.handlers import typed_placements
from bot.screens.presses import ShowReview, Spot
from bot.screens.settings.settings_presses import ChangeOwn
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
        await scene.asks(ANN, typed_placements.place(letters))
    verify(await scene.asks(ANN, daily.play_day()), look)
