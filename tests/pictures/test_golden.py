"""Pictures beside those that a person has looked at and found good.

They are compared by structure, that is item by item of the layout, and by how different they
look, never by bytes. After a wanted change write them anew, and look at every one:

    uv run python -m tests.pictures.test_golden
"""

import json
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.pictures import paint
from bot.pictures.layout import Face, Item, PictureLayout
from bot.pictures.points_chart import ledger_layout
from bot.pictures.private_picture import private_layout
from bot.pictures.profile import profile_layout
from bot.pictures.rating_ladder import rating_layout
from bot.pictures.result_picture import result_layout
from bot.pictures.rows import rows_layout
from bot.pictures.standing import standing_layout
from bot.pictures.table_picture import table_layout
from bot.pictures.theme import Theme
from bot.texts import ENGLISH
from ofc_engine.cards import Card
from tools.gallery import ledgers, samples
from tools.gallery.profiles import profiles
from tools.gallery.tournaments import standings

FOLDER = Path(__file__).parent / "golden"

MOST_SHIFT = 2
"""Pixels that an item may move, since systems round the widths of letters differently."""
PHONE = 400
"""Pixels across at which looks are compared: details that nobody sees make no difference."""
MOST_DIFFERENCE = 1.5
"""The mean difference of a colour channel, out of 255."""
MOST_CHANGED = 0.0005
"""The share of pixels that may look clearly different."""
CLEARLY = 60


class Golden(NamedTuple):
    draw: Callable[[], PictureLayout]
    look: Theme

    @property
    def layout(self) -> PictureLayout:
        """Made anew each time, so that the tests themselves go through the code that makes it."""
        return self.draw()


TABLES, RESULTS, PRIVATES = samples.tables(), samples.results(), samples.privates()
NIGHT, DAY = Theme("night", "four"), Theme("day", "two")
GOLDEN = {
    "table-2": Golden(partial(table_layout, TABLES["2 seats"], ENGLISH), NIGHT),
    "table-3": Golden(partial(table_layout, TABLES["3 seats"], ENGLISH), NIGHT),
    "table-3-begun": Golden(
        partial(table_layout, TABLES["3 seats, first five placed"], ENGLISH), NIGHT
    ),
    "table-3-day": Golden(partial(table_layout, TABLES["3 seats"], ENGLISH), DAY),
    "table-4": Golden(partial(table_layout, TABLES["4 seats"], ENGLISH), NIGHT),
    "table-4-out": Golden(partial(table_layout, TABLES["4 seats, out of play"], ENGLISH), DAY),
    "table-4-names": Golden(partial(table_layout, TABLES["4 seats, strange names"], ENGLISH), DAY),
    "result-2": Golden(partial(result_layout, RESULTS["2 seats, limited"], ENGLISH), NIGHT),
    "result-3": Golden(partial(result_layout, RESULTS["3 seats"], ENGLISH), Theme()),
    "result-4": Golden(partial(result_layout, RESULTS["4 seats, one sits out"], ENGLISH), NIGHT),
    "private-3": Golden(partial(private_layout, PRIVATES["3 cards"], NIGHT, ENGLISH), NIGHT),
    "private-jokers": Golden(partial(private_layout, PRIVATES["jokers"], NIGHT, ENGLISH), NIGHT),
    "fantasyland-14": Golden(
        partial(private_layout, PRIVATES["Fantasyland 14"], NIGHT, ENGLISH), NIGHT
    ),
    "fantasyland-17": Golden(
        partial(private_layout, PRIVATES["Fantasyland 17"], DAY, ENGLISH), DAY
    ),
    "rows": Golden(partial(rows_layout, samples.rows()["a board"]), NIGHT),
    "ledger": Golden(partial(ledger_layout, ledgers.ledgers()["4 players"], ENGLISH), Theme()),
    "rating": Golden(partial(rating_layout, ledgers.ratings()["9 lines"], ENGLISH), NIGHT),
    "profile": Golden(partial(profile_layout, profiles()["everything"], ENGLISH), NIGHT),
    "standing": Golden(partial(standing_layout, standings()["10 people, 5 out"], ENGLISH), NIGHT),
}
every_golden = pytest.mark.parametrize("name", GOLDEN)


