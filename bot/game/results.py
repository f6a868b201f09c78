"""Finished hands: the score, the points that change hands, and the way there step by step."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from bot.game.advising import decisions_of
from bot.game.loading import load
from bot.game.modes.same_cards import match_of
from bot.game.outcomes import outcome_of, visits_of
from bot.game.played import fold
from bot.game.table import Table, TableError
from bot.store import guilds, hands, judgements
from bot.store.engine import Connection
from bot.store.ledger import achievements, feats, journal
from bot.store.tables import State
from bot.store.tournaments import duplicates
from bot.values.ledger_records import Feat
from bot.values.scenes import ResultScene, TableScene
from ofc_engine.duplicate_match import MatchProof
from ofc_engine.errors import NotationError
from ofc_engine.links import link_of
from ofc_engine.match import orbits
from ofc_engine.operations import Dealt, parse_operation
from ofc_engine.seat import Fate


def result_scene(table: Table) -> ResultScene:
    """The table's latest hand, which is finished, with its result."""
    played = table.played
    assert played is not None
    outcome = outcome_of(table, played, played.hand)
    stake = table.options.stake_in(played.row.number)
    counts = table.mode.counts_visits(table)
    visits = visits_of(table.rules, stake, outcome.score) if counts else None
    has_next = table.is_past or table.state is not State.CLOSED
    return ResultScene(
        table.scene(), outcome.score, outcome.transfers, stake, visits, has_next=has_next
    )


def with_news(db: Connection, table: Table) -> Table:
    """The table with what its hand reached or gave away, and the orbit it was played in."""
    if table.played is None:
        return table
    hand = table.played.row
    orbit = 1 + orbits(hands.buttons(db, table.id)[: hand.number]) if table.options.length else 0
    is_over = table.running is None
    guild = guilds.get(db, table.row.guild_id)
    tells_skill = guild.tells_skill and table.mode.withheld(db, table) is None
    extras = replace(
        table.extras,
        feats=_news(db, hand.id) if is_over and guild.announces else (),
        skills=judgements.of_hand(db, hand.id) if is_over and tells_skill else (),
        orbit=orbit,
    )
    return replace(table, extras=extras)


def _news(db: Connection, hand_id: int) -> tuple[Feat, ...]:
    """The records, milestones and achievements that were reached with a hand."""
    return (*feats.of_hand(db, hand_id), *achievements.of_hand(db, hand_id))


def match_proof(db: Connection, table: Table) -> MatchProof | None:
    """The proof of a match once its table is closed; None before, or if it never began."""
    plan = match_of(table).plan
    row = duplicates.match_of(db, table.id)
    if table.state is not State.CLOSED or row.seed is None:
        return None
    first = hands.numbered(db, table.id, 1)
    assert first is not None, "the seed is fixed with the first hand"
    added = hands.seeds_in_order(hands.seeds(db, table.id, 1), hands.lineup(db, first.id))
    return MatchProof.of(plan, row.commitment, row.secret, row.seed, added)


# --- step by step ----------------------------------------------------------------------------


class Replay:
    """The steps of a hand: 0 is before the first placement, each adds one, the last is the result.

    `before` are the totals by player before the hand, which all steps but the last show.
    """

    def __init__(self, table: Table, before: Mapping[int, int]) -> None:
        assert table.played is not None
        self.table = table
        self.played = table.played
        self._before = before

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        """The length of the log at each step."""
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
        """The open boards at a step before the last."""
        log = self.played.log[: self._ends[step]]
        visits = tuple(part.fantasyland for part in self.played.acting)
        row = replace(self.played.row, state="playing")
        played = replace(self.played, row=row, log=log, hand=fold(self.table.rules, visits, log))
        return replace(self.table, played=played, totals=self._before).scene()

    def decision_from(self, step: int, player_id: int) -> int | None:
        """The number, from 0, of a player's first decision from a step on; None without one."""
        if self.played.seat_of(player_id) is None:
            return None
        decisions = enumerate(decisions_of(self.table, player_id))
        return next((n for n, each in decisions if each.at >= self._ends[step]), None)

    def gave_up(self, player_id: int) -> bool:
        """True if a player gave up the hand."""
        seat = self.played.seat_of(player_id)
        return seat is not None and self.played.hand.seats[seat].fate is Fate.SURRENDERED

    @property
    def result(self) -> ResultScene:
        """The last step."""
        return result_scene(self.table)

    @property
    def link(self) -> str | None:
        """The hand encoded for an address, without names; None if it cannot be encoded."""
        try:
            return link_of(self.played.hand, map(parse_operation, self.played.log))
        except NotationError:
            return None


def find_replay(db: Connection, table_id: int | None, number: int | None) -> Replay:
    """A finished hand of a table, the latest without a number; raises TableError.

    Also while other groups still play its deal (R14.4).
    """
    latest = None if table_id is None else hands.latest_finished(db, table_id)
    if table_id is None or latest is None:
        raise TableError("No hand has been finished here yet.")
    wanted = latest if number is None else number
    table = load(db, table_id, hand=wanted)
    if table is None or table.played is None or not table.played.is_finished:
        raise TableError(
            "This table has no finished hand {number}. The latest is hand {latest}.",
            number=wanted,
            latest=latest,
        )
    table.mode.verify_shown(db, table)
    return Replay(table, journal.totals(db, table.id, up_to=wanted - 1))
