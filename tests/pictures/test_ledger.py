"""The ledger's chart: lines that can be told apart, and numbers that are true."""

from itertools import pairwise

import pytest
from hypothesis import assume, given

from bot.pictures.layout import Curve, Icon, PictureLayout
from bot.pictures.points_chart import MOST_LINES, ledger_layout
from bot.pictures.rating_ladder import rating_layout
from bot.pictures.shapes import Sign
from bot.pictures.theme import CURVES
from bot.pictures.tokens import tokens
from bot.texts import ENGLISH
from bot.values.phrases import signed
from bot.values.scenes import LedgerEntry, LedgerScene, RatingScene, ScenePlayer
from tests.pictures.measures import labels
from tests.pictures.readable import verify_readable
from tests.pictures.scenes import ledgers
from tools.gallery.ledgers import ledgers as sample_ledgers
from tools.gallery.ledgers import ratings as sample_ratings

SCENES = sample_ledgers()


def curves(layout: PictureLayout) -> list[Curve]:
    """The lines of the players, without the thin ones that lead to their names."""
    return [item for item in layout.items if isinstance(item, Curve) and item.width > 3]


def texts(layout: PictureLayout) -> list[str]:
    return [label.text for label in labels(layout)]


@given(ledgers())
def test_running_points_end_at_the_total(scene: LedgerScene):
    for place, player in enumerate(scene.players):
        run = scene.running(place)
        assert len(run) == len(scene.hands) + 1
        assert run[-1] == player.total
        steps = [after - before for before, after in pairwise(run)]
        assert steps == [hand[place].points if hand[place] else 0 for hand in scene.hands]


def test_lines_differ_in_colour_and_dashes_and_end_marker():
    layout = ledger_layout(SCENES["5 players, 40 hands"], ENGLISH)
    lines = curves(layout)
    assert len(lines) == len({line.ink for line in lines}) == 5
    assert len({line.dashes for line in lines}) == 5
    inks = {item.ink: item.sign for item in layout.items if isinstance(item, Icon)}
    assert len({inks[ink] for ink in CURVES}) == 5


@given(ledgers())
def test_every_line_ends_with_its_name_and_total(scene: LedgerScene):
    assume(scene.hands)
    shown = texts(ledger_layout(scene, ENGLISH))
    for player in scene.players[:MOST_LINES]:
        assert signed(player.total) in shown
    more = len(scene.players) - MOST_LINES
    assert (f"and {more} more" in shown) == (more > 0)


@given(ledgers())
def test_zero_is_always_a_line_of_the_grid(scene: LedgerScene):
    shown = texts(ledger_layout(scene, ENGLISH))
    assert ("0" if scene.hands else "No hands yet") in shown


def test_a_ladder_of_losses_ends_at_zero():
    losses = tuple(line for line in sample_ratings()["9 lines"].lines if line.high < 0)
    shown = texts(rating_layout(RatingScene(losses), ENGLISH))
    assert losses
    assert "0" in shown
    assert not any(text.startswith("+") for text in shown)


@pytest.mark.parametrize("count", range(1, 13))
def test_numbers_of_hands_have_room_however_long_they_are(count: int):
    ann = ScenePlayer("Ann", "ann", 6)
    hands = ((LedgerEntry(99_999),),) * count
    verify_readable(ledger_layout(LedgerScene((ann,), 20_000, hands), ENGLISH))


def test_stars_are_fantasylands_and_crosses_are_fouls():
    ann = ScenePlayer("Ann", "ann", 6)
    hands = (LedgerEntry(1), LedgerEntry(2, fantasyland=True), LedgerEntry(3, foul=True))
    layout = ledger_layout(LedgerScene((ann,), 1, tuple((hand,) for hand in hands)), ENGLISH)
    token = tokens((ann,))[0]
    signs = [i.sign for i in layout.items if isinstance(i, Icon) and i.ink is token.ink]
    assert signs == [Sign.STAR, Sign.CROSS, token.sign, token.sign]
    assert {"Fantasyland", "foul"} <= set(texts(layout))


def test_a_long_game_is_thinned_but_keeps_its_end():
    layout = ledger_layout(SCENES["6 players, 250 hands"], ENGLISH)
    for line in curves(layout):
        assert len(line.points) <= 122
        assert line.points[-1][0] == max(x for x, _ in line.points)


def test_a_chart_without_hands_says_so_in_words():
    layout = ledger_layout(SCENES["before the first hand"], ENGLISH)
    assert not any(isinstance(item, (Curve, Icon)) for item in layout.items)
    assert "No hands yet" in texts(layout)
