"""Finished hands: the score, the points that change hands, and the way there step by step."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.game import withheld
from bot.game.errors import TableError
from bot.game.loading import load
from bot.game.played import PlayedHand, fold
from bot.game.table import Table
from bot.ofc.duplicate_match import with_visits
from bot.ofc.hand import Hand
from bot.ofc.match import Transfer, orbits, settle
from bot.ofc.operations import Dealt, parse_operation
from bot.ofc.rulesets import Ruleset
from bot.ofc.scoring import Score, score_hand
from bot.ofc.stacks import settle_stacks
from bot.store import guilds, hands, skill
from bot.store.engine import Connection
from bot.store.hands import LineupRow
from bot.store.ledger import achievements, feats, journal
from bot.store.ledger.bookings import Part
from bot.store.tables import State
from bot.values.ledger import Feat
from bot.values.scenes import ResultScene, TableScene


@dataclass(frozen=True)
class HandOutcome:
    """A hand's score and transfers, both by seats of the hand."""

    score: Score
    transfers: tuple[Transfer, ...]


def outcome_of(table: Table, played: PlayedHand, hand: Hand) -> HandOutcome:
    """The outcome of a finished hand; pairs settle in the order of the rules (R10.1)."""
    score = score_hand(hand, settling_order(table.rules, played.lineup))
    agreed = table.stakes_in(played.row.number)
    options, number = table.options, played.row.number
    settled = transfers_of(
        score,
        played.acting,
        options.stake_in(number),
        agreed,
        has_stacks=options.is_tournament,
    )
    return HandOutcome(score, settled)


def settling_order(rules: Ruleset, lineup: Iterable[LineupRow]) -> list[int]:
    """The seats of a hand in the order in which pairs settle (R10.1)."""
    playing = [(part.table_seat, part.seat) for part in lineup if part.seat is not None]
    if rules.settles_from_button:
        return sorted(seat for _, seat in playing)
    return [seat for _, seat in sorted(playing)]


def transfers_of(
    score: Score,
    acting: Sequence[LineupRow],
    stake: int,
    agreed: Mapping[frozenset[int], int],
    *,
    has_stacks: bool = False,
) -> tuple[Transfer, ...]:
    """The points that change hands, with the hand's stakes and limits (R9.2, R9.3).

    `acting` are its players in acting order; `agreed` maps pairs of player ids to their stake. If
    the table `has_stacks`, what a player can lose is their stack (R10).
    """
    if has_stacks:
        return settle_stacks(score.pairs, [part.can_lose or 0 for part in acting], stake=stake)
    seats = {part.player_id: seat for seat, part in enumerate(acting)}
    pair_stakes = {
        frozenset(seats[player] for player in pair): factor
        for pair, factor in agreed.items()
        if pair <= seats.keys()
    }
    # How much a player can still lose is their total, if their limit is taken as zero.
    return settle(
        score.pairs,
        [part.can_lose or 0 for part in acting],
        stake=stake,
        pair_stakes=pair_stakes,
        loss_limit=limits_of(acting),
    )


def limits_of(acting: Iterable[LineupRow]) -> list[int | None]:
    """Zero for everybody who can lose only so much in a hand, None for the others (R9.3)."""
    return [None if part.can_lose is None else 0 for part in acting]


def parts_of(played: PlayedHand, outcome: HandOutcome) -> tuple[Part, ...]:
    """Each player's `Part` of a finished hand: all that the ledger keeps besides transfers."""
    who = [part.player_id for part in played.acting]
    return parts_of_score(played.hand, outcome.score, who)


def parts_of_score(hand: Hand, score: Score, who: Sequence[int]) -> tuple[Part, ...]:
    """Each player's `Part` of a scored hand; `who` are the player ids in acting order."""
    scoops = Counter(
        pair.a if sum(pair.rows) > 0 else pair.b for pair in score.pairs if pair.is_scoop
    )
    return tuple(
        Part(
            player_id=who[number],
            seat=number,
            board=str(result.board),
            fate=result.fate.value,
            fantasyland=seat.fantasyland,
            earned=result.fantasyland,
            is_foul=result.is_foul,
            scoops=scoops[number],
            royalties=result.royalties,
        )
        for number, (seat, result) in enumerate(zip(hand.seats, score.results, strict=True))
    )


