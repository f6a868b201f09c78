"""Sets of deals that are the same for everyone: those of a day, which is one, and of a week.

A set is open until its last day has ended; everybody's result is compared with the others'.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.store import solo_deals
from bot.store.engine import Connection, as_row
from bot.store.solo_deals import Attempt, FixedDeal, SoloMode, attempt_of


@dataclass(frozen=True)
class Period:
    """A kind of set: a new one every `days` days, with `deals` deals.

    Among all deals that begin on one day, its deals have the places from `first` on.
    """

    mode: SoloMode
    days: int
    deals: int
    first: int


DAY: Final = Period(SoloMode.DAILY, days=1, deals=1, first=0)
WEEK: Final = Period(SoloMode.WEEKLY, days=7, deals=8, first=1)
_PERIODS: Final = {each.mode: each for each in (DAY, WEEK)}


@dataclass(frozen=True)
class DealSet:
    """The deals of a day or of a week; `day` is the first day, counted from 1970."""

    period: Period
    day: int

    @property
    def last_day(self) -> int:
        """The last day on which it is open, counted from 1970."""
        return self.day + self.period.days - 1

    @property
    def before(self) -> "DealSet":
        """The previous set."""
        return DealSet(self.period, self.day - self.period.days)

    @property
    def after(self) -> "DealSet":
        """The next set."""
        return DealSet(self.period, self.day + self.period.days)


def _of(which: DealSet) -> dict[str, int]:
    """The parameters of a statement about a set."""
    period = which.period
    last = period.first + period.deals - 1
    return {"day": which.day, "first": period.first, "last": last, "deals": period.deals}


_PLACES: Final = "place BETWEEN :first AND :last"
_PLAYED: Final = (
    f"FROM attempts JOIN daily_deals USING (deal_id) WHERE {_PLACES}"
    " AND points IS NOT NULL AND practice = 0"
)

# --- which they are --------------------------------------------------------------------------


def deals(db: Connection, which: DealSet) -> tuple[FixedDeal, ...]:
    """The deals of a set in order; none as long as nobody has asked for them."""
    rows = db.execute(
        "SELECT fixed_deals.* FROM fixed_deals JOIN daily_deals ON deal_id = id"
        f" WHERE day = :day AND {_PLACES} ORDER BY place",
        _of(which),
    )
    return tuple(as_row(FixedDeal, row) for row in rows)


def commit_to(
    db: Connection, which: DealSet, secret: Callable[[], bytes], now: int
) -> tuple[FixedDeal, ...]:
    """The deals of a set, which are fixed now if they are not yet."""
    known = deals(db, which)
    if known:
        return known
    made = tuple(
        solo_deals.commit_to(db, which.period.mode, secret(), now)
        for _ in range(which.period.deals)
    )
    db.executemany(
        "INSERT INTO daily_deals (day, place, deal_id) VALUES (?, ?, ?)",
        [(which.day, place, deal.id) for place, deal in enumerate(made, which.period.first)],
    )
    return made


def of_deal(db: Connection, deal: FixedDeal) -> tuple[DealSet, int]:
    """The set that a deal belongs to, and its place there from 1."""
    period = _PERIODS[deal.mode]
    row = db.execute("SELECT day, place FROM daily_deals WHERE deal_id = ?", (deal.id,)).fetchone()
    return DealSet(period, row["day"]), row["place"] - period.first + 1


def until(db: Connection, last: DealSet, most: int) -> tuple[DealSet, ...]:
    """Up to `most` sets with deals, from `last` backwards."""
    rows = db.execute(
        "SELECT day FROM daily_deals WHERE place = ? AND day <= ? ORDER BY day DESC LIMIT ?",
        (last.period.first, last.day, most),
    )
    return tuple(DealSet(last.period, row["day"]) for row in rows)


def digest(found: Sequence[FixedDeal]) -> bytes:
    """The digest of a set: the SHA-256 of all its commitments, or its only commitment."""
    if len(found) == 1:
        return found[0].commitment
    return hashlib.sha256(b"".join(each.commitment for each in found)).digest()


# --- how they are played ---------------------------------------------------------------------


def played(db: Connection, player_id: int, which: DealSet) -> tuple[Attempt, ...]:
    """A player's finished attempts at the deals of a set, in order."""
    rows = db.execute(
        f"SELECT attempts.* {_PLAYED} AND day = :day AND player_id = :player ORDER BY place",
        {"player": player_id, **_of(which)},
    )
    return tuple(map(attempt_of, rows))


