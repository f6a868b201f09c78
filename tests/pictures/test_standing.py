"""How a tournament stands, as a picture: everybody's place, stacks that compare, who is out."""

from bot.pictures.layout import Icon, Panel, PictureLayout
from bot.pictures.shapes import Sign
from bot.pictures.standing import MOST_LINES, standing_alt, standing_layout
from bot.pictures.theme import CURVES
from bot.texts import ENGLISH
from bot.values.standings import RoundsScene, StacksScene
from tests.pictures.measures import labels
from tools.gallery.tournaments import standings

SCENES = standings()


def texts(layout: PictureLayout) -> list[str]:
    return [label.text for label in labels(layout)]


def bars(layout: PictureLayout) -> list[int]:
    panels = [item for item in layout.items if isinstance(item, Panel)]
    return [panel.box.width for panel in panels if panel.fill in CURVES]


def test_stacks_are_bars_in_proportion_with_their_numbers():
    layout = standing_layout(SCENES["3 people"], ENGLISH)
    longest, middle, shortest = bars(layout)
    assert abs(middle / longest - 97 / 162) < 0.01
    assert abs(shortest / longest - 41 / 162) < 0.01
    assert {"162", "97", "41", "1.", "2.", "3.", "3 of 3 left"} <= set(texts(layout))


def test_who_is_out_has_a_cross_and_the_hand_and_no_bar():
    scene = SCENES["10 people, 5 out"]
    layout = standing_layout(scene, ENGLISH)
    assert isinstance(scene, StacksScene)
    assert len(bars(layout)) == scene.left == 5
    crosses = [i for i in layout.items if isinstance(i, Icon) and i.sign is Sign.CROSS]
    assert len(crosses) == 5
    fell = [text for text in texts(layout) if text.startswith("out in hand ")]
    assert fell == [f"out in hand {hand}" for hand in (9, 7, 7, 4, 2)]


def test_what_finds_no_room_is_counted():
    shown = texts(standing_layout(SCENES["40 people"], ENGLISH))
    assert f"and {41 - MOST_LINES} more" in shown
    assert f"{MOST_LINES}." in shown
    assert f"{MOST_LINES + 1}." not in shown


def test_results_have_a_column_for_each_round_and_the_total():
    scene = SCENES["duplicate, 3 rounds"]
    assert isinstance(scene, RoundsScene)
    shown = texts(standing_layout(scene, ENGLISH))
    assert shown[:7] == ["after round 3 of 5", "Results", "1", "2", "3", "total", "same seat"]
    assert shown[9:14] == ["6", "6", "4", "16", "+47.5"]
    assert "–" in shown, "a round that was not played"


def test_of_many_rounds_the_latest_have_a_column_and_all_count_and_are_said():
    scene = SCENES["duplicate, 9 rounds"]
    assert isinstance(scene, RoundsScene)
    shown = texts(standing_layout(scene, ENGLISH))
    assert shown[:4] == ["after round 9 of 9", "Results", "5", "6"]
    assert shown[4:9] == ["7", "8", "9", "total", "same seat"]
    assert "48" in shown
    assert "1. Ann: 48 (6, 6, 4, 6, 6, 4, 6, 6, 4)," in standing_alt(scene, ENGLISH)


def test_the_words_for_those_who_listen_say_who_stands_where():
    told = standing_alt(SCENES["10 people, 5 out"], ENGLISH)
    assert told.startswith("Stacks, hand 11. 5 of 10 left. 1. Ann: 312 points. 2. Bertrand")
    assert "4. Steady 3: 180 points. 5. Zoë: 93 points." in told
    assert told.endswith("10. Player 9: out in hand 2.")
    told = standing_alt(SCENES["duplicate, 1 round"], ENGLISH)
    assert "1. Ann: 6 (6), against the same seats plus 47.5." in told
