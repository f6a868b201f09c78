"""Hands as a ledger books them, and what they add up to when each is looked at."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations

from hypothesis import strategies as st

from bot.store.ledger import journal
from bot.store.ledger.bookings import Part, Stamp
from bot.store.ledger.journal import Entry
from bot.values.ledger_records import DAY, Record, Rival, Scope
from bot.values.scenes import LedgerEntry
from tests.store.rows import add_hand, add_players, add_table, correct

VARIANTS = ("classic", "pineapple")
CHANNELS = (71, 72)
PEOPLE = 4
TODAY = 40


@dataclass(frozen=True)
class Played:
    """A hand as it is booked: everybody's part (player ids from 1) and what pairs settle."""

    channel: int
    variant: str
    season: int
    day: int
    parts: tuple[Part, ...]
    points: dict[tuple[int, int], int]
    corrections: int = 0

    @property
    def is_void(self) -> bool:
        """Every other correction has a hand count again."""
        return self.corrections % 2 == 1

    def of(self, player: int) -> int:
        won = sum(points for (a, _), points in self.points.items() if a == player)
        return won - sum(points for (_, b), points in self.points.items() if b == player)

    def entries(self, players: list[int]) -> tuple[LedgerEntry | None, ...]:
        parts = {part.player_id: part for part in self.parts}
        return tuple(
            LedgerEntry(self.of(p), parts[p].fantasyland > 0, parts[p].is_foul)
            if p in parts
            else None
            for p in players
        )


@st.composite
def hands(draw: st.DrawFn, most: int = 9) -> Played:
    """Any hand; a pair settles at most that many points, and rows have as many royalties."""
    people = draw(st.lists(st.integers(1, PEOPLE), min_size=2, max_size=3, unique=True))
    parts = tuple(
        Part(
            player_id=player,
            seat=seat,
            board="- / - / -",
            fate="playing",
            fantasyland=draw(st.sampled_from([0, 0, 13])),
            earned=draw(st.sampled_from([0, 0, 14])),
            is_foul=draw(st.booleans()),
            scoops=draw(st.integers(0, 2)),
            royalties=draw(st.tuples(*[st.integers(0, most)] * 3)),
        )
        for seat, player in enumerate(people)
    )
    return Played(
        channel=draw(st.sampled_from(CHANNELS)),
        variant=draw(st.sampled_from(VARIANTS)),
        season=draw(st.integers(0, 2)),
        day=draw(st.integers(1, TODAY)),
        parts=parts,
        points={pair: draw(st.integers(-most, most)) for pair in combinations(people, 2)},
        corrections=draw(st.sampled_from([0, 0, 0, 1, 1, 2, 3])),
    )


scopes = st.builds(
    Scope,
    channel_id=st.sampled_from([0, *CHANNELS]),
    season=st.integers(0, 2),
    variant=st.sampled_from(["", *VARIANTS]),
    days=st.sampled_from([0, 7, 30, 365]),
)


def fits(hand: Played, scope: Scope) -> bool:
    return (
        scope.channel_id in {0, hand.channel}
        and scope.season in {0, hand.season}
        and scope.variant in {"", hand.variant}
        and (not scope.days or hand.day > TODAY - scope.days)
    )


def book_all(db: sqlite3.Connection, played: list[Played]) -> None:
    """Book the hands in order, then make void what is to be void."""
    assert add_players(db, PEOPLE) == list(range(1, PEOPLE + 1))
    at = {channel: add_table(db, 1, channel) for channel in CHANNELS}
    ids = []
    for hand in played:
        ids.append(add_hand(db, at[hand.channel], [part.player_id for part in hand.parts]))
        entries = [Entry(a, b, points) for (a, b), points in hand.points.items()]
        stamp = Stamp(hand.variant, hand.day * DAY + 5, season=hand.season)
        journal.book(db, ids[-1], entries, hand.parts, stamp)
    times = {hand_id: hand.corrections for hand_id, hand in zip(ids, played, strict=True)}
    correct(db, times, now=TODAY * DAY)


def folded(played: list[Played], player: int) -> Record | None:
    """A player's record, hand by hand."""
    points = [hand.of(player) for hand, _ in parts_of(played, player)]
    if not points:
        return None
    empty = Record(player, f"P{player - 1}", 0, 0, 0, max(points), min(points), *[0] * 7)

    def add(record: Record, each: tuple[Played, Part]) -> Record:
        hand, part = each
        front, middle, back = part.royalties
        last = len(hand.parts) - 1
        return replace(
            record,
            hands=record.hands + 1,
            points=record.points + hand.of(player),
            squares=record.squares + hand.of(player) ** 2,
            fouls=record.fouls + part.is_foul,
            visits=record.visits + (part.fantasyland > 0),
            stays=record.stays + (part.fantasyland > 0 and part.earned > 0),
            scoops=record.scoops + part.scoops,
            front=record.front + front,
            middle=record.middle + middle,
            back=record.back + back,
            first_hands=record.first_hands + (part.seat == 0),
            first_points=record.first_points + (hand.of(player) if part.seat == 0 else 0),
            last_hands=record.last_hands + (part.seat == last),
            last_points=record.last_points + (hand.of(player) if part.seat == last else 0),
        )

    return reduce(add, parts_of(played, player), empty)


def parts_of(played: list[Played], player: int) -> Iterator[tuple[Played, Part]]:
    for hand in played:
        for each in hand.parts:
            if each.player_id == player:
                yield hand, each


def folded_rivals(played: list[Played], player: int) -> set[Rival]:
    together: dict[int, list[int]] = defaultdict(list)
    for hand in played:
        for (a, b), points in hand.points.items():
            if a == player:
                together[b].append(points)
            elif b == player:
                together[a].append(-points)
    return {
        Rival(
            other,
            f"P{other - 1}",
            len(points),
            sum(points),
            sum(p > 0 for p in points),
            sum(p < 0 for p in points),
        )
        for other, points in together.items()
    }
