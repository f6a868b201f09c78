"""How long pictures take and how big they are: `uv run python -m tools.benchmarks.pictures`.

Warm sprites, cold pictures, processor time of one thread. Beside it the same table is drawn in the
plain way, RGB with Pillow's own shapes and texts, so that the ratio holds on any machine.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from statistics import median, quantiles
from time import thread_time
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.pictures import draw
from bot.pictures.card_tiles import rank_text
from bot.pictures.fonts import CAP_HEIGHT, Weight, font_file
from bot.pictures.layout import Back, Box, Face, Icon, Item, Label, Panel, PictureLayout
from bot.pictures.shapes import Sign, outlines
from bot.pictures.table_picture import table_layout
from bot.pictures.theme import SUIT_TINTS, Theme, Tint, tint_colours
from bot.texts import ENGLISH
from tools.gallery import ledgers, samples

ROUNDS: Final = 40
LOOK: Final = Theme("night", "four")
TABLE_OF_3: Final = "table, 3 seats"
LEAST_RATIO: Final = 3.0


class Budget(NamedTuple):
    """The most milliseconds (median) and bytes of a picture."""

    milliseconds: float
    size: int

    def keeps(self, milliseconds: float, size: int) -> bool:
        return milliseconds <= self.milliseconds and size <= self.size


CROWDED: Final = (
    "table, 4 seats",
    "table, 4 seats, one sits out",
    "table, 4 seats, strange names",
    "result, 4 seats",
    "result, 4 seats, one sits out",
    "result, 4 seats, strange names",
)
BUDGETS: Final = {
    TABLE_OF_3: Budget(10, 50_000),
    **dict.fromkeys(CROWDED, Budget(15, 70_000)),
}
USUAL: Final = Budget(15, 60_000)
PRIVATE: Final = Budget(10, 84_000)
"""Most pictures are these, and each is replaced soon: quick comes before small."""


def budget_of(name: str) -> Budget:
    return BUDGETS.get(name, PRIVATE if name.startswith("private") else USUAL)


def views() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Every sample, with what draws it."""
    for name, scene in samples.tables().items():
        yield f"table, {name}", lambda s=scene: draw.table(s, LOOK, ENGLISH)
    for name, scene in samples.results().items():
        yield f"result, {name}", lambda s=scene: draw.result(s, LOOK, ENGLISH)
    for name, scene in samples.privates().items():
        yield f"private, {name}", lambda s=scene: draw.private(s, LOOK, ENGLISH)
    for name, scene in ledgers.ledgers().items():
        yield f"ledger, {name}", lambda s=scene: draw.ledger(s, LOOK, ENGLISH)


def times(work: Callable[[], bytes]) -> list[float]:
    """Milliseconds of processor time of each round, after one that warms the sprites."""
    work()
    taken: list[float] = []
    for _ in range(ROUNDS):
        draw.result.cache_clear()
        start = thread_time()
        work()
        taken.append((thread_time() - start) * 1000)
    return taken


def plain_png(layout: PictureLayout) -> bytes:
    """The same picture without palette, sprites or cached letters."""
    colours = tint_colours(LOOK)
    image = Image.new("RGB", (layout.width, layout.height), colours[Tint.BACKGROUND])
    pen = ImageDraw.Draw(image)
    for item in layout.items:
        plain_item(pen, item)
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def plain_item(pen: ImageDraw.ImageDraw, item: Item) -> None:
    colours = tint_colours(LOOK)
    match item:
        case Panel():
            line = colours[item.line] if item.line else None
            edge = corners(item.box)
            fill = colours[item.fill]
            pen.rounded_rectangle(edge, item.radius, fill, line, item.line_width)
        case Label():
            plain_text(pen, item.text, (item.left, item.y), item.size, item.weight, item.ink)
        case Face():
            plain_card(pen, item)
        case Back():
            pen.rounded_rectangle(corners(item.box), 10, colours[Tint.BACK])
        case Icon():
            plain_sign(pen, item.sign, item.box, item.ink)
        case _:
            pass


def plain_card(pen: ImageDraw.ImageDraw, face: Face) -> None:
    box, ink = face.box, SUIT_TINTS[face.card.suit]
    pen.rounded_rectangle(corners(box), 10, tint_colours(LOOK)[Tint.FACE])
    size = round(0.4 * box.height / CAP_HEIGHT)
    at = (box.x + box.width // 4, box.y + box.height * 3 // 10)
    plain_text(pen, rank_text(face.card), at, size, Weight.EXTRABOLD, ink)
    size = box.height * 2 // 5
    pip = box._replace(x=box.middle - size // 2, y=box.centre, width=size, height=size)
    plain_sign(pen, Sign(face.card.suit), pip, ink)


def plain_text(
    pen: ImageDraw.ImageDraw, text: str, at: tuple[int, int], size: int, weight: Weight, ink: Tint
) -> None:
    font = ImageFont.truetype(font_file(weight), size)
    pen.text(at, text, tint_colours(LOOK)[ink], font, anchor="lm")


def plain_sign(pen: ImageDraw.ImageDraw, sign: Sign, box: Box, ink: Tint) -> None:
    for outline in outlines(sign):
        points = [(box.x + x * box.width, box.y + y * box.height) for x, y in outline]
        pen.polygon(points, tint_colours(LOOK)[ink])


def corners(box: Box) -> tuple[int, int, int, int]:
    return box.x, box.y, box.right - 1, box.bottom - 1


def measured(name: str, work: Callable[[], bytes]) -> tuple[float, int]:
    """Print one line; returns the median in milliseconds and the size in bytes."""
    taken, size = times(work), len(work())
    middle, high = median(taken), quantiles(taken, n=10)[-1]
    print(f"{name:<42}{middle:8.1f}{high:8.1f}{size:9,}")
    return middle, size


def main() -> int:
    """Measure everything; returns 1 if a budget is missed."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"{'':<42}{'median':>8}{'p90':>8}{'bytes':>9}   ({ROUNDS} rounds, ms)")
    results = {name: measured(name, work) for name, work in views()}
    layout = table_layout(samples.tables()["3 seats"], ENGLISH)
    plain, _ = measured("the same table of 3 in plain RGB", lambda: plain_png(layout))
    ratio = plain / results[TABLE_OF_3][0]
    print(f"\nA table of 3 is {ratio:.1f} times as fast as in plain RGB.")
    missed = [name for name, of in results.items() if not budget_of(name).keeps(*of)]
    print(f"Over budget: {'; '.join(missed) or 'none'}.")
    return int(ratio < LEAST_RATIO or bool(missed))


if __name__ == "__main__":
    sys.exit(main())
