"""The course of a tournament: stacks over the hands in words, and its best board in rows."""

from typing import Final

from bot.pictures.alt import cut, spoken_name
from bot.pictures.fonts import ascii_name, ascii_text
from bot.pictures.rows import Rows, board_rows
from bot.texts import Texts
from bot.values.scenes import LedgerScene
from bot.values.standings import BestBoard

_NAME: Final = 9
_COLUMNS: Final = 4


def course_alt(scene: LedgerScene, _: Texts) -> str:
    """Stacks over the hands for those who listen to pictures."""
    count = len(scene.hands)
    head = _.count("Stacks over {number} hand.", "Stacks over {number} hands.", count)
    return cut(" ".join([head, *(_spoken(scene, place, _) for place in range(len(scene.players)))]))


def _spoken(scene: LedgerScene, place: int, _: Texts) -> str:
    run, out = scene.running(place), None if scene.outs is None else scene.outs[place]
    name = spoken_name(scene.players[place])
    if out is None:
        return _(
            "{name}: {points} at the end, peak {most}.", name=name, points=run[-1], most=max(run)
        )
    return _("{name}: out in hand {hand}, peak {most}.", name=name, hand=out, most=max(run))


def course_text(scene: LedgerScene, _: Texts) -> str:
    """Stacks after some of the hands as plain text for a code block, a line for each player."""
    count = len(scene.hands)
    shown = sorted({round(count * part / (_COLUMNS - 1)) for part in range(_COLUMNS)})
    word = ascii_text(_("hand"))[:_NAME]
    head = f"{word:<{_NAME}}" + "".join(f"{hand:>5}" for hand in shown)
    lines = [head]
    for place, player in enumerate(scene.players):
        run = scene.running(place)
        stacks = "".join(f"{run[hand]:>5}" for hand in shown)
        lines.append(f"{ascii_name(player)[: _NAME - 1]:<{_NAME}}{stacks}")
    return "\n".join(lines)


# --- the best board --------------------------------------------------------------------------


def best_rows(best: BestBoard, _: Texts) -> Rows:
    """The best board as rows with their royalties."""
    title = _("Best hand: {name}", name=best.name)
    return board_rows(best.board, _, title, best.made, best.royalties)
