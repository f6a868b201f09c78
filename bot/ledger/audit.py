"""The audit of a whole database, server by server: deals, hands, events, sums, seals."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.game.loading import loaded
from bot.game.modes.in_tournament import KnockOut, SitAndGo, fallen
from bot.game.modes.mode import Mode
from bot.game.modes.same_cards import DuplicateMatch, Group, match_of
from bot.game.outcomes import HandOutcome, outcome_of
from bot.game.played import PlayedHand
from bot.game.table import Table
from bot.game.tournaments import duplicate, past_tournaments
from bot.ledger.hand_audit import first_wrong_hand
from bot.store.engine import Connection, streamed
from bot.store.hands import HandRow
from bot.store.ledger import journal, recount, seals
from bot.store.ledger.seals import WHOLE, SealKind, Share
from bot.store.schema import unless_damaged
from bot.store.tournaments import at_tables, duplicates, origins, tournaments
from bot.store.tournaments.at_tables import BestRow, Finish
from bot.store.tournaments.duplicates import DuplicatePlan
from bot.store.tournaments.tournaments import TournamentRow
from bot.values.tournament_views import KNOCK_OUT
from ofc_engine.deal import NO_SEED, SECRET_BYTES, commitment
from ofc_engine.duplicate_match import lineup, schedule, secret_of
from ofc_engine.origin import secret_of as knockout_secret
from ofc_engine.stacks import Elimination

_SERVERS: Final = """
    SELECT guild_id FROM tables UNION SELECT guild_id FROM seasons
    UNION SELECT guild_id FROM bookings UNION SELECT guild_id FROM seals
    UNION SELECT guild_id FROM tournaments UNION SELECT guild_id FROM finishes
    UNION SELECT guild_id FROM tallies UNION SELECT guild_id FROM rivalries
    UNION SELECT guild_id FROM streaks
    UNION SELECT guild_id FROM achievements ORDER BY 1
"""
_WITHOUT_DEAL: Final = """
    SELECT t.id FROM tables t WHERE guild_id = ? AND state <> 'closed' AND duplicate IS NULL
        AND NOT EXISTS (
            SELECT 1 FROM deals d WHERE d.table_id = t.id AND d.number = coalesce(
                1 + (SELECT MAX(h.number) FROM hands h WHERE h.table_id = t.id), t.first_hand
            )
        )
"""
_TO_COME: Final = """
    SELECT t.id, secret, commitment FROM tables t JOIN deals d ON d.table_id = t.id
    WHERE guild_id = ? AND NOT EXISTS (
        SELECT 1 FROM hands h WHERE h.table_id = d.table_id AND h.number = d.number
    )
"""


@dataclass(frozen=True)
class ServerAudit:
    """The audit of a server: how many hands and seasons it has, and the first fault, if any."""

    guild_id: int
    hands: int
    seasons: int
    fault: str | None

    def __str__(self) -> str:
        if self.fault is not None:
            return f"Server {self.guild_id}: {self.fault}"
        return (
            f"Server {self.guild_id}: {_count(self.hands, 'hand')},"
            f" {_count(self.seasons, 'season')}, all fit."
        )


def every_server(db: Connection, share: Share = WHOLE) -> Iterator[ServerAudit]:
    """Audit every server of a sound database; `share` says which of their hands."""
    for (guild_id,) in db.execute(_SERVERS).fetchall():
        hands, seasons = (
            db.execute(f"SELECT COUNT(*) FROM {table} WHERE guild_id = ?", (guild_id,)).fetchone()
            for table in ("bookings", "seasons")
        )
        yield ServerAudit(guild_id, hands[0], seasons[0], _first_fault(db, guild_id, share))


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _first_fault(db: Connection, guild_id: int, share: Share) -> str | None:
    def look() -> str | None:
        return (
            _broken_deal(db, guild_id)
            or first_wrong_hand(db, guild_id, share)
            or first_wrong_event(db, guild_id, share)
            or recount.first_wrong(db, guild_id)
            or seals.first_missing(db, guild_id)
            or _broken_seal(db, guild_id, share)
        )

    return unless_damaged(db, look, "Something of it cannot be read.")


def _broken_deal(db: Connection, guild_id: int) -> str | None:
    """The first upcoming deal that is missing or breaks its commitment, in a sentence."""
    missing = db.execute(_WITHOUT_DEAL, (guild_id,)).fetchone()
    if missing is not None:
        return f"The next deal at table {missing[0]} is missing."
    for table_id, secret, announced in db.execute(_TO_COME, (guild_id,)):
        if not is_committed(secret, announced):
            return f"The next deal at table {table_id} is not the one that was announced."
    return None


def _broken_seal(db: Connection, guild_id: int, share: Share) -> str | None:
    broken = seals.first_broken(db, guild_id, share)
    if broken is None:
        return None
    kinds = {
        SealKind.HAND: "Hand",
        SealKind.VOID: "The correction of hand",
        SealKind.SEASON: "Season",
    }
    return f"{kinds[broken.kind]} #{broken.about} is not as it was when it was sealed."


# --- matches and tournaments -----------------------------------------------------------------

_WITH_EVENTS: Final = """
    SELECT id, COALESCE((SELECT MAX(h.id) FROM hands h WHERE h.table_id = tables.id), id)
    FROM tables WHERE guild_id = ? AND opened_at > 0 AND (
        stack IS NOT NULL OR duplicate IS NOT NULL OR tournament_id IS NOT NULL
        OR id IN (SELECT table_id FROM matches) OR id IN (SELECT table_id FROM best_boards)
    ) ORDER BY id
