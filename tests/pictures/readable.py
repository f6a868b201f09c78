"""What makes a layout readable."""

from itertools import combinations, product

from bot.pictures.canvas import SMALLEST
from bot.pictures.layout import Back, Box, Face, Icon, Panel, PictureLayout
from bot.pictures.theme import Tint
from tests.pictures.measures import contains, labels, overlaps

HIGHEST = 1320


def verify_readable(layout: PictureLayout) -> None:
    """Everything lies on the picture, no text on another, and none is too small."""
    assert layout.width == 1100
    assert layout.height <= HIGHEST
    whole = Box(0, 0, layout.width, layout.height)
    found = [(label, label.box) for label in labels(layout)]
    for label, box in found:
        assert label.size >= SMALLEST, label
        assert contains(whole, box), label
    inner = [(label, box.inset(1)) for label, box in found]
    for (one, box), (other, beside) in combinations(inner, 2):
        assert not overlaps(box, beside), (one, other)
    for item in layout.items:
        if isinstance(item, (Panel, Icon, Face)):
            assert contains(whole, item.box), item
    verify_apart(layout)


def verify_apart(layout: PictureLayout) -> None:
    """No pill or badge lies on another one or on a card's place."""
    panels = [item for item in layout.items if isinstance(item, Panel)]
    pills = [
        panel.box for panel in panels if panel.radius and panel.radius == panel.box.height // 2
    ]
    slots = [panel.box for panel in panels if panel.fill is Tint.SLOT]
    cards = [item.box for item in layout.items if isinstance(item, (Face, Back))]
    for one, other in combinations(pills, 2):
        assert not overlaps(one, other), (one, other)
    for pill, place in product(pills, slots + cards):
        assert not overlaps(pill, place), (pill, place)
