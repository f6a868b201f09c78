"""`/score`: the points of boards that somebody types, shown only to them.

For one player's cards it finds the best board, and what another way to set them costs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.game.corrections import PaperHand
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import personal
from bot.pictures.rows import Rows, board_rows
from bot.pictures.theme import Theme
from bot.screens.components import PictureOrWords, Screen, text
from bot.screens.costs import against_yours
from bot.screens.placements import Said
from bot.screens.replies import Private
from bot.screens.result_screen import remarks, score_screen
from bot.surfaces.render import PictureOptions
from bot.texts import Texts
from bot.values.hand_skill import NEGLIGIBLE_POINTS, Compared
from bot.values.names import clean_name
from bot.values.options import rules_of_hand
from bot.values.phrases import variant_name
from bot.values.scenes import ResultScene, ScenePlayer, TableScene
from ofc_engine.board import BOARD_SIZE, EMPTY, Board, Placement
from ofc_engine.cards import Cards, in_shown_order, parse_cards, verify_distinct
from ofc_engine.errors import OfcError
from ofc_engine.finished import is_fate, parse_finished
from ofc_engine.match import after_transfers
from ofc_engine.notation import format_seat, parse_seat
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.opinions import Advice
from ofc_engine.players.thinking import advise, review
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import Result, evaluate
from ofc_engine.seat import Fate, Seat
from ofc_engine.views import public_view

_MOST: Final = 17
"""The number of cards in the largest Fantasyland."""
_BETWEEN_ROWS: Final = "/"
_PLAYERS: Final = 2


class SolvingError(OfcError):
    """Cards that cannot be set at all, or not in the way that was typed."""


def is_one_hand(boards: Sequence[str]) -> bool:
    """True if all typed boards are of one player's cards."""
    first = boards[0]
    return len(boards) == 1 or (_BETWEEN_ROWS not in first and not is_fate(first))


@dataclass(frozen=True)
class SolvedCards:
    """The `best` way to set some cards under some rules, and other `ways` to set them.

    `fantasyland` is the number of cards if they are set in Fantasyland, otherwise 0.
    """

    rules: Ruleset
    fantasyland: int
    best: Advice
    ways: tuple[Advice, ...]

    def result(self, placement: Placement) -> Result:
        """The board of a placement as the rules see it."""
        board = Board(*placement.rows)
        return evaluate(board, self.rules, players=_PLAYERS, fantasyland=self.fantasyland)


@dataclass(frozen=True)
class Solved:
    """The cards in `knowledge`, all to be set at once, and `ways` to set them that were typed."""

    knowledge: Knowledge
    ways: tuple[Placement, ...]
    theme: Theme

    @staticmethod
    def of(rules: Ruleset, boards: Sequence[str], theme: Theme) -> "Solved":
        """From cards or a whole board, and further boards of the same cards; raises OfcError."""
        first, *others = boards
        if _BETWEEN_ROWS in first:
            seat = _set(first, rules)
            cards, seats = seat.cards, [seat]
        else:
            cards, seats = parse_cards(first), [_set(each, rules) for each in others]
        _verify(cards)
        # In a closed variant all cards are set at once, too, but that is no Fantasyland.
        is_plain = rules.variant.closed and len(cards) == rules.variant.cards
        knowledge = Knowledge(
            rules, EMPTY, in_shown_order(cards), fantasyland=0 if is_plain else len(cards)
        )
        return Solved(knowledge, tuple(_placement(seat, cards) for seat in seats), theme)

    async def __call__(self, services: Services, visitor: Visitor) -> Answer:
        """The best board with its picture, and the cost of the other ways."""
        known, _ = self.knowledge, visitor.texts
        think = partial(services.thinker.think_for, visitor.person.user_id)
        (best,) = await think(partial(advise, known, 1))
        ways = [(await think(partial(review, known, way, 1))).given for way in self.ways]
        solved = SolvedCards(known.rules, known.fantasyland, best, tuple(ways))
        options = PictureOptions("solved.png", self.theme, pictured=visitor.may_attach)
        illustrator = services.composer.illustrator
        picture = await illustrator.rows(_rows(solved, _), options, _)
        said = illustrator.said(self.theme, _)
        return Answer(Private(solved_screen(solved, picture, said, _)))


def _set(typed: str, rules: Ruleset) -> Seat:
    """A whole board, with its discards if they were typed."""
    seat = parse_seat(typed)
    board = replace(seat, discards=(), fantasyland=0)
    if parse_finished(format_seat(board), rules, players=2).fate is not Fate.PLAYING:
        raise SolvingError("Type all three rows: {board}", board=typed)
    return seat


def _verify(cards: Cards) -> None:
    verify_distinct(cards)
    if not BOARD_SIZE <= len(cards) <= _MOST:
        raise SolvingError(
            "These are {count} cards. Type {least} to {most} without rows to see their best board, "
            "or two boards to compare them.",
            count=len(cards),
            least=BOARD_SIZE,
            most=_MOST,
        )


def _placement(seat: Seat, cards: Cards) -> Placement:
    """A board of these cards as a placement; raises SolvingError if it has another card."""
    strange = [card for card in seat.cards if card not in cards]
    if strange:
        raise SolvingError(
            "{card} isn't one of the {count} cards in board1.", card=strange[0], count=len(cards)
        )
    rest = tuple(card for card in cards if card not in seat.board.cards)
    front, middle, back = map(in_shown_order, seat.board)
    return Placement(front, middle, back, rest)


def _rows(solved: SolvedCards, _: Texts) -> Rows:
    result = solved.result(solved.best.placement)
    made = solved.rules.variant.rows.made(result.board)
    stands = solved.rules.variant.rows.stands(result.board)
    return board_rows(result.board, _, _("The best way"), made, result.royalties, stands)


def solved_screen(solved: SolvedCards, picture: PictureOrWords, said: Said, _: Texts) -> Screen:
    """The best board with its points, and how much each other way loses against it."""
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
    """A way to set the cards, what it costs compared with the best, and why."""
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


@personal
def score(at: Request, rules: str, variant: str | None, typed: Sequence[str]) -> DeferredAnswer:
    """The points of boards in acting order, each such as `Ann: QhQd2c / ... / ...`.

    The name may be left out. For a single board, or if the first entry is cards without rows, it
    is the best board of these cards. `rules` are changes to the server's, or others. Raises
    OfcError for boards that no hand can end with.
    """
    named, stake = rules_of_hand(rules, variant, Ruleset.parse(at.guild.rules))
    names, boards = zip(*(_parted(each) for each in typed), strict=True)
    theme = Theme().preferred(at.player.preferences)
    if is_one_hand(boards):
        return Solved.of(named, boards, theme)
    sheet = PaperHand.of(named, stake, range(len(boards)), boards)
    return partial(_scored, _scene(sheet, names, at.texts), theme)


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


async def _scored(
    result: ResultScene, theme: Theme, services: Services, visitor: Visitor
) -> Answer:
    """The result with its picture."""
    _ = visitor.texts
    options = PictureOptions("score.png", theme, pictured=visitor.may_attach)
    picture = await services.composer.illustrator.result(result, options, _)
    return Answer(Private(score_screen(result, picture, _)))
