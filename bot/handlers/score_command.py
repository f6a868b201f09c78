"""`/score`: what boards and cards are worth that somebody types, for their eyes only."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game.corrections import PaperHand
from bot.handlers.request import Answer, Request, Services, Visitor
from bot.handlers.serving import personal
from bot.handlers.solving import Solved, is_one_hand
from bot.pictures.theme import Theme
from bot.screens.replies import Private
from bot.screens.result_screen import score_screen
from bot.surfaces.render import PictureOptions
from bot.texts import Texts
from bot.values.names import clean_name
from bot.values.options import rules_of_hand
from bot.values.scenes import ResultScene, ScenePlayer, TableScene
from ofc_engine.match import after_transfers
from ofc_engine.rulesets import Ruleset
from ofc_engine.views import public_view


@personal
def score(at: Request, rules: str, variant: str | None, typed: Sequence[str]) -> "_Scored | Solved":
    """The points of boards in acting order, each such as `Ann: QhQd2c / ... / ...`.

    The name may be left out. Of one player alone, or where the first are cards without rows, it is
    the best board of these cards. `rules` are changes to the server's, or others. Raises OfcError
    for boards that no hand can end with.
    """
    named, stake = rules_of_hand(rules, variant, Ruleset.parse(at.guild.rules))
    names, boards = zip(*(_parted(each) for each in typed), strict=True)
    theme = Theme().preferred(at.player.preferences)
    if is_one_hand(boards):
        return Solved.of(named, boards, theme)
    sheet = PaperHand.of(named, stake, range(len(boards)), boards)
    return _Scored(_scene(sheet, names, at.texts), theme)


def _parted(typed: str) -> tuple[str, str]:
    """The name before the colon, empty if there is none, and the board."""
    name, colon, board = typed.rpartition(":")
    return clean_name(name) if colon else "", board


def _scene(sheet: PaperHand, names: Sequence[str], _: Texts) -> ResultScene:
    points = after_transfers([0] * len(names), sheet.transfers)
    players = tuple(
        ScenePlayer(name or _("Player {number}", number=number), f"player{number}", total)
        for number, (name, total) in enumerate(zip(names, points, strict=True), start=1)
    )
    order = tuple(range(len(players)))
    table = TableScene(1, public_view(sheet.hand), players, order, button=order[-1])
    return ResultScene(table, sheet.score, sheet.transfers, sheet.stake)


@dataclass(frozen=True)
class _Scored:
    result: ResultScene
    theme: Theme

    async def answer(self, services: Services, visitor: Visitor) -> Answer:
        """The result with its picture."""
        _ = visitor.texts
        options = PictureOptions("score.png", self.theme, pictured=visitor.may_attach)
        picture = await services.composer.illustrator.result(self.result, options, _)
        return Answer(Private(score_screen(self.result, picture, _)))
