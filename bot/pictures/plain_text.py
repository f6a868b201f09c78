"""Boards and ledgers as plain text for a code block: ASCII, at most 32 columns.

    > Bertrand_du_Gue  TO ACT -14
    F Qh -- --
    M Td Tc*-- -- --
    B 8c 8d 8h 5c --           +2

`>` is to act, `*` just placed, `--` open, `??` face down; royalties are at the right.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.pictures.fonts import ascii_name, ascii_text
from bot.pictures.states import Mark, SeatState, result_states, seat_states, settled_pairs
from bot.pictures.wording import factor_text, mark_text, street_text, title
from bot.texts import Texts
from bot.values.phrases import signed, total_text
from bot.values.scenes import COMPUTER, LedgerScene, ResultScene, TableScene
from ofc_engine.board import CAPACITIES, Row

WIDTH: Final = 32
_USUAL: Final = 29
"""The columns of a line that can do with fewer, for narrow screens."""
_NAME: Final = 15
_LEDGER_NAME: Final = 14


def table(scene: TableScene, _: Texts) -> str:
    """The boards of a hand in play."""
    return _block(
        [_both(title(scene, _), ""), _both(street_text(scene, _), "")],
        *(_board(state, _) for state in seat_states(scene)),
        _sitting_out(scene, _),
    )


def result(scene: ResultScene, _: Texts) -> str:
    """The boards of a finished hand, its points, and what each pair settled."""
    return _block(
        [_both(title(scene.table, _), ""), _both(_("Result"), _head_word(scene, _))],
        *(_board(state, _, scene.points(state.seat)) for state in result_states(scene)),
        list(_pairs(scene, _)),
        _sitting_out(scene.table, _),
    )


def _head_word(scene: ResultScene, _: Texts) -> str:
    has_stacks = any(player.has_stack for player in scene.table.players)
    return _("hand (stack)") if has_stacks else _("hand (total)")


def ledger(scene: LedgerScene, _: Texts) -> str:
    """Total, best and worst hand of every player."""
    words = (_("total"), _("best"), _("worst"))
    count = len(scene.hands)
    span = (
        _.count("{number} day", "{number} days", count)
        if scene.per_day
        else _.count("{number} hand", "{number} hands", count)
    )
    head = [_both(_("Ledger"), span)]
    lines = (_standing(scene, place) for place in range(len(scene.players)))
    return _block(head, [_columns("", words), *lines])


def _block(*parts: list[str]) -> str:
    """The parts with an empty line between them; empty parts are left out."""
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _both(left: str, right: str) -> str:
    """A line with a text at each end; the left one is cut if needed."""
    indent = " " * (len(left) - len(left.lstrip()))
    return _ends(indent + ascii_text(left), ascii_text(right))


def _ends(left: str, right: str) -> str:
    width = _USUAL if len(left) + 1 + len(right) <= _USUAL else WIDTH
    left = left[: width - len(right) - bool(right)]
    return (left.ljust(width - len(right)) + right).rstrip()


def _board(state: SeatState, _: Texts, points: int | None = None) -> list[str]:
    """A head with name, marks and points, then three rows."""
    return [_head(state, _, points), *(_row(state, row) for row in Row)]


def _head(state: SeatState, _: Texts, points: int | None) -> str:
    tags = [_tag(mark, state, _) for mark in state.marks]
    total = total_text(state.player)
    numbers = total if points is None else f"{signed(points)} ({total})"
    right = ascii_text(" ".join([*tags, numbers]))
    ends = (COMPUTER, state.player.is_computer), (" (D)", state.has_button)
    after = "".join(text for text, is_shown in ends if is_shown)
    marker = "> " if state.is_to_act else "  "
    room = min(_NAME, max(1, WIDTH - len(marker) - len(after) - 1 - len(right)))
    return _both(f"{marker}{ascii_name(state.player)[:room]}{after}", right)


def _tag(mark: Mark, state: SeatState, _: Texts) -> str:
    text = mark_text(mark, state.visit, _)
    return text.replace(" ", "") if mark is Mark.FANTASYLAND else text


def _row(state: SeatState, row: Row) -> str:
    cards = [f"{card}{'*' if card in state.fresh else ' '}" for card in state.board[row]]
    cards += ["-- "] * (CAPACITIES[row] - len(cards))
    if state.face_down:
        cards = ["?? "] * CAPACITIES[row]
    points = signed(state.royalties[row]) if state.royalties[row] else ""
    return _ends(f"{row.letter} {''.join(cards)}", points)


def _pairs(scene: ResultScene, _: Texts) -> Iterator[str]:
    for pair in settled_pairs(scene):
        winner, loser = (scene.table.players[seat] for seat in (pair.winner, pair.loser))
        note = factor_text(pair, _)
        right = f"{signed(pair.points)} {note}".strip()
        names = _(
            "{winner} v {loser}", winner=ascii_name(winner)[:10], loser=ascii_name(loser)[:10]
        )
        yield _both(names, right)


def _sitting_out(scene: TableScene, _: Texts) -> list[str]:
    heading = [_both(_("Sitting out"), "")] if scene.sits_out else []
    return heading + [
        _both(f"  {ascii_name(player)}", total_text(player)) for player in scene.sits_out
    ]


def _standing(scene: LedgerScene, place: int) -> str:
    player = scene.players[place]
    points = [entry.points for hand in scene.hands if (entry := hand[place])]
    numbers = [signed(player.total), *(map(signed, (max(points), min(points))) if points else ())]
    return _columns(ascii_name(player), numbers)


def _columns(name: str, words: Iterable[str]) -> str:
    cells = "".join(f"{ascii_text(word)[:6]:>6}" for word in words)
    return f"{name[:_LEDGER_NAME]:<{_LEDGER_NAME}}{cells}".rstrip()
