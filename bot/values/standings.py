"""How a tournament stands: everybody's place and what it is worth, its tables, how it ended."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeAlias

from bot.texts import Texts
from bot.values.phrases import in_points
from bot.values.scenes import LedgerScene, ScenePlayer
from ofc_engine.board import Board
from ofc_engine.rows import PerRow, Shapes
from ofc_engine.stacks import Elimination


@dataclass(frozen=True)
class TournamentPlace:
    """Somebody in a tournament: their place from 1, their total or stack, and when they fell."""

    place: int
    player: ScenePlayer
    out: Elimination | None = None

    @property
    def name(self) -> str:
        """The display name."""
        return self.player.name

    def stands(self, _: Texts) -> str:
        """Their stack, or in which hand they fell, in words."""
        if self.out is None:
            return in_points(self.player.total, _)
        return _("out in hand {number}", number=self.out.hand)


@dataclass(frozen=True)
class StacksScene:
    """How a tournament with stacks (R14.2) stands in the hand of that number, the best first."""

    hand: int
    standing: tuple[TournamentPlace, ...]
    is_over: bool = False

    @property
    def left(self) -> int:
        """How many are not out."""
        return sum(each.out is None for each in self.standing)


@dataclass(frozen=True)
class Ranked:
    """Somebody in a table of results (R14.4): their place, and what each round was worth.

    None is a round that they did not play. `compared` are their points against the same seats.
    """

    place: int
    player: ScenePlayer
    scores: tuple[int | None, ...]
    compared: Fraction
    is_in: bool = True

    @property
    def name(self) -> str:
        """The display name."""
        return self.player.name

    @property
    def total(self) -> int:
        """The score of all rounds together."""
        return sum(score or 0 for score in self.scores)


@dataclass(frozen=True)
class RoundsScene:
    """The results of a duplicate tournament (R14.4) after `over` of its `rounds`, best first."""

    over: int
    rounds: int
    ranked: tuple[Ranked, ...]
    is_over: bool = False


StandingScene: TypeAlias = StacksScene | RoundsScene


@dataclass(frozen=True)
class Finishes:
    """Somebody's finishes in tournaments that were won by play.

    How many they `played`, their `best` places, each with how many took part, and what they won
    `against` the field: thousandths of a point.
    """

    played: int
    best: tuple[tuple[int, int], ...]
    against: int


@dataclass(frozen=True)
class BestBoard:
    """The best board of a tournament: whose, in which hand, and the points won with it.

    The hand is counted at its table; `made` and `royalties` are those of the rows.
    """

    name: str
    hand: int
    board: Board
    made: Shapes
    royalties: PerRow
    points: int


@dataclass(frozen=True)
class Finale:
    """The pictures of a tournament: while it goes on, its standing; afterwards all of it.

    `course` are the stacks over the hands, None without stacks; `best` is the best board.
    """

    standing: StandingScene
    course: LedgerScene | None = None
    best: BestBoard | None = None


class NoThreads(StrEnum):
    """Why Discord gives a tournament no more threads."""

    NONE = ""
    """It does."""
    FULL = "full"
    """The server has as many open ones as it may have."""
    FAST = "fast"
    """So many were made that it wants to see none for some minutes."""
    FORBIDDEN = "forbidden"
    """The bot lacks a permission."""
    LATER = "later"
    """It does not say why, or cannot do it at the moment."""


@dataclass(frozen=True)
class Hold:
    """The reasons why a tournament waits: it is paused by its host, or it `is_failing`.

    It ends by itself (Unix seconds) at `paused_until` unless it goes on, None if it is not paused,
    and at `empty_until` unless anybody comes back, None while somebody is there. `no_threads` says
    why some of its tables get no thread; that is tried again at `threads_at` (Unix seconds).
    """

    paused_until: int | None = None
    empty_until: int | None = None
    is_failing: bool = False
    no_threads: NoThreads = NoThreads.NONE
    threads_at: int | None = None


NO_HOLD: Final = Hold()


@dataclass(frozen=True)
class OtherTable:
    """Another table of a tournament: its number, its thread, and the people it waits for."""

    room: int
    channel_id: int
    waiting: tuple[str, ...] = ()


@dataclass(frozen=True)
class Floor:
    """How the other tables of a tournament stand, as one of its tables shows it.

    `playing` are those whose hand is not over; `comes_at` is when the next hand starts (Unix
    seconds), None if unknown because they play or something holds it up. `went` names the players
    who moved to another table since the latest hand, and where; `came` those who came.
    """

    playing: tuple[OtherTable, ...] = ()
    comes_at: int | None = None
    hold: Hold = NO_HOLD
    went: tuple[tuple[str, OtherTable], ...] = ()
    came: tuple[tuple[str, int], ...] = ()
    is_over: bool = False
    channel_id: int = 0


class Phase(StrEnum):
    """How far a tournament has come, whatever its format."""

    WAITING = "waiting"
    """It has not been started."""
    ON = "on"
    OVER = "over"


class OutReason(StrEnum):
    """Why somebody plays no more."""

    OVER = "over"
    """It is over, and they were in to the end."""
    OUT = "out"
    """They have fallen, or left."""
    MISSED = "missed"
    """They have missed too many rounds."""
    REMOVED = "removed"
    """They were taken out."""
    ENDED = "ended"
    """People have ended it."""
    UNSEATED = "unseated"
    """They have lost their seat at a table that is no tournament's."""


@dataclass(frozen=True)
class OwnRounds:
    """Somebody's scores in the rounds of a duplicate tournament, None where they did not play.

    `compared` are their points against the same seats in other groups, None if there were none.
    """

    scores: tuple[int | None, ...]
    compared: Fraction | None


@dataclass(frozen=True)
class OwnFinish:
    """How somebody's part in a tournament, or at another table, ended, and `why`.

    `place` is theirs among `of` people, None if it is not known yet; in a knock-out they fell in
    that `hand`, in a duplicate tournament they had these `rounds`. They have `won` if nobody who
    was in to the end came before them. All results are in that message of the channel, if there is
    one; the tournament has come as far as `phase`. It `is_lost` if its channel is gone.
    """

    why: OutReason
    channel_id: int
    won: bool = False
    place: int | None = None
    of: int = 0
    hand: int | None = None
    rounds: OwnRounds | None = None
    message_id: int | None = None
    phase: Phase = Phase.ON
    is_lost: bool = False