def structure(layout: PictureLayout) -> list[list[str | list[float]]]:
    """Every item as its kind, its words and its numbers."""
    return [[type(item).__name__, " ".join(words(item)), numbers(item)] for item in layout.items]


def words(item: Item) -> list[str]:
    return [word for value in item for word in words_of(value)]


def words_of(value: object) -> list[str]:
    if isinstance(value, Enum):
        return [value.name]
    return [str(value)] if isinstance(value, (str, bool, Card)) else []


def numbers(value: object) -> list[float]:
    if isinstance(value, (bool, Card)):
        return []
    if isinstance(value, (int, float)):
        return [round(value, 1)]
    return [n for part in value for n in numbers(part)] if isinstance(value, tuple) else []


def seen_on_a_phone(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data)).convert("RGB")
    image.thumbnail((PHONE, image.height), Image.Resampling.BOX)
    return image


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean difference, and the share of pixels that differ clearly."""
    apart = ImageChops.difference(one, other)
    clear = apart.convert("L").histogram()[CLEARLY:]
    return max(ImageStat.Stat(apart).mean), sum(clear) / (one.width * one.height)


@every_golden
def test_the_structure_is_the_same(name: str):
    now = structure(GOLDEN[name].layout)
    then = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert [item[:2] for item in now] == [item[:2] for item in then]
    for (kind, _, is_now), (_, _, was_then) in zip(now, then, strict=True):
        assert len(is_now) == len(was_then)
        for one, other in zip(is_now, was_then, strict=True):
            assert abs(one - other) <= MOST_SHIFT, kind


@every_golden
def test_it_looks_the_same(name: str):
    now = seen_on_a_phone(paint.png(GOLDEN[name].layout, GOLDEN[name].look))
    then = seen_on_a_phone((FOLDER / f"{name}.png").read_bytes())
    assert now.size == then.size
    mean, changed = difference(now, then)
    assert mean <= MOST_DIFFERENCE
    assert changed <= MOST_CHANGED


def with_card(layout: PictureLayout, old: str, new: str) -> PictureLayout:
    """The layout with one card in place of another."""
    cards = {Card.parse(old): Card.parse(new)}
    items = (
        item._replace(card=cards.get(item.card, item.card)) if isinstance(item, Face) else item
        for item in layout.items
    )
    return replace(layout, items=tuple(items))


def test_one_suit_or_one_colour_would_be_noticed():
    """The measure itself: what it lets pass must be less than what a person would miss."""
    layout, look = GOLDEN["table-3"].layout, GOLDEN["table-3"].look
    golden = seen_on_a_phone((FOLDER / "table-3.png").read_bytes())
    suit = with_card(layout, "Qh", "Qs")
    assert structure(suit) != structure(layout)
    assert difference(seen_on_a_phone(paint.png(suit, look)), golden)[1] > MOST_CHANGED
    other_deck = seen_on_a_phone(paint.png(layout, Theme(look.skin, "two")))
    assert difference(other_deck, golden)[1] > MOST_CHANGED
    other_skin = seen_on_a_phone(paint.png(layout, Theme("day", look.deck)))
    assert difference(other_skin, golden)[0] > MOST_DIFFERENCE


def write() -> None:
    """Make what is drawn now the measure."""
    FOLDER.mkdir(exist_ok=True)
    for name, golden in GOLDEN.items():
        layout, look = golden.layout, golden.look
        lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in structure(layout))
        (FOLDER / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        (FOLDER / f"{name}.png").write_bytes(paint.png(layout, look))


if __name__ == "__main__":
    write()