"""
"""Tables and their last hands; those of an imported ledger were never open here."""

_TOURNAMENTS: Final = """
    SELECT id, COALESCE((
        SELECT MAX(h.id) FROM tables t JOIN hands h ON h.table_id = t.id
        WHERE t.tournament_id = tournaments.id
    ), id) FROM tournaments WHERE guild_id = ? ORDER BY id
"""

_NUMBERS: Final = "SELECT number FROM hands WHERE table_id = ? ORDER BY number"
_SHARED: Final = """
    SELECT round, hand, secret, commitment FROM shared_deals WHERE tournament_id = ?
    ORDER BY round, hand
"""
_DEALT: Final = "SELECT secret FROM deals WHERE table_id = ? AND number = ?"
_LAST: Final = """
    SELECT table_id, number, can_lose FROM lineups JOIN hands ON hands.id = hand_id
        JOIN tables t ON t.id = table_id
    WHERE t.tournament_id = ? AND player_id = ? AND number <= ? AND lineups.seat IS NOT NULL
    ORDER BY number DESC LIMIT 1
"""


def first_wrong_event(db: Connection, guild_id: int, share: Share = WHOLE) -> str | None:
    """The first fault of a server's matches and tournaments, in a sentence without cards.

    Only those whose last hand belongs to the share are looked at, with all their hands.
    """
    kinds = (("Table", _WITH_EVENTS, _of_table), ("Tournament", _TOURNAMENTS, _of_tournament))
    for what, query, faults in kinds:
        for number, last in streamed(db, query, (guild_id,)):
            if share.has(last) and (fault := _first_of(db, faults(db, number))):
                return f"{what} {number} {fault}."
    return None


def _first_of(db: Connection, faults: Iterator[str]) -> str | None:
    return unless_damaged(db, lambda: next(faults, None), "cannot have been played as it is kept")


# --- tables ----------------------------------------------------------------------------------


def _of_table(db: Connection, table_id: int) -> Iterator[str]:
    table = loaded(db, table_id)
    numbers = [number for (number,) in db.execute(_NUMBERS, (table_id,)).fetchall()]
    hands_of = [_dealt(db, table_id, number) for number in numbers]
    for wrong in _OF_MODE.get(type(table.mode), ()):
        yield from wrong(db, table, hands_of)
    boards = (row for each in hands_of for row in _boards_of(each))
    if at_tables.first_best(boards) != at_tables.best_at(db, table_id):
        yield "has another best hand than was played"


@dataclass(frozen=True)
class _Dealt:
    """A hand, its table as it was then, and the outcome if the hand is finished."""

    table: Table
    played: PlayedHand
    outcome: HandOutcome | None

    @property
    def row(self) -> HandRow:
        return self.played.row


def _dealt(db: Connection, table_id: int, number: int) -> _Dealt:
    table = loaded(db, table_id, hand=number)
    played = table.played
    assert played is not None, "the hand was just found"
    outcome = outcome_of(table, played, played.hand) if played.is_finished else None
    return _Dealt(table, played, outcome)


def _boards_of(each: _Dealt) -> list[BestRow]:
    if each.outcome is None:
        return []
    return each.table.mode.boards(each.table, each.played, each.outcome)


def _wrong_match(db: Connection, table: Table, hands_of: Sequence[_Dealt]) -> Iterator[str]:
    """R14.6: all deals and their order come from one secret and one seed."""
    plan = match_of(table).plan
    match = duplicates.match_of(db, table.id)
    if not is_committed(match.secret, match.commitment):
        yield "has a match whose secret is not the one committed to"
    for deal in range(1, plan.deals + 1):
        if db.execute(_DEALT, (table.id, deal)).fetchone()[0] != secret_of(match.secret, deal):
            yield "has a match with a deal that is not of its secret"
    if (match.seed is None) is bool(hands_of):
        yield "has a match whose seed was not fixed with its first hand"
    turns = schedule(match.secret, match.seed, plan) if match.seed else ()
    for number, each in enumerate(hands_of, start=1):
        turn, row = turns[number - 1], each.row
        acting = tuple(part.table_seat for part in each.played.acting)
        due = (
            (match.seed,),
            True,
            turn.deal if turn.play else None,
            secret_of(match.secret, turn.deal),
            lineup(acting, turn).seats,
        )
        if (row.seeds, row.by_seat, row.dealt_as, row.secret, acting) != due:
            yield f"has a match whose hand {number} was not next"


def _wrong_group(db: Connection, table: Table, hands_of: Sequence[_Dealt]) -> Iterator[str]:
    """R14.4: every group of a round is dealt the same."""
    number = table.row.tournament
    plan = duplicates.plan_of(db, number)
    seed = None if plan is None else plan.seed
    if seed != table.row.shared_seed:
        yield "has another seed than its tournament"
    for each in hands_of:
        row = each.row
        place = (number, table.row.round or 0, row.number)
        own, secret = duplicates.own_seed(db, *place), duplicates.secret_of(db, *place)
        if (row.seeds, row.by_seat, row.secret) != ((own or seed,), True, secret):
            yield f"was dealt another hand {row.number} than the other groups"


def _wrong_room(db: Connection, table: Table, hands_of: Sequence[_Dealt]) -> Iterator[str]:
    """A knock-out's deals come from one secret, or a new one after each restore, and joining."""
    every = origins.every(db, table.row.tournament)
    for each in hands_of:
        where = each.table.row.room or 0, each.row.number
        due = {(knockout_secret(o.secret, *where), o.joined or NO_SEED) for o in every}
        if every and (each.row.secret, each.row.joined) not in due:
            yield f"was dealt a hand {each.row.number} that is not of its tournament"


