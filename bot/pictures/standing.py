"""The standing of a tournament: stacks as bars, or the points of each round; also in words.

Players who are out have a cross and words, not only another colour.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.pictures.canvas import HEADER, MARGIN, RADIUS, WIDTH, Canvas
from bot.pictures.fonts import Weight, ascii_name, ascii_text, shown_name
from bot.pictures.layout import Box, Panel, PictureLayout
from bot.pictures.paint import png
from bot.pictures.rows import Rows, board_rows
from bot.pictures.shapes import Sign
from bot.pictures.theme import Theme, Tint
from bot.pictures.tokens import Token, tokens
from bot.pictures.wording import cut, spoken_name
from bot.texts import Texts
from bot.values.phrases import spoken_decimal
from bot.values.scenes import LedgerScene
from bot.values.standings import (
    BestBoard,
    Ranked,
    RoundsScene,
    StacksScene,
    StandingScene,
    TournamentPlace,
)

MOST_LINES: Final = 13
"""Players in one picture: more would be too small on a phone."""
_ROW: Final = 80
_PADDING: Final = 10
_HEADS: Final = 56
_PLACE_X: Final = 92
_NAME_X: Final = 112
_RIGHT: Final = WIDTH - MARGIN - 26
_BAR: Final = Box(580, 0, 350, 26)
_TOTAL_X: Final = 836
_ROUND: Final = 64
_MOST_ROUNDS: Final = 5
"""The latest rounds have a column each; more would leave no room for names."""


def standing_layout(scene: StandingScene, _: Texts) -> PictureLayout:
    """The first `MOST_LINES` players of a tournament, one below the other."""
    if isinstance(scene, StacksScene):
        return _stacks(scene, _)
    return _rounds(scene, _)


def standing_picture(scene: StandingScene, theme: Theme, _: Texts) -> bytes:
    """The standing as a PNG file."""
    return png(standing_layout(scene, _), theme.colours)


def _panel(canvas: Canvas, lines: int, above: int) -> Box:
    height = above + lines * _ROW + 2 * _PADDING
    panel = Box(MARGIN, HEADER, WIDTH - 2 * MARGIN, height)
    canvas.add(Panel(panel, Tint.CELL, Tint.BACKGROUND, RADIUS, Tint.LINE))
    return panel


def _canvas(lines: int, above: int = 0) -> Canvas:
    return Canvas(HEADER + above + lines * _ROW + 2 * _PADDING + MARGIN)


def _more(canvas: Canvas, count: int, _: Texts) -> None:
    if count > MOST_LINES:
        more = count - MOST_LINES
        canvas.footer(_.count("and {number} more", "and {number} more", more))


def _place_and_name(
    canvas: Canvas, each: TournamentPlace | Ranked, token: Token, y: int, right: int
) -> None:
    """A player's place, token and name, up to the column `right`."""
    is_in = each.out is None if isinstance(each, TournamentPlace) else each.is_in
    ink = Tint.TEXT if is_in else Tint.SECONDARY
    place = f"{each.place}."
    canvas.text(place, (_PLACE_X, y), 36, Tint.CELL, ink=Tint.SECONDARY, align="right")
    sign = token if is_in else Token(token.number, Tint.SECONDARY, Sign.CROSS)
    x = canvas.token(sign, (_NAME_X, y), Tint.CELL)
    name, bold = shown_name(each.player), Weight.BOLD
    canvas.text(name, (x, y), 38, Tint.CELL, weight=bold, ink=ink, room=right - x)


def _middles(first: int) -> Iterator[int]:
    """The middle of each line, without end; `first` is the top of the first one."""
    y = first + _ROW // 2
    while True:
        yield y
        y += _ROW


# --- stacks ----------------------------------------------------------------------------------


def _stacks(scene: StacksScene, _: Texts) -> PictureLayout:
    lines = scene.standing[:MOST_LINES]
    canvas = _canvas(len(lines))
    canvas.header(_stacks_title(scene, _), "" if scene.is_over else _players_left(scene, _))
    panel = _panel(canvas, len(lines), 0)
    most = max((each.player.total for each in lines if each.out is None), default=0)
    marks = tokens([each.player for each in lines])
    for each, token, y in zip(lines, marks, _middles(panel.y + _PADDING), strict=False):
        _place_and_name(canvas, each, token, y, _BAR.x - 20)
        if each.out is None:
            _stack(canvas, each.player.total, most, token, y)
        else:
            _eliminated(canvas, each, y, _)
    _more(canvas, len(scene.standing), _)
    return canvas.layout()


def _stacks_title(scene: StacksScene, _: Texts) -> str:
    if scene.is_over:
        return _("Final places")
    return _("Stacks, hand {number}", number=scene.hand) if scene.hand else _("Stacks")


def _players_left(scene: StacksScene, _: Texts) -> str:
    return _("{left} of {all} left", left=scene.left, all=len(scene.standing))


