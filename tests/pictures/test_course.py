"""What a tournament comes to: a chart of stacks, its twin in words, and the best board."""

from bot.pictures.layout import Curve, Label, PictureLayout
from bot.pictures.points_chart import ledger_layout
from bot.pictures.standing import best_rows, course_alt, course_text
from bot.pictures.table_picture import table_layout
from bot.texts import ENGLISH
from ofc_engine.cards import format_cards
from tools.gallery import samples
from tools.gallery.tournaments import best_board, courses

SCENES = courses()


def texts(layout: PictureLayout) -> list[str]:
    return [item.text for item in layout.items if isinstance(item, Label)]


def test_stacks_have_no_sign_and_begin_at_zero():
    shown = texts(ledger_layout(SCENES["stacks, 3 people"], ENGLISH))
    assert {"Stacks, 14 hands", "0", "50", "200", "169", "110", "21"} <= set(shown)
    assert not any(text.startswith(("+", "−")) for text in shown)


def test_the_line_of_who_fell_ends_there_and_says_in_which_hand():
    scene = SCENES["stacks, 5 people, long"]
    layout = ledger_layout(scene, ENGLISH)
    lines = [item for item in layout.items if isinstance(item, Curve) and item.width > 3]
    assert [len(line.points) for line in lines] == [62, 19, 62, 46, 7]
    assert scene.outs == (None, 18, None, 45, 6)
    assert {f"out, hand {hand}" for hand in (18, 45, 6)} <= set(texts(layout))


def test_the_twin_tells_stacks_after_some_hands():
    assert course_text(SCENES["stacks, 5 people, long"], ENGLISH).splitlines() == [
        "hand         0   20   41   61",
        "Ann        100   20   44  273",
        "Bertrand   100    0    0    0",
        "Mia        100  322  373  227",
        "Steady 3   100  158   83    0",
        "Zoe        100    0    0    0",
    ]
    told = course_alt(SCENES["stacks, 5 people, long"], ENGLISH)
    assert told.startswith("Stacks over 61 hands. Ann: 273 at the end, peak 273. Bertrand_du")
    assert told.endswith("Zoë: out in hand 6, peak 100.")


def test_the_best_board_has_its_royalties_and_its_groups_in_front():
    shown = best_rows(best_board(), ENGLISH)
    assert [row.points for row in shown.rows] == [7, 8, 6]
    assert [row.caption for row in shown.rows][2] == "Full house, eights"
    assert format_cards(shown.rows[2].cards) == "8h8d8cKhKc"


def test_a_stack_at_the_table_has_no_sign():
    shown = texts(table_layout(samples.tables()["3 seats, stacks"], ENGLISH))
    assert {"123", "86", "91", "1200"} <= set(shown)
    assert not {"+123", "+86", "+91", "+1200"} & set(shown)