def _wrong_arrivals(_: Connection, _table: Table, hands_of: Sequence[_Dealt]) -> Iterator[str]:
    """Everybody who is dealt in had sat down at the table by then."""
    for each in hands_of:
        there = {a.player_id for a in each.table.arrivals if a.round <= each.row.number}
        if not {part.player_id for part in each.played.acting} <= there:
            yield f"has somebody in hand {each.row.number} who had not come yet"


def _wrong_stacks(db: Connection, _: Table, hands_of: Sequence[_Dealt]) -> Iterator[str]:
    """R10.1: everybody begins a hand with what they brought and have won since."""
    for each in hands_of:
        table, number, start = each.table, each.row.number, each.table.options.stack or 0
        brought = {a.player_id: a.brought for a in table.arrivals if a.round <= number}
        before = journal.totals(db, table.id, up_to=number - 1)
        for part in each.played.acting:
            stack = brought.get(part.player_id, start) + before.get(part.player_id, 0)
            if part.can_lose != max(0, stack):
                yield f"has another stack in hand {number} than was left"


def _wrong_outs(db: Connection, table: Table, hands_of: Sequence[_Dealt]) -> Iterator[str]:
    """R14.2: a player who has lost their stack is out."""
    every = tournaments.outs(db, table.row.tournament)
    found = {player: out.hand for player, out in every.items()}
    for each in hands_of:
        if any(found.get(player) != out.hand for player, out in _fallen(each).items()):
            yield "has somebody in who has lost their stack"


