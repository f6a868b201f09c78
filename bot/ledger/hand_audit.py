"""The audit of hands: each is dealt, played and scored again and compared with what is stored."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from bot.game.outcomes import parts_of_score, play_points, settling_order, transfers_of, visits_of
from bot.game.played import PlayedHand, is_dealt_from, load_hand
from bot.store import hands, seats
from bot.store.engine import Connection, DbRow, streamed
from bot.store.ledger import seals
from bot.store.ledger.bookings import Part
from bot.store.ledger.seals import Share
from bot.store.schema import unless_damaged
from bot.store.tables import ruleset
from bot.store.tournaments import duplicates
from bot.values.hand_skill import PartGaps
from bot.values.ledger_records import DAY
from bot.values.options import Length, Unit
from ofc_engine.deal import commitment
from ofc_engine.match import Transfer
from ofc_engine.operations import parse_operation
from ofc_engine.players.skill import FinishedHand
from ofc_engine.scoring import Score, score_hand
from ofc_engine.stacks import LEVELS

_Winnings: TypeAlias = Mapping[tuple[int, int], int]
"""Points that the first of two players, whose id is lower, wins from the second."""

_HANDS: Final = """
    SELECT h.id, h.number, h.state, h.counts, h.seal, h.table_id, t.guild_id, t.channel_id, t.rules,
        t.stake, t.stack, t.levels, t.duplicate, t.round, t.length,
        (SELECT COUNT(*) FROM covers c WHERE c.hand_id = h.id) AS covered,
        b.number AS booked, b.guild_id AS booked_guild, b.channel_id AS booked_channel, season,
        variant, booked_at, day, origin, coalesce(is_void, 0) AS is_void
    FROM tables t JOIN hands h ON h.table_id = t.id LEFT JOIN bookings b ON b.hand_id = h.id
    WHERE t.guild_id = ? ORDER BY h.id
"""
_RESULTS: Final = """
    SELECT player_id, seat, board, fate, fantasyland, earned, is_foul, scoops, front, middle, back,
        royalties, guild_id, number, points, is_void
    FROM results WHERE hand_id = ? ORDER BY seat
"""
_STRAY: Final = """
    SELECT 1 FROM entries back LEFT JOIN entries e ON e.id = back.reverses
        AND e.hand_id = back.hand_id AND e.a = back.a AND e.b = back.b
        AND e.points = -back.points
    WHERE back.hand_id = ? AND back.reverses IS NOT NULL AND e.id IS NULL
"""
_LATE: Final = """
    SELECT 1 FROM entries e JOIN hands h ON h.id = hand_id
    WHERE hand_id = ? AND e.booked_at <> h.ended_at
"""
_FEATS: Final = """
    SELECT 1 FROM feats f LEFT JOIN results r USING (hand_id, player_id)
    WHERE hand_id = ? AND (
        r.hand_id IS NULL OR f.guild_id <> r.guild_id OR f.number <> r.number
        OR f.value <> CASE kind WHEN 'points' THEN points WHEN 'royalties' THEN royalties
            ELSE f.value END
    )