def _stack(canvas: Canvas, stack: int, most: int, token: Token, y: int) -> None:
    """A stack as a bar, and as a number."""
    width = max(_BAR.height, _BAR.width * stack // most) if most else _BAR.height
    box = Box(_BAR.x, y - _BAR.height // 2, width, _BAR.height)
    canvas.add(Panel(box, token.ink, Tint.CELL, 8))
    canvas.text(str(stack), (_RIGHT, y), 42, Tint.CELL, weight=Weight.BOLD, align="right")


def _eliminated(canvas: Canvas, each: TournamentPlace, y: int, _: Texts) -> None:
    """The hand in which a player went out."""
    at, ink = (_RIGHT, y), Tint.SECONDARY
    room = _RIGHT - _BAR.x
    canvas.text(each.stands(_), at, 36, Tint.CELL, ink=ink, align="right", room=room)


# --- rounds ----------------------------------------------------------------------------------


def _rounds(scene: RoundsScene, _: Texts) -> PictureLayout:
    lines = scene.ranked[:MOST_LINES]
    canvas = _canvas(len(lines), _HEADS)
    canvas.header(_("Results"), _rounds_title(scene, _))
    panel = _panel(canvas, len(lines), _HEADS)
    rounds = range(1, scene.over + 1)[-_MOST_ROUNDS:]
    columns = {number: _TOTAL_X - 116 - _ROUND * (scene.over - number) for number in rounds}
    _heads(canvas, panel.y + _PADDING + _HEADS // 2, columns, _)
    right = min(columns.values(), default=_TOTAL_X) - 60
    marks = tokens([each.player for each in lines])
    first = panel.y + _PADDING + _HEADS
    for each, token, y in zip(lines, marks, _middles(first), strict=False):
        _place_and_name(canvas, each, token, y, right)
        _scores(canvas, each, columns, y, _)
    _more(canvas, len(scene.ranked), _)
    return canvas.layout()


def _rounds_title(scene: RoundsScene, _: Texts) -> str:
    if scene.is_over:
        return _.count("{number} round", "{number} rounds", scene.over)
    return _("after round {number} of {all}", number=scene.over, all=scene.rounds)


def _heads(canvas: Canvas, y: int, columns: Mapping[int, int], _: Texts) -> None:
    """Draw the head of each column; `columns` has the rounds' x by number."""
    ink, size = Tint.SECONDARY, 30
    for number, x in columns.items():
        canvas.text(str(number), (x, y), size, Tint.CELL, ink=ink, align="right")
    canvas.text(_("total"), (_TOTAL_X, y), size, Tint.CELL, ink=ink, align="right", room=110)
    room = _RIGHT - _TOTAL_X - 20
    canvas.text(_("same seat"), (_RIGHT, y), size, Tint.CELL, ink=ink, align="right", room=room)


def _scores(canvas: Canvas, each: Ranked, columns: Mapping[int, int], y: int, _: Texts) -> None:
    for number, x in columns.items():
        score = each.scores[number - 1]
        text, ink = "–" if score is None else str(score), Tint.SECONDARY
        canvas.text(text, (x, y), 38, Tint.CELL, ink=ink, align="right")
    total, bold = str(each.total), Weight.BOLD
    canvas.text(total, (_TOTAL_X, y), 42, Tint.CELL, weight=bold, align="right")
    against = _.decimal(float(each.compared), signed=True)
    room = _RIGHT - _TOTAL_X - 20
    canvas.text(against, (_RIGHT, y), 36, Tint.CELL, align="right", room=room)


# --- in words --------------------------------------------------------------------------------


def standing_alt(scene: StandingScene, _: Texts) -> str:
    """The standing in words, for screen readers."""
    if isinstance(scene, StacksScene):
        head = [f"{_stacks_title(scene, _)}."]
        head += [] if scene.is_over else [f"{_players_left(scene, _)}."]
        told = [_spoken(each, each.stands(_)) for each in scene.standing]
    else:
        head = [f"{_('Results')}: {_rounds_title(scene, _)}."]
        told = [_spoken(each, _spoken_results(each, _)) for each in scene.ranked]
    return cut(" ".join([*head, *told]))


def _spoken(each: TournamentPlace | Ranked, stands: str) -> str:
    return f"{each.place}. {spoken_name(each.player)}: {stands}."


def _spoken_results(each: Ranked, _: Texts) -> str:
    rounds = ", ".join("–" if score is None else str(score) for score in each.scores)
    return _(
        "{total} ({rounds}), against the same seats {against}",
        total=each.total,
        rounds=rounds,
        against=spoken_decimal(float(each.compared), _),
    )


# --- its course ------------------------------------------------------------------------------


_COURSE_NAME: Final = 9
_COLUMNS: Final = 4


def course_alt(scene: LedgerScene, _: Texts) -> str:
    """Stacks over the hands in words, for screen readers."""
    count = len(scene.hands)
    head = _.count("Stacks over {number} hand.", "Stacks over {number} hands.", count)
    return cut(
        " ".join([head, *(_course_spoken(scene, place, _) for place in range(len(scene.players)))])
    )


def _course_spoken(scene: LedgerScene, place: int, _: Texts) -> str:
    run, out = scene.running(place), None if scene.outs is None else scene.outs[place]
    name = spoken_name(scene.players[place])
    if out is None:
        return _(
            "{name}: {points} at the end, peak {most}.", name=name, points=run[-1], most=max(run)
        )
    return _("{name}: out in hand {hand}, peak {most}.", name=name, hand=out, most=max(run))


def course_text(scene: LedgerScene, _: Texts) -> str:
    """Stacks after some of the hands, as plain text for a code block, a line for each player."""
    count = len(scene.hands)
    shown = sorted({round(count * part / (_COLUMNS - 1)) for part in range(_COLUMNS)})
    word = ascii_text(_("hand"))[:_COURSE_NAME]
    head = f"{word:<{_COURSE_NAME}}" + "".join(f"{hand:>5}" for hand in shown)
    lines = [head]
    for place, player in enumerate(scene.players):
        run = scene.running(place)
        stacks = "".join(f"{run[hand]:>5}" for hand in shown)
        lines.append(f"{ascii_name(player)[: _COURSE_NAME - 1]:<{_COURSE_NAME}}{stacks}")
    return "\n".join(lines)


# --- the best board --------------------------------------------------------------------------


def best_rows(best: BestBoard, _: Texts) -> Rows:
    """The best board as rows with their royalties."""
    title = _("Best hand: {name}", name=best.name)
    return board_rows(best.board, _, title, best.made, best.royalties)
