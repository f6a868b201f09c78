"""The state of each seat, from which pictures, alt texts and plain texts are made."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from bot.pictures.tokens import Token, tokens
from bot.values.scenes import ResultScene, ScenePlayer, TableScene
from ofc_engine.board import BOARD_SIZE, Board, Row
from ofc_engine.cards import Card, Cards
from ofc_engine.players.knowledge import Out, row_outs
from ofc_engine.rows import PerRow, Shapes
from ofc_engine.rule_options import DealMode, Reveal
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import royalty
from ofc_engine.seat import Fate
from ofc_engine.views import HandView, SeatView


class Mark(Enum):
    """Something about a seat that must be seen at once."""

    FANTASYLAND = "fantasyland"
    FOUL = "foul"
    DEAD = "dead"
    GAVE_UP = "gave up"
    MISSED = "missed"
    TO_ACT = "to act"
    SET = "set"
    AWAY = "away"


_FATES: Final = {
    Fate.DEAD: Mark.DEAD,
    Fate.SURRENDERED: Mark.GAVE_UP,
    Fate.MISSED: Mark.MISSED,
}


class NoViewerError(ValueError):
    """A private picture was asked of a public scene."""


OUT_OF_PLAY = frozenset({Mark.FOUL, Mark.DEAD, Mark.GAVE_UP, Mark.MISSED})


@dataclass(frozen=True)
class SeatState:
    """One seat of a scene.

    `face_down` is the number of hidden cards on the board, 0 if it is open. `visit` is the number
    of cards of the Fantasyland that the mark is about: the one being played, or in a result the
    one earned. `made` is the hand that each row is sure to be; `royalties` are those of complete
    rows that still count. `stands` are the cards that jokers of full rows count as. `rank` is 1
    for the player who won most in a finished hand, and 0 if nobody won anything.
    """

    seat: int
    player: ScenePlayer
    token: Token
    board: Board
    face_down: int
    has_button: bool
    marks: tuple[Mark, ...]
    visit: int
    made: Shapes
    royalties: PerRow
    fresh: frozenset[Card]
    stands: Mapping[Card, Card]
    rank: int = 0

    @property
    def is_out(self) -> bool:
        """True if the board no longer plays."""
        return not OUT_OF_PLAY.isdisjoint(self.marks)

    @property
    def has_fantasyland(self) -> bool:
        """True if a Fantasyland is being played, or has been earned."""
        return Mark.FANTASYLAND in self.marks

    @property
    def is_to_act(self) -> bool:
        """True if the hand waits for this seat."""
        return Mark.TO_ACT in self.marks


def viewer_of(scene: TableScene) -> int:
    """The seat whose private scene this is; raises NoViewerError if it is public."""
    if scene.view.viewer is None:
        raise NoViewerError("This scene is everybody's; make one for a seat with view_for.")
    return scene.view.viewer


def seat_states(scene: TableScene) -> tuple[SeatState, ...]:
    """Every seat, in the order round the table."""
    return tuple(seat_state(scene, seat) for seat in scene.order)


def opponent_states(scene: TableScene) -> tuple[SeatState, ...]:
    """Every seat but the viewer's, in the order round the table; NoViewerError if public."""
    viewer = viewer_of(scene)
    return tuple(seat_state(scene, seat) for seat in scene.order if seat != viewer)


def seat_state(scene: TableScene, seat: int) -> SeatState:
    """One seat of a hand in play."""
    view = scene.view
    shown = view.seats[seat]
    marks = tuple(_marks(scene, seat))
    return SeatState(
        seat=seat,
        player=scene.players[seat],
        token=tokens(scene.players)[seat],
        board=shown.board,
        face_down=_face_down(view, seat, marks),
        has_button=scene.button == seat,
        marks=marks,
        visit=shown.fantasyland,
        made=view.rules.variant.rows.made(shown.board),
        royalties=_royalties(shown, view.rules, marks),
        fresh=view.fresh,
        stands=view.rules.variant.rows.stands(shown.board),
    )


def _marks(scene: TableScene, seat: int) -> Iterator[Mark]:
    """The marks of a seat in the order shown: small pictures show only the first."""
    view = scene.view
    shown = view.seats[seat]
    if shown.fantasyland and not view.is_finished:
        yield Mark.FANTASYLAND
    if shown.fate in _FATES:
        yield _FATES[shown.fate]
    elif view.rules.fouls(shown.board):
        yield Mark.FOUL
    is_away = seat in scene.away
    if _has_set(view, seat):
        yield Mark.SET
    elif not is_away and (seat in view.waiting_on or _may_act(view, seat)):
        yield Mark.TO_ACT
    if is_away:
        yield Mark.AWAY


def _may_act(view: HandView, seat: int) -> bool:
    return seat == view.viewer and seat in view.actors


def _has_set(view: HandView, seat: int) -> bool:
    """True if a seat has placed cards that the others may not see yet (R3.4, R7.3)."""
    shown = view.seats[seat]
    if view.is_finished or seat in view.actors or shown.fate is not Fate.PLAYING:
        return False
    if shown.fantasyland and view.rules.reveal is Reveal.AT_END:
        return True
    together = view.rules.deal_mode is DealMode.SIMULTANEOUS and bool(view.waiting_on)
    return together and (view.rules.variant.closed or not shown.board.is_full)