@dataclass(frozen=True)
class FieldStanding:
    """How many others have played all deals of a set, and how many of them had fewer points."""

    others: int
    beaten: int


def field(
    db: Connection, which: DealSet, player_id: int, points: int, guild_id: int | None = None
) -> FieldStanding:
    """The others who have played all deals of a set, everywhere or in one server."""
    row = db.execute(
        f"""
        SELECT count(*) AS others, count(*) FILTER (WHERE points < :points) AS beaten
        FROM (
            SELECT sum(points) AS points {_PLAYED} AND day = :day AND player_id <> :player
                AND coalesce(:guild, guild_id, 0) = coalesce(guild_id, 0)
            GROUP BY player_id HAVING count(*) = :deals
        ) AS totals
        """,
        {"points": points, "player": player_id, "guild": guild_id, **_of(which)},
    ).fetchone()
    return as_row(FieldStanding, row)


def streak(db: Connection, player_id: int, which: DealSet) -> int:
    """How many sets in a row, `which` being the last, a player has played whole."""
    return _in_a_row(db, "player_id", player_id, which)


def guild_streak(db: Connection, guild_id: int, which: DealSet) -> int:
    """How many sets in a row, `which` being the last, have been played in a server."""
    return _in_a_row(db, "guild_id", guild_id, which)


def _in_a_row(db: Connection, whose: str, about: int, which: DealSet) -> int:
    # From the last day on, to no further than the first that is missing.
    rows = db.execute(
        "SELECT day, count(points) AS played FROM daily_deals LEFT JOIN attempts"
        " ON attempts.deal_id = daily_deals.deal_id AND points IS NOT NULL AND practice = 0"
        f" AND {whose} = :about WHERE {_PLACES} AND day <= :day GROUP BY day ORDER BY day DESC",
        {"about": about, **_of(which)},
    )
    count = 0
    for row in rows:
        is_next = row["day"] == which.day - which.period.days * count
        if not is_next or row["played"] < which.period.deals:
            break
        count += 1
    return count


@dataclass(frozen=True)
class SetScore:
    """Somebody in a set's standing: their points in the deals that they have played."""

    player_id: int
    deals: int
    points: int


def standings(db: Connection, which: DealSet, guild_id: int) -> tuple[SetScore, ...]:
    """A server's standing of a set, of all who are told of in it: by deals played, then points."""
    rows = db.execute(
        f"SELECT player_id, count(*) AS deals, sum(points) AS points {_PLAYED} AND day = :day"
        " AND guild_id = :guild AND is_told <> 0"
        " GROUP BY player_id ORDER BY deals DESC, points DESC, max(ended_at), player_id",
        {"guild": guild_id, **_of(which)},
    )
    return tuple(as_row(SetScore, row) for row in rows)


def results(db: Connection, deal_id: int, guild_id: int) -> tuple[Attempt, ...]:
    """The attempts that a server's summary of a deal tells of: most points, then earliest first."""
    rows = db.execute(
        "SELECT * FROM attempts WHERE deal_id = ? AND points IS NOT NULL AND practice = 0"
        " AND guild_id = ? AND is_told <> 0 ORDER BY points DESC, ended_at, player_id",
        (deal_id, guild_id),
    )
    return tuple(map(attempt_of, rows))