def _fallen(each: _Dealt) -> dict[int, Elimination]:
    """Player id -> how they fell, of those who lost their stack in a hand."""
    if each.outcome is None:
        return {}
    return fallen(each.played, each.outcome)


_Check = Callable[[Connection, Table, Sequence[_Dealt]], Iterator[str]]
_OF_MODE: Final[Mapping[type[Mode], Sequence[_Check]]] = {
    DuplicateMatch: (_wrong_match,),
    Group: (_wrong_group,),
    KnockOut: (_wrong_room, _wrong_arrivals, _wrong_stacks, _wrong_outs),
    SitAndGo: (_wrong_stacks, _wrong_outs),
}


# --- tournaments of several tables -----------------------------------------------------------


def _of_tournament(db: Connection, number: int) -> Iterator[str]:
    row = tournaments.get(db, number)
    assert row is not None
    plan = duplicates.plan_of(db, number)
    origin = origins.get(db, number)
    if origin is not None and row.format != KNOCK_OUT:
        yield "has a secret that its deals do not come from"
    yield from _wrong_seed(db, row, plan)
    if plan is not None:
        yield from _wrong_deals(db, number, plan)
        yield from _wrong_absences(db, row)
    else:
        if not all(is_committed(o.secret, o.commitment) for o in origins.every(db, number)):
            yield "has a secret that is not the one committed to"
        for each in tournaments.entrants(db, number):
            if each.out is not None and _stack(db, row, each.player_id, each.out) != each.out.stack:
                yield "has somebody out with another stack than they had"
    if not _fits(db, number, past_tournaments.finishes_of(db, row)):
        yield "was won by others than its hands say"


def _wrong_seed(db: Connection, row: TournamentRow, plan: DuplicatePlan | None) -> Iterator[str]:
    """Faults in the seed that its deals share besides secrets: the texts added by joining."""
    if plan is not None:
        kept = plan.seed
    else:
        every = (each.joined for each in reversed(origins.every(db, row.id)))
        kept = next((joined for joined in every if joined is not None), None)
    if kept not in (None, origins.joined(db, row.id)):
        yield "has another seed than was added by joining"


def _stack(db: Connection, row: TournamentRow, player_id: int, out: Elimination) -> int:
    """The stack with which somebody began the hand they went out in, or had after their last."""
    last = db.execute(_LAST, (row.id, player_id, out.hand)).fetchone()
    if last is None:
        return row.options.stack or 0
    if last["number"] == out.hand:
        return last["can_lose"]
    won = journal.totals(db, last["table_id"], up_to=last["number"])
    before = journal.totals(db, last["table_id"], up_to=last["number"] - 1)
    return max(0, last["can_lose"] + won.get(player_id, 0) - before.get(player_id, 0))


def _wrong_deals(db: Connection, number: int, plan: DuplicatePlan) -> Iterator[str]:
    due = {(at, hand) for at in range(1, plan.rounds + 1) for hand in range(1, plan.hands + 1)}
    rows = db.execute(_SHARED, (number,)).fetchall()
    # There are more if the host reduced the plan before anybody else joined.
    if not due <= {(row["round"], row["hand"]) for row in rows}:
        yield "lacks deals that its rounds need"
    for row in rows:
        if not is_committed(row["secret"], row["commitment"]):
            yield f"has another deal {row['hand']} of round {row['round']} than was announced"


def _wrong_absences(db: Connection, row: TournamentRow) -> Iterator[str]:
    """R14.4: a player who decided nothing themselves in a round has missed it."""
    missed = duplicates.missed(db, row.id)
    over = row.round if row.is_over and row.is_won else row.round - 1
    for number in range(1, over + 1):
        found = (loaded(db, each) for each in duplicates.tables_of_round(db, row.id, number))
        if duplicate.missed_by(db, row, number, found) != missed.get(number, frozenset()):
            yield f"has others who missed round {number} than its hands say"


def _fits(db: Connection, number: int, due: Iterable[Finish]) -> bool:
    """True if a tournament's stored places are those that follow from its hands."""
    found = at_tables.finishes_of(db, number)
    return found == sorted(due, key=lambda finish: finish.player_id)


def is_committed(secret: bytes, announced: bytes) -> bool:
    """True if a secret matches the commitment that was announced."""
    return len(secret) == SECRET_BYTES and commitment(secret) == announced
