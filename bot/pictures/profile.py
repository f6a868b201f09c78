"""A player of a server at a glance: points, averages, rating, achievements; also in words."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.pictures.canvas import GAP, HEADER, MARGIN, RADIUS, WIDTH, Canvas, points_tint
from bot.pictures.fonts import Weight, shown_name
from bot.pictures.layout import Box, Curve, Icon, Panel, PictureLayout
from bot.pictures.paint import png
from bot.pictures.points_chart import thinned
from bot.pictures.shapes import Point, Sign
from bot.pictures.theme import Theme, Tint
from bot.pictures.tokens import tokens
from bot.pictures.wording import cut, spoken_name
from bot.texts import Texts
from bot.values.ledger_records import FeatKind
from bot.values.phrases import (
    achieved,
    achievement_name,
    named_game,
    signed,
    spoken_decimal,
    spoken_number,
)
from bot.values.scenes import ProfileScene

_ACROSS: Final = WIDTH - 2 * MARGIN
_TOP: Final = 230
_TILE: Final = 140
_LINE: Final = 62
_PADDING: Final = 28
_LEFT: Final = 360
"""The width of the total in the top panel; the chart has the rest."""
_DOT: Final = 26
_STAR: Final = 34


class _Fact(NamedTuple):
    """A number with its name and perhaps a note, as they are written and as they are spoken."""

    name: str
    value: str
    spoken: str
    note: str = ""
    spoken_note: str = ""
    ink: Tint = Tint.TEXT


def _facts(scene: ProfileScene, _: Texts) -> Iterator[_Fact]:
    average, written = scene.average, _.decimal(scene.average, signed=True)
    ink = points_tint(round(average * 10))  # as written: what is shown as 0.0 has no colour
    yield _Fact(_("Points a hand"), written, spoken_decimal(average, _), ink=ink)
    best = scene.best
    yield _Fact(_("Best hand"), signed(best), spoken_number(best, _), ink=points_tint(best))
    rating = scene.rating
    if rating is not None:
        ends = rating.low, rating.high
        low, high = (_.decimal(end, signed=True) for end in ends)
        said_low, said_high = (spoken_decimal(end, _) for end in ends)
        yield _Fact(
            _("Rating in {variant}", variant=named_game(rating.variant, _)),
            _.decimal(rating.points, signed=True),
            spoken_decimal(rating.points, _),
            _("{low} to {high}", low=low, high=high),
            _("between {low} and {high}", low=said_low, high=said_high),
        )
    if scene.given is not None:
        given = _.decimal(scene.given)
        yield _Fact(_("Given away a hand"), given, given)


def profile_layout(scene: ProfileScene, _: Texts) -> PictureLayout:
    """The total with its chart, some facts below it, and the achievements."""
    facts = tuple(_facts(scene, _))
    rows = (len(facts) + 1) // 2
    below = HEADER + _TOP + rows * (GAP + _TILE)
    count = len(scene.achievements)
    achievements = Box(MARGIN, below + GAP, _ACROSS, count * _LINE + _PADDING)
    canvas = Canvas((achievements.bottom if count else below) + MARGIN)
    hands = _.count("{number} hand", "{number} hands", scene.hands)
    canvas.header(shown_name(scene.player), hands)
    _total(canvas, scene, _)
    for fact, box in zip(facts, _boxes(len(facts)), strict=True):
        _tile(canvas, fact, box)
    if count:
        _achievements(canvas, achievements, scene.achievements, _)
    return canvas.layout()


def _boxes(count: int) -> Iterator[Box]:
    """The places of the facts: two in a line, the last one alone if their number is odd."""
    half = (_ACROSS - GAP) // 2
    for place in range(count):
        y = HEADER + _TOP + GAP + place // 2 * (_TILE + GAP)
        is_alone = place == count - 1 and place % 2 == 0
        yield Box(MARGIN + place % 2 * (half + GAP), y, _ACROSS if is_alone else half, _TILE)


def _tile(canvas: Canvas, fact: _Fact, box: Box) -> None:
    canvas.add(Panel(box, Tint.CELL, Tint.BACKGROUND, RADIUS, Tint.LINE))
    x, room, ink = box.x + _PADDING, box.width - 2 * _PADDING, Tint.SECONDARY
    canvas.text(fact.name, (x, box.y + 44), 36, Tint.CELL, ink=ink, room=room)
    at, bold = (x, box.y + 98), Weight.BOLD
    used = canvas.text(fact.value, at, 56, Tint.CELL, weight=bold, ink=fact.ink, room=room)
    if fact.note:
        canvas.text(fact.note, (x + used + 24, at[1]), 36, Tint.CELL, ink=ink)


def _achievements(
    canvas: Canvas, box: Box, achievements: Sequence[tuple[FeatKind, int]], _: Texts
) -> None:
    """A line with a star for each achievement, with the number of its hand."""
    canvas.add(Panel(box, Tint.CELL, Tint.BACKGROUND, RADIUS, Tint.LINE))
    x, right = box.x + _PADDING, box.right - _PADDING
    for place, (kind, number) in enumerate(achievements):
        y = box.y + _PADDING // 2 + place * _LINE + _LINE // 2
        star = Box(x, y - _STAR // 2, _STAR, _STAR)
        canvas.add(Icon(star, Sign.STAR, Tint.GOLD_LINE, Tint.CELL))
        at, ink = (right, y), Tint.SECONDARY
        used = canvas.text(f"#{number}", at, 34, Tint.CELL, ink=ink, align="right")
        name, left = achievement_name(kind, _), star.right + 18
        name = name[:1].upper() + name[1:]
        canvas.text(name, (left, y), 36, Tint.CELL, room=right - used - 24 - left)


# --- running points --------------------------------------------------------------------------


def _total(canvas: Canvas, scene: ProfileScene, _: Texts) -> None:
    """The total, and beside it the running points."""
    panel = Box(MARGIN, HEADER, _ACROSS, _TOP)
    canvas.add(Panel(panel, Tint.CELL, Tint.BACKGROUND, RADIUS, Tint.LINE))
    player, x, room = scene.player, panel.x + _PADDING, _LEFT - 2 * _PADDING
    at, ink, bold = (x, panel.y + 96), points_tint(player.total), Weight.BOLD
    canvas.text(signed(player.total), at, 92, Tint.CELL, weight=bold, ink=ink, room=room)
    at, ink = (x, panel.bottom - 42), Tint.SECONDARY
    canvas.text(_("total"), at, 34, Tint.CELL, ink=ink, room=room)
    at = (panel.x + _LEFT, panel.bottom - 42)
    canvas.text(_run_title(scene, _), at, 34, Tint.CELL, ink=ink, room=_ACROSS - _LEFT - _PADDING)
    _run(canvas, scene, Box(at[0], panel.y + 30, _ACROSS - _LEFT - _PADDING - _DOT, 112))


def _run_title(scene: ProfileScene, _: Texts) -> str:
    count = len(scene.run.hands)
    return _.count("Running points, {number} hand", "Running points, {number} hands", count)


def _run(canvas: Canvas, scene: ProfileScene, box: Box) -> None:
    """A small chart without a scale; the thin line is zero."""
    totals = scene.run.running(0)
    low, high = min(0, *totals), max(0, *totals)
    steps, span = max(1, len(totals) - 1), max(1, high - low)

    def point(place: int, points: int) -> Point:
        return box.x + box.width * place / steps, box.bottom - box.height * (points - low) / span

    zero = round(point(0, 0)[1])
    canvas.add(Panel(Box(box.x, zero - 1, box.width, 2), Tint.SECONDARY, Tint.CELL))
    (token,) = tokens([scene.player])
    if len(totals) > 1:
        line = thinned(tuple(point(place, points) for place, points in enumerate(totals)))
        canvas.add(Curve(line, 6, token.ink, Tint.CELL))
    x, y = point(len(totals) - 1, scene.player.total)
    dot = Box(round(x) - _DOT // 2, round(y) - _DOT // 2, _DOT, _DOT)
    canvas.add(Icon(dot.inset(-4), token.sign, Tint.CELL, Tint.CELL))
    canvas.add(Icon(dot, token.sign, token.ink, Tint.CELL))


def profile_picture(scene: ProfileScene, theme: Theme, _: Texts) -> bytes:
    """The profile as a PNG file."""
    return png(profile_layout(scene, _), theme.colours)


# --- in words --------------------------------------------------------------------------------


def profile_alt(scene: ProfileScene, _: Texts) -> str:
    """The profile in words, for screen readers."""
    player, totals = scene.player, scene.run.running(0)
    name, total = spoken_name(player), spoken_number(player.total, _)
    hands = _.count("{number} hand", "{number} hands", scene.hands)
    low, high = (spoken_number(end, _) for end in (min(totals), max(totals)))
    span = _("between {low} and {high}", low=low, high=high)
    told = [
        _("{name}: total {total}.", name=name, total=total),
        f"{hands}.",
        *(_spoken(fact) for fact in _facts(scene, _)),
        f"{_run_title(scene, _)}: {span}.",
    ]
    if scene.achievements:
        told.append(_("Achievements: {list}", list=achieved(scene.achievements, _)) + ".")
    return cut(" ".join(told))


def _spoken(fact: _Fact) -> str:
    said = ", ".join(filter(None, (fact.spoken, fact.spoken_note)))
    return f"{fact.name}: {said}."