def _face_down(view: HandView, seat: int, marks: tuple[Mark, ...]) -> int:
    shown = view.seats[seat]
    if view.rules.variant.closed and Mark.SET in marks and not shown.board.cards:
        return BOARD_SIZE
    return shown.face_down


def _royalties(shown: SeatView, rules: Ruleset, marks: tuple[Mark, ...]) -> PerRow:
    if not OUT_OF_PLAY.isdisjoint(marks):
        return 0, 0, 0
    strengths = zip(Row, rules.variant.rows.strengths(shown.board), strict=True)
    front, middle, back = [0 if of is None else royalty(row, of, rules) for row, of in strengths]
    return front, middle, back


def outs_of(scene: TableScene) -> dict[Row, tuple[Out, ...]]:
    """The outs of the viewer's rows, while they have cards to place and more will come."""
    view = scene.view
    own = view.seats[viewer_of(scene)]
    placed = len(own.board.cards) + len(own.pending) - view.to_discard
    if not own.pending or placed >= BOARD_SIZE:
        return {}
    if view.rules.fouls(own.board):
        return {}
    rows = (row for row in own.board.open_rows if own.board[row])
    rankings = view.rules.variant.rows.rankings
    return {row: row_outs(rankings[row], own.board[row], view.live) for row in rows}


def result_states(scene: ResultScene) -> tuple[SeatState, ...]:
    """Every seat of a finished hand, its rows in the order of their groups."""
    return tuple(_result_state(scene, seat) for seat in scene.table.order)


def _result_state(scene: ResultScene, seat: int) -> SeatState:
    result = scene.score.results[seat]
    stands = scene.table.view.rules.variant.rows.stands(result.board)
    return SeatState(
        seat=seat,
        player=scene.table.players[seat],
        token=tokens(scene.table.players)[seat],
        board=Board(*(by_group(row, stands) for row in result.board)),
        face_down=scene.table.view.seats[seat].face_down,
        has_button=scene.table.button == seat,
        marks=tuple(_result_marks(scene, seat)),
        visit=scene.earned(seat),
        made=scene.table.view.rules.variant.rows.made(result.board),
        royalties=result.royalties,
        fresh=frozenset(),
        stands=stands,
        rank=_rank(scene, seat),
    )


def _rank(scene: ResultScene, seat: int) -> int:
    points = [scene.points(each) for each in scene.table.order]
    return 1 + sum(each > scene.points(seat) for each in points) if any(points) else 0


def _result_marks(scene: ResultScene, seat: int) -> Iterator[Mark]:
    result = scene.score.results[seat]
    if result.fate in _FATES:
        yield _FATES[result.fate]
    elif result.is_foul:
        yield Mark.FOUL
    if scene.earned(seat):
        yield Mark.FANTASYLAND


_NONE: Final[Mapping[Card, Card]] = MappingProxyType({})


def by_group(cards: Cards, stands: Mapping[Card, Card] = _NONE) -> Cards:
    """A row as people read it: pairs and trips first, then from high to low.

    Jokers go where the cards that they count as, by `stands`, would be.
    """
    ranks = [stands.get(card, card).rank for card in cards]
    wheel = sorted(ranks) == [2, 3, 4, 5, 14]

    def key(card: Card) -> tuple[int, int, int]:
        # The ace of a wheel is its lowest card.
        rank = stands.get(card, card).rank
        return ranks.count(rank), 1 if wheel and rank == 14 else rank, card

    return tuple(sorted(cards, key=key, reverse=True))


@dataclass(frozen=True)
class Settled:
    """A pair, as its winner sees it; if it is even, as the first in order does.

    `row_points`, `bonus`, `royalties`, `surrender` and `penalty` add up to what the rules give.
    `points` changed hands: that sum times `factor`, or less if a limit on losing cut it.
    """

    winner: int
    loser: int
    rows: PerRow
    row_points: int
    bonus: int
    royalties: int
    surrender: int
    penalty: int
    points: int
    factor: int
    is_limited: bool

    @property
    def is_scoop(self) -> bool:
        """R4.2: true if the winner won all three rows."""
        return sum(self.rows) == len(Row)

    def count(self, value: int) -> int:
        """How many rows the winner won (1), tied (0) or lost (-1)."""
        return self.rows.count(value)


def settled_pairs(scene: ResultScene) -> tuple[Settled, ...]:
    """Every pair of a result, in the order in which they settle (R10.1)."""
    return tuple(_settled(scene))


def _settled(scene: ResultScene) -> Iterator[Settled]:
    for pair, transfer in zip(scene.score.pairs, scene.transfers, strict=True):
        # A limit on losing may leave no points to change hands; the pair still has a winner.
        sign = -1 if (transfer.points or pair.points) < 0 else 1
        front, middle, back = (sign * row for row in pair.rows)
        yield Settled(
            winner=pair.a if sign > 0 else pair.b,
            loser=pair.b if sign > 0 else pair.a,
            rows=(front, middle, back),
            row_points=sign * pair.row_points,
            bonus=sign * pair.bonus,
            royalties=sign * pair.royalties,
            surrender=sign * pair.surrender,
            penalty=sign * pair.penalty,
            points=sign * transfer.points,
            factor=transfer.factor,
            is_limited=abs(transfer.points) < abs(pair.points) * transfer.factor,
        )
