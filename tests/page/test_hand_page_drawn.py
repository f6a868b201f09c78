"""What the page of a hand draws is what the picture of the result draws, and what is booked."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import pytest
from playwright.async_api import Page

from bot.game.outcomes import parts_of_score
from bot.pictures.canvas import RADIUS
from bot.pictures.layout import Back, Box, Face, Label, Panel, PictureLayout
from bot.pictures.result_picture import result_layout
from bot.pictures.states import OUT_OF_PLAY
from bot.pictures.table_picture import table_layout
from bot.pictures.theme import Tint
from bot.pictures.wording import mark_text
from bot.store.connection import connect
from bot.store.engine import Connection
from bot.store.ledger import journal
from bot.store.ledger.bookings import Stamp
from bot.store.ledger.journal import Entry
from bot.texts import ENGLISH
from bot.values.ledger_records import DAY
from bot.values.phrases import signed
from bot.values.scenes import ResultScene, ScenePlayer, TableScene
from engine.tests.hands import Game
from engine.tests.ordered import random_games
from ofc_engine.board import Board, Row
from ofc_engine.links import link_of
from ofc_engine.match import settle
from ofc_engine.operations import Dealt
from ofc_engine.scoring import score_hand
from ofc_engine.seat import Fate
from ofc_engine.variants import VARIANTS
from ofc_engine.views import view_for
from tests.page.hand_page import told
from tests.pictures.measures import contains, labels
from tests.store.rows import add_hand, add_players, add_table

pytestmark = pytest.mark.asyncio(loop_scope="session")

Json: TypeAlias = dict[str, Any]
BOARDS: Final = (Tint.CELL, Tint.ACTIVE, Tint.DREAM)
SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
OUT: Final = {
    "foul": "FOUL",
    "dead hand": "DEAD",
    "gave up": "GAVE UP",
    "missed the hand": "MISSED",
}
"""How the page begins to say of a board that it is out of play, and how a picture says it."""
MARKS: Final = {mark_text(mark, 0, ENGLISH) for mark in OUT_OF_PLAY}


# --- a picture, read ----------------------------------------------------------------------------


def face_text(face: Face) -> str:
    """A card as the page writes it."""
    card = str(face.stand or face.card)
    rank = "10" if card[0] == "T" else card[0]
    return "★" * face.card.is_joker + rank + SUITS.get(card[1], card[1])


@dataclass(frozen=True)
class Cell:
    """A board on a picture: its panel, and all that stands on it."""

    panel: Panel
    faces: list[Face]
    texts: list[Label]
    tops: list[int]

    @property
    def is_hidden(self) -> bool:
        """True if it lies face down."""
        return not self.tops

    def cards(self, row: Row) -> list[str]:
        """The cards of a row, from left to right."""
        found = sorted((f for f in self.faces if f.box.y == self.tops[row]), key=lambda f: f.box.x)
        return [face_text(face) for face in found]

    def said(self, row: Row) -> list[str]:
        """The texts beside and below a row."""
        ends = [*self.tops[1:], self.panel.box.bottom]
        return [each.text for each in self.texts if self.tops[row] <= each.y < ends[row]]


def cells(layout: PictureLayout) -> Iterator[Cell]:
    """The boards of a picture, as people sit."""
    for item in layout.items:
        if not isinstance(item, Panel) or item.radius != RADIUS or item.fill not in BOARDS:
            continue
        inside = [
            each
            for each in layout.items
            if isinstance(each, (Face, Back, Panel)) and contains(item.box, each.box)
        ]
        faces = [each for each in inside if isinstance(each, Face)]
        places: list[Box] = [f.box for f in faces]
        places += [p.box for p in inside if isinstance(p, Panel) and p.fill is Tint.SLOT]
        texts = [
            each
            for each in labels(layout)
            if contains(item.box, each.box) and each.ground is not Tint.SLOT
        ]
        yield Cell(item, faces, texts, sorted({box.y for box in places}))


def beside_boards(layout: PictureLayout) -> Counter[str]:
    """The texts that stand on no board."""
    boards = [cell.panel.box for cell in cells(layout)]
    found = [each for each in labels(layout) if not any(contains(b, each.box) for b in boards)]
    return Counter(each.text for each in found)


# --- the same hand thrice -----------------------------------------------------------------------


def scene_of(game: Game, at: int) -> TableScene:
    """The table after some operations; people are called as the page calls seats."""
    hand = game.positions[at]
    seats = range(len(hand.seats))
    people = tuple(ScenePlayer(f"Seat {n + 1}", f"seat{n + 1}", 0) for n in seats)
    return TableScene(1, view_for(hand, None), people, tuple(seats), seats[-1])


def result_of(game: Game) -> ResultScene:
    score = score_hand(game.hand)
    transfers = settle(score.pairs, [0] * len(game.hand.seats))
    return ResultScene(scene_of(game, -1), score, transfers, 1)


def verify_board(page: Json, cell: Cell, points: str) -> None:
    """A finished board on the page and on the picture."""
    for row in Row:
        shown = page["rows"][row]
        if cell.is_hidden:  # A Fantasyland that was given up: nobody sees its cards.
            assert not shown["cards"]
            continue
        assert sorted(shown["cards"]) == sorted(cell.cards(row))
        assert len(shown["cards"]) + shown["open"] == row.capacity
        said = cell.said(row)
        name, royalty = (*shown["notes"], "", "")[:2]
        # Where a picture has no room for a name it has the beginning of it.
        assert not name or any(name.startswith(text.rstrip("…")) for text in said), (name, said)
        won = [text for text in said if re.fullmatch(r"\+\d+", text) and text != points]
        if royalty:
            assert f"+{royalty.removeprefix('royalty ')}" in said, (royalty, said)
        else:
            assert not won, (shown, said)
    assert page["points"] == points
    assert max(cell.texts, key=lambda label: label.size).text == points
    remarks = page["remarks"]
    out = {OUT[word] for each in remarks for word in OUT if each.startswith(word)}
    assert out == {label.text for label in cell.texts} & MARKS, remarks
    assert any("Fantasyland next" in each for each in remarks) == (cell.panel.fill is Tint.DREAM)


def parts_of(told_pair: str) -> tuple[list[int], list[int], int]:
    """The rows that the winner of a pair won and lost, the other parts, and the points."""
    made, _equals, points = told_pair.partition(": ")[2].rpartition(" = ")
    numbers = [
        (word, int(number.replace("−", "-")))
        for word, number in re.findall(r"(\w+) ([+−]?\d+)(?:,|$)", made)
    ]
    rows = [value for word, value in numbers if word in ("Front", "Middle", "Back")]
    others = [value for word, value in numbers if word not in ("Front", "Middle", "Back")]
    return rows, others, int(points.replace("−", "-"))


def verify_pairs(pairs: Sequence[str], scene: ResultScene, layout: PictureLayout) -> None:
    """What each pair settled, as the page says it and as it stands on the picture."""
    found, wanted = beside_boards(layout), Counter[str]()
    unit = scene.table.view.rules.scoring.row
    for pair in pairs:
        rows, others, points = parts_of(pair)
        if len(scene.score.results) == 2:
            values = [sum(rows) * unit if rows else 0, *others]
            wanted.update(signed(value) for value in values if value)
            wanted[signed(points)] += 1
        else:
            wanted.update((signed(points), signed(-points)))
        if rows and len(scene.score.results) == 3:
            wanted[f"{sum(r > 0 for r in rows)}–{sum(r < 0 for r in rows)}"] += 1
    assert wanted <= found, (pairs, found - wanted, wanted - found)


def verify_booked(db: Connection, game: Game, scene: ResultScene, boards: Sequence[Json]) -> None:
    """What the ledger keeps of a hand, beside the page."""
    people = list(range(1, 1 + len(boards)))
    hand = add_hand(db, 1, people)
    entries = [Entry(people[t.a], people[t.b], t.points) for t in scene.transfers]
    parts = parts_of_score(game.hand, scene.score, people)
    journal.book(db, hand, entries, parts, Stamp(game.rules.variant.game, now=DAY))
    kept = db.execute("SELECT * FROM results WHERE hand_id = ? ORDER BY seat", (hand,)).fetchall()
    for row, page in zip(kept, boards, strict=True):
        assert signed(row["points"]) == page["points"]
        royalties = [
            sum(int(each.removeprefix("royalty ")) for each in shown["notes"][1:])
            for shown in page["rows"]
        ]
        assert [row["front"], row["middle"], row["back"]] == royalties
        said = " ".join(page["remarks"])
        assert bool(row["is_foul"]) == ("foul" in said), (dict(row), said)
        assert (row["fate"] == Fate.SURRENDERED.value) == ("gave up" in said)
        next_ = re.search(r"Fantasyland next, (\d+) cards", said)
        assert row["earned"] == (int(next_[1]) if next_ else 0)
        board = Board.parse(row["board"])
        assert [len(board[n]) for n in Row] == [len(shown["cards"]) for shown in page["rows"]]


def verify_step(game: Game, at: int, boards: Sequence[Json]) -> None:
    """Boards in play lie as they were laid, on the page as on the picture."""
    for page, cell in zip(boards, cells(table_layout(scene_of(game, at), ENGLISH)), strict=True):
        rows = [[] if cell.is_hidden else cell.cards(row) for row in Row]
        assert [shown["cards"] for shown in page["rows"]] == rows


@pytest.mark.parametrize(
    ("count", "seed"),
    [(60, 100), *(pytest.param(500, n, marks=pytest.mark.exhaustive) for n in range(101, 121))],
)
async def test_page_picture_and_ledger_show_the_same_hand(
    hand_page: Page, tmp_path: Path, count: int, seed: int
):
    games, random = random_games(count, seed), Random(seed)
    steps = [[n for n, done in enumerate(g.log) if not isinstance(done, Dealt)] for g in games]
    at = [random.randrange(len(each)) for each in steps]
    links = [link_of(game.hand, game.log) for game in games]
    asked = [{"link": link, "step": len(n)} for link, n in zip(links, steps, strict=True)]
    between = [{"link": link, "step": n} for link, n in zip(links, at, strict=True)]
    finished, halfway = [await told(hand_page, "drawnAt", each) for each in (asked, between)]
    db = connect(tmp_path / "ofc.sqlite3")
    db.execute("BEGIN")  # and never a commit, which would take most of the time
    add_table(db, add_players(db, 4)[0])
    for number, game in enumerate(games):
        scene, page = result_of(game), finished[number]
        layout = result_layout(scene, ENGLISH)
        for seat, cell in enumerate(cells(layout)):
            assert f"Seat {seat + 1}" in {label.text for label in cell.texts}
            verify_board(page["boards"][seat], cell, signed(scene.points(seat)))
        verify_pairs(page["pairs"], scene, layout)
        verify_booked(db, game, scene, page["boards"])
        before = 0 if at[number] == 0 else steps[number][at[number] - 1] + 1
        verify_step(game, before, halfway[number]["boards"])
    db.close()
    assert {game.rules.variant.name for game in games} == {*VARIANTS}
    assert {game.rules.variant.jokers for game in games} == {0, 1, 2}