"""


class _Misfit(Exception):
    """A fault of a hand, as the rest of a sentence that begins with the hand."""


def first_wrong_hand(db: Connection, guild_id: int, share: Share) -> str | None:
    """The first hand of a server that does not fit, in a sentence without cards; None if all do."""
    if wrong := _wrong_number(db, guild_id):
        return wrong
    for row in streamed(db, _HANDS, (guild_id,)):
        if not share.has(row["id"]):
            continue
        look = partial(_fault, db, row)
        if fault := unless_damaged(db, look, "cannot have been played as it is kept"):
            return f"{_name(row)} {fault}."
    return None


def _fault(db: Connection, row: DbRow) -> str | None:
    try:
        _verify(db, row)
    except _Misfit as misfit:
        return str(misfit)
    return None


def _wrong_number(db: Connection, guild_id: int) -> str | None:
    count, last = db.execute(
        "SELECT COUNT(*), COALESCE(MAX(number), 0) FROM bookings WHERE guild_id = ?", (guild_id,)
    ).fetchone()
    return None if count == last else "The ledger's hands are not numbered without gaps."


def _name(row: DbRow) -> str:
    if row["booked"] is not None:
        return f"Hand #{row['booked']}"
    return f"Hand {row['number']} at table {row['table_id']}, which is not in the ledger,"


def _verify(db: Connection, row: DbRow) -> None:
    found = hands.numbered(db, row["table_id"], row["number"])
    assert found is not None
    played = load_hand(db, ruleset(row["rules"]), found)
    if [part.seat for part in played.acting] != list(range(len(played.acting))):
        raise _Misfit("has an impossible line-up")
    _verify_deal(played, row)
    if played.is_finished:
        _verify_finished(db, played, row)
    elif row["booked"] is not None or _entries(db, row, reversing=False):
        raise _Misfit("is booked, but not finished")
    if not played.is_running and row["seal"] != seals.over_hand(db, row["id"]):
        raise _Misfit("is not as it was when it was over")


def _verify_deal(played: PlayedHand, row: DbRow) -> None:
    if row["origin"] == "recorded":
        if played.log or played.row.secret:
            raise _Misfit("is one with real cards, and yet was dealt")
    elif commitment(played.row.secret) != played.row.commitment:
        raise _Misfit("has a secret that is not the one committed to")
    elif not is_dealt_from(
        map(parse_operation, played.log),
        played.row.deal,
        len(played.acting),
        played.hand.rules.variant,
    ):
        raise _Misfit("has other cards than its deal gives")


def _verify_finished(db: Connection, played: PlayedHand, row: DbRow) -> None:
    if not played.hand.is_finished:
        raise _Misfit("is called finished, but its operations do not end it")
    is_due = bool(row["counts"]) and not row["covered"]
    if is_due is not (row["booked"] is not None):
        raise _Misfit("does not count, or counts, other than was said when it was dealt")
    score = score_hand(played.hand, settling_order(played.hand.rules, played.lineup))
    agreed = seats.stakes_in_hand(seats.stakes_of(db, played.row.table_id), played.row.number)
    stake = row["stake"] * LEVELS[row["levels"]].stake(row["number"])
    has_stacks = row["stack"] is not None
    moved = transfers_of(score, played.acting, stake, agreed, has_stacks=has_stacks)
    who = [part.player_id for part in played.acting]
    worth = dict(_sorted(who[each.a], who[each.b], each.points) for each in moved)
    _verify_entries(db, row, worth)
    if row["duplicate"] is not None:
        _verify_play(db, row, played, score, moved)
    if row["round"] is not None:
        _verify_visits(db, row, played, score)
    if row["booked"] is not None:
        _verify_booking(db, played, row)
        _verify_results(db, row, parts_of_score(played.hand, score, who), worth)
    elif db.execute(_LATE, (row["id"],)).fetchone() is not None:
        raise _Misfit("has points from another time than its end")
    if not is_judged_as_played(db, played):
        raise _Misfit("is judged other than it was played")


def _verify_play(
    db: Connection, row: DbRow, played: PlayedHand, score: Score, moved: Sequence[Transfer]
) -> None:
    """Raise _Misfit unless a hand's points in its match (R14.6) follow from its boards."""
    kept = db.execute("SELECT points FROM plays WHERE hand_id = ? ORDER BY seat", (row["id"],))
    due = play_points(played.hand.rules, row["stake"], score, moved)
    if [each["points"] for each in kept] != due:
        raise _Misfit("counts other points in its match than it was worth")


def _verify_visits(db: Connection, row: DbRow, played: PlayedHand, score: Score) -> None:
    """Raise _Misfit unless the last hand of a round alone counts Fantasyland earned (R14.4)."""
    is_last = row["length"] == str(Length(Unit.HANDS, row["number"]))
    earned = visits_of(played.hand.rules, row["stake"], score) if is_last else ()
    due = {seat: ahead for seat, ahead in enumerate(earned) if ahead}
    if duplicates.visits(db, row["id"]) != due:
        raise _Misfit("counts Fantasyland other than it was earned")


def _verify_entries(db: Connection, row: DbRow, worth: _Winnings) -> None:
    if _entries(db, row, reversing=False) != sorted((*who, won) for who, won in worth.items()):
        raise _Misfit("was not worth the points booked for it")
    back = _entries(db, row, reversing=True)
    # Each correction reverses the one before: every other one takes the hand back.
    corrections = len(back) // max(1, len(worth))
    signs = [(-1) ** nth for nth in range(1, corrections + 1)]
    due = [(*who, sign * won) for who, won in sorted(worth.items()) for sign in signs]
    is_stray = back and db.execute(_STRAY, (row["id"],)).fetchone() is not None
    if back != due or corrections % 2 != row["is_void"] or is_stray:
        raise _Misfit("was not corrected as it should be")


