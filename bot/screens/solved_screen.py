"""The best board of cards that are set at once, and what other ways to set them cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import PictureOrWords, Screen, text
from bot.screens.costs import against_yours
from bot.screens.placements import Said
from bot.screens.result_screen import remarks
from bot.texts import Texts
from bot.values.hand_skill import NEGLIGIBLE_POINTS, Compared
from bot.values.phrases import variant_name
from ofc_engine.board import Board, Placement
from ofc_engine.players.opinions import Advice
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import Result, evaluate

_PLAYERS: Final = 2


@dataclass(frozen=True)
class SolvedCards:
    """The `best` way to set some cards under some rules, and other `ways` to set them.

    `fantasyland` is how many cards the visit has for which they are, 0 for none.
    """

    rules: Ruleset
    fantasyland: int
    best: Advice
    ways: tuple[Advice, ...]

    def result(self, placement: Placement) -> Result:
        """The board of a placement as the rules see it."""
        board = Board(*placement.rows)
        return evaluate(board, self.rules, players=_PLAYERS, fantasyland=self.fantasyland)


def solved_screen(solved: SolvedCards, picture: PictureOrWords, said: Said, _: Texts) -> Screen:
    """The best board with its points, and what each of the other ways gives away beside it."""
    best, rules = solved.best, solved.rules
    count = len(best.placement.cards)
    game = variant_name(rules, _)
    is_visit = solved.fantasyland and rules.visit_cards
    kind = f"{game} · {_('Fantasyland')}" if is_visit else game
    points = _("expected points: {points}", points=_.decimal(best.points, signed=True))
    heading = [
        f"## {_('The best board from {number} cards', number=count)}",
        f"-# {kind}",
        said(best.placement),
        " · ".join([f"**{points}**", *remarks(solved.result(best.placement), _)]),
    ]
    lines = [line for way in solved.ways for line in _way_lines(solved, way, said, _)]
    basis = _("Worked out against one opponent whose cards you can't see.")
    if rules.visit_cards:
        basis += " " + _("What a Fantasyland is worth is included.")
    below = text("\n".join([*lines, f"-# {basis}"]))
    return Screen((text("\n".join(heading)), picture.component, below), picture.pictures)


def _way_lines(solved: SolvedCards, way: Advice, said: Said, _: Texts) -> Sequence[str]:
    """A way to set the cards, what it costs beside the best and why."""
    cost = solved.best.points - way.points
    if cost < NEGLIGIBLE_POINTS:
        return [f"{said(way.placement)}: **{_('the best')}** ✓"]
    points = _("{points} points worse than the best", points=_.decimal(cost))
    result = solved.result(way.placement)
    lines = [" · ".join([f"{said(way.placement)}: **{points}**", *remarks(result, _)])]
    if not result.is_foul and solved.best.parts is not None and way.parts is not None:
        compared = Compared(solved.best.parts, way.parts, solved.rules.scoring)
        why = against_yours(compared, _)
        lines += [f"-# {why}"] if why else []
    return lines