def result_scene(table: Table) -> ResultScene:
    """The table's latest hand, which is finished, with its result."""
    played = table.played
    assert played is not None
    outcome = outcome_of(table, played, played.hand)
    stake = table.options.stake_in(played.row.number)
    visits = visits_of(table.rules, stake, outcome.score) if table.counts_visits else None
    has_next = table.is_past or table.state is not State.CLOSED
    return ResultScene(
        table.scene(), outcome.score, outcome.transfers, stake, visits, has_next=has_next
    )


def visits_of(rules: Ruleset, stake: int, score: Score) -> tuple[int, ...]:
    """R14.4, R14.6: what each seat is ahead by Fantasylands that were earned and are not played."""
    earned = [result.fantasyland for result in score.results]
    return tuple(with_visits(rules, stake, [0] * len(earned), earned))


def with_news(db: Connection, table: Table) -> Table:
    """The table with what its hand reached or gave away, and the orbit it was played in."""
    if table.played is None:
        return table
    hand = table.played.row
    orbit = 1 + orbits(hands.buttons(db, table.id)[: hand.number]) if table.options.length else 0
    is_over = table.running is None and not table.is_covered
    guild = guilds.get(db, table.row.guild_id)
    tells_skill = guild.tells_skill and not withheld.is_withheld(db, table)
    extras = replace(
        table.extras,
        feats=_news(db, hand.id) if is_over and guild.announces else (),
        skills=skill.of_hand(db, hand.id) if is_over and tells_skill else (),
        orbit=orbit,
    )
    return replace(table, extras=extras)


def _news(db: Connection, hand_id: int) -> tuple[Feat, ...]:
    """The records, milestones and achievements that were reached with a hand."""
    return (*feats.of_hand(db, hand_id), *achievements.of_hand(db, hand_id))


# --- step by step ----------------------------------------------------------------------------


class Replay:
    """The steps of a hand: 0 before the first placement, then one for each; the last is over.

    `before` are the totals by player up to the hand before, which all steps but the last show.
    """

    def __init__(self, table: Table, before: Mapping[int, int]) -> None:
        assert table.played is not None
        self.table = table
        self.played = table.played
        self._before = before

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        """How much of the log has happened at each step."""
        acted = [
            number
            for number, operation in enumerate(self.played.log)
            if not isinstance(parse_operation(operation), Dealt)
        ]
        return (*acted, len(self.played.log))

    @property
    def last(self) -> int:
        """The number of the last step, which is the result."""
        return len(self._ends) - 1

    def scene(self, step: int) -> TableScene:
        """The boards as they lay open at a step before the last."""
        log = self.played.log[: self._ends[step]]
        visits = tuple(part.fantasyland for part in self.played.acting)
        row = replace(self.played.row, state="playing")
        played = replace(self.played, row=row, log=log, hand=fold(self.table.rules, visits, log))
        return replace(self.table, played=played, totals=self._before).scene()

    @property
    def result(self) -> ResultScene:
        """The last step."""
        return result_scene(self.table)


def find_replay(db: Connection, table_id: int | None, number: int | None) -> Replay:
    """A finished hand of a table, the latest without a number; raises TableError.

    That is also while other groups still play its deal (R14.4).
    """
    latest = None if table_id is None else hands.latest_finished(db, table_id)
    if table_id is None or latest is None:
        raise TableError("No hand has been finished here yet.")
    wanted = latest if number is None else number
    table = load(db, table_id, hand=wanted)
    if table is None or table.played is None or not table.played.is_finished:
        raise TableError(
            "There is no finished hand {number} at this table. The latest is hand {latest}.",
            number=wanted,
            latest=latest,
        )
    withheld.verify_open(db, table)
    return Replay(table, journal.totals(db, table.id, up_to=wanted - 1))