def _entries(db: Connection, row: DbRow, *, reversing: bool) -> list[tuple[int, int, int]]:
    rows = db.execute(
        "SELECT a, b, points FROM entries WHERE hand_id = ? AND guild_id = ?"
        " AND CASE WHEN reverses IS NULL THEN 0 ELSE 1 END = ? ORDER BY a, b, id",
        (row["id"], row["guild_id"], reversing),
    )
    return [(a, b, points) for a, b, points in rows]


def _verify_booking(db: Connection, played: PlayedHand, row: DbRow) -> None:
    booked = [row[name] for name in ("booked_guild", "booked_channel", "variant", "day")]
    rules = played.hand.rules
    if booked != [row["guild_id"], row["channel_id"], rules.variant.game, row["booked_at"] // DAY]:
        raise _Misfit("is booked with another server, channel, variant or day")
    known = db.execute(
        "SELECT 1 FROM seasons WHERE guild_id = ? AND number = ?", (row["guild_id"], row["season"])
    ).fetchone()
    if row["season"] and known is None:
        raise _Misfit("is of a season that is not there")


def _verify_results(db: Connection, row: DbRow, parts: Sequence[Part], worth: _Winnings) -> None:
    booked = row["guild_id"], row["booked"]
    due = [
        (*part.columns, *booked, _points(worth, part.player_id), row["is_void"]) for part in parts
    ]
    if [tuple(each) for each in db.execute(_RESULTS, (row["id"],))] != due:
        raise _Misfit("has another result than its boards come to")
    if db.execute(_FEATS, (row["id"],)).fetchone() is not None:
        raise _Misfit("has a record that it did not reach")


def _points(worth: _Winnings, player: int) -> int:
    return sum(won * ((a == player) - (b == player)) for (a, b), won in worth.items())


def _sorted(a: int, b: int, won: int) -> tuple[tuple[int, int], int]:
    return ((a, b), won) if a < b else ((b, a), -won)


# --- judgements ------------------------------------------------------------------------------


_JUDGEMENTS: Final = "SELECT seat, player_id FROM judgements WHERE hand_id = ? ORDER BY seat"
_MISTAKES: Final = "SELECT seat, at, street, cost, parts FROM mistakes WHERE hand_id = ?"
_ROUNDED: Final = 20
"""Thousandths of a point by which a sum of parts may differ from the cost: each is rounded."""
_SUMS: Final = """
    SELECT 1 FROM judgements j LEFT JOIN mistakes m USING (hand_id, seat)
    WHERE hand_id = ? GROUP BY seat, given, worst
    HAVING coalesce(SUM(cost), 0) > given + COUNT(cost) OR given < 0 OR MIN(cost) < 0
        OR coalesce(worst, -1) <> coalesce(MAX(CASE WHEN cost = (
            SELECT MAX(cost) FROM mistakes x WHERE x.hand_id = m.hand_id AND x.seat = m.seat
        ) AND street = worst THEN street END), -1)
        OR (worst IS NULL AND COUNT(cost) > 0)
"""


def is_judged_as_played(db: Connection, played: PlayedHand) -> bool:
    """True if the judgements of a finished hand, if any, match its players' decisions."""
    judged = [tuple(row) for row in db.execute(_JUDGEMENTS, (played.row.id,))]
    if not judged:
        return True
    if judged != [(seat, part.player_id) for seat, part in enumerate(played.acting)]:
        return False
    if db.execute(_SUMS, (played.row.id,)).fetchone() is not None:
        return False
    mistakes = db.execute(_MISTAKES, (played.row.id,)).fetchall()
    if not all(_sums_up(each["cost"], each["parts"]) for each in mistakes):
        return False
    at = {(each["seat"], each["at"], each["street"]) for each in mistakes}
    return not at or at <= _decisions(played)


def _sums_up(cost: int, parts: str | None) -> bool:
    return parts is None or abs(sum(PartGaps.parse(parts).points) - cost) <= _ROUNDED


def _decisions(played: PlayedHand) -> set[tuple[int, int, int]]:
    """Seat, place in the log and street of each decision; in Fantasyland the street is 0."""
    visits = tuple(part.fantasyland for part in played.acting)
    log = tuple(map(parse_operation, played.log))
    hand = FinishedHand(played.hand.rules, visits, log, played.on_behalf)
    return {
        (seat, each.at, 0 if each.knowledge.fantasyland else each.knowledge.number + 1)
        for seat, each in hand.decisions()
        if not each.on_behalf
    }
