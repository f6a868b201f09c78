"""What a leaderboard says, in words."""

from dataclasses import replace

import pytest

from bot.leaderboard import Leaderboard, leaderboard_screen, month_screen
from bot.screens.components import MOST_TEXT, Screen
from bot.store.ledger.tallies import BestHand, MonthLine
from bot.texts import ENGLISH, texts_for
from bot.values.scenes import RatedPlayer, ScenePlayer, Standing

FULL = Leaderboard(
    standing=(Standing(1, "Ann", 12, 31, 20, -3), Standing(2, "Bo*b", 1, -31, 3, -20)),
    variant="pineapple",
    rated=(RatedPlayer(ScenePlayer("Ann", "ann", 0), 1, 0.5, -1.0, 2.0, 34),),
    best=[BestHand("Ann", 20, 7)],
    made_at=1000,
    next_at=605_800,
    seal="15:" + "5e" * 32,
)
EMPTY = Leaderboard((), (), made_at=1000, next_at=605_800)


def words(screen: Screen) -> str:
    return screen.components[0]["content"]


def test_it_tells_the_standing_the_ratings_and_the_best_hand():
    screen = leaderboard_screen(FULL, ENGLISH)
    told = words(screen)
    assert "1. **Ann +31** · 12 hands" in told
    assert "2. **Bo\\*b −31** · 1 hand" in told
    assert "Rating in Pineapple, in points a hand" in told
    assert "1. **Ann +0.5** (−1.0 to +2.0) · 34 hands" in told
    assert "**Ann** +20 in hand #7" in told
    assert "<t:1000:D>" in told
    assert "<t:605800:R>" in told
    assert "`15:5e5e" in told
    assert screen.is_silent, "it notifies nobody"
    assert screen.pictures == ()


def test_a_server_without_points_is_told_how_to_get_some():
    screen = leaderboard_screen(EMPTY, ENGLISH)
    told = words(screen)
    assert "No hand counts here yet" in told
    assert "/play" in told
    assert "Rating" not in told
    assert "best hand" not in told
    assert len(screen.components) == 1, "there is no standing to be seen"


def test_a_quiet_week_says_so():
    quiet = Leaderboard(FULL.standing, (), made_at=1000, next_at=605_800)
    told = words(leaderboard_screen(quiet, ENGLISH))
    assert "No hand was won last week." in told
    assert "Rating" not in told


@pytest.mark.parametrize("language", ["en-US", "de", "it", "cs"])
def test_the_longest_names_fit(language: str):
    name = "*" * 32
    standing = [Standing(10, name, 10**6, 10**7, 99, -99)] * 10
    rated = [RatedPlayer(ScenePlayer(name, name, 0), 5, -10.5, -20.5, 20.5, 10**6)] * 5
    best = [BestHand(name, 999, 10**7)] * 9
    full = replace(FULL, standing=standing, rated=rated, best=best)
    assert len(words(leaderboard_screen(full, texts_for(language)))) < MOST_TEXT


def test_a_month_names_all_who_were_in_fantasyland_most():
    def told(*visits: int) -> str:
        lines = [MonthLine(1, name, 9, 0, each) for name, each in zip("ABCDE", visits, strict=True)]
        return words(month_screen(lines, (), 9, (1000, 2000), ENGLISH)).partition("⭐")[2]

    assert told(0, 0, 0, 0, 0) == ""
    assert told(1, 3, 2, 0, 1) == " B was in Fantasyland 3 times"
    assert told(1, 0, 1, 0, 0) == " A was in Fantasyland 1 time\n⭐ C was in Fantasyland 1 time"
    assert told(2, 2, 2, 2, 2).endswith("⭐ C was in Fantasyland 2 times\nand 2 more")
