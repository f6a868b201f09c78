"""People and computers who play or learn: the only place where Discord's ids of people are kept."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from bot.store.engine import Connection, DbRow, as_row, insert, upsert
from bot.values.preferences import Preferences
from bot.values.scenes import ScenePlayer


@dataclass(frozen=True)
class Person:
    """Somebody as Discord shows them when they press or type something."""

    user_id: int
    name: str
    handle: str
    locale: str


@dataclass(frozen=True)
class Player:
    """A person the bot knows, or a computer player, which has no `user_id` but a `level`.

    `dm_closed` once Discord has refused a direct message, as often in a row as `dm_refusals` say;
    the next is tried at `dm_again_at` (Unix seconds), or as soon as there is one if that is None.
    """

    id: int
    user_id: int | None
    name: str
    handle: str
    locale: str
    dm_channel_id: int | None
    dm_closed: bool
    dm_refusals: int
    dm_again_at: int | None
    level: str | None
    preferences: Preferences

    @property
    def is_computer(self) -> bool:
        """True if it is a computer player."""
        return self.level is not None

    @property
    def takes_dms(self) -> bool:
        """True if cards come by direct message; otherwise they are behind a button."""
        return self.preferences.calls == "dm" and not self.dm_closed

    @property
    def is_written_to(self) -> bool:
        """True if direct messages are sent: they take them, or it is time to try again."""
        return self.preferences.calls == "dm" and (not self.dm_closed or self.dm_again_at is None)

    def shown(self, total: int) -> ScenePlayer:
        """Who it is on a picture, with their total or stack."""
        return ScenePlayer(self.name, self.handle, total, self.is_computer)

    def is_quiet(self, now: int) -> bool:
        """True if nothing may notify the player now (Unix seconds)."""
        hours = self.preferences.quiet_hours
        return hours is not None and hours.covers(now)

    def is_pinged(self, now: int) -> bool:
        """True if a call in a channel may notify the player now (Unix seconds)."""
        return self.preferences.calls != "none" and not self.is_quiet(now)


def remember(db: Connection, person: Person) -> Player:
    """The player for a person, made or brought up to date.

    Somebody who is only named by others comes without a locale, and keeps the one on record.
    """
    known = find(db, person.user_id)
    if known is not None and _is_up_to_date(known, person):
        return known
    row = db.execute(
        """
        INSERT INTO players (user_id, name, handle, locale) VALUES (?, ?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE
        SET name = excluded.name, handle = excluded.handle,
            locale = coalesce(nullif(excluded.locale, ''), players.locale)
        RETURNING *
        """,
        (person.user_id, person.name, person.handle, person.locale),
    ).fetchone()
    return _player(row)


def _is_up_to_date(known: Player, person: Person) -> bool:
    same_name = (known.name, known.handle) == (person.name, person.handle)
    return same_name and person.locale in ("", known.locale)


def add_nameless(db: Connection, name: str) -> int:
    """Add a player of whom nothing but a name is known; returns our own id."""
    return insert(db, "players", {"name": name, "handle": "", "locale": "en-US"})["id"]


def find(db: Connection, user_id: int) -> Player | None:
    """The player with a Discord id; None if they have never done anything here."""
    row = db.execute("SELECT * FROM players WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else _player(row)


def get(db: Connection, player_id: int) -> Player:
    """A player by our own id."""
    return _player(db.execute("SELECT * FROM players WHERE id = ?", (player_id,)).fetchone())


def user_ids(db: Connection, player_ids: Iterable[int]) -> tuple[int, ...]:
    """The Discord ids of those of these players who exist and have one."""
    rows = [
        db.execute("SELECT user_id FROM players WHERE id = ?", (player_id,)).fetchone()
        for player_id in player_ids
    ]
    return tuple(row["user_id"] for row in rows if row is not None and row["user_id"] is not None)


def together(db: Connection, player_ids: Iterable[int]) -> dict[int, Player]:
    """The players of one list by our own ids, with names that tell them apart."""
    return with_distinct_names(get(db, player_id) for player_id in player_ids)


def with_distinct_names(people: Iterable[Player]) -> dict[int, Player]:
    """People by our own ids; those who share a name have their handles added to it."""
    by_id = {each.id: each for each in people}
    bearers = Counter(each.name for each in by_id.values())
    return {
        each.id: replace(each, name=f"{each.name} @{each.handle}")
        if bearers[each.name] > 1 and each.handle
        else each
        for each in by_id.values()
    }


def named(guild: str, player: str = "players") -> str:
    """SQL for how a ledger names a player: with their handle if it has another of that name.

    `guild` is SQL for the server, `player` the name that the table has in the statement.
    """
    return f"""
        CASE WHEN {player}.handle <> '' AND EXISTS (
            SELECT 1 FROM players other JOIN streaks ON streaks.player_id = other.id
            WHERE streaks.guild_id = {guild} AND other.name = {player}.name
                AND other.id <> {player}.id
        ) THEN {player}.name || ' @' || {player}.handle ELSE {player}.name END
    """


def in_ledger(db: Connection, guild_id: int, player_id: int) -> Player:
    """A player by our own id, named as a server's ledger names them."""
    row = db.execute(
        f"SELECT players.*, {named('?')} AS called FROM players WHERE id = ?",
        (guild_id, player_id),
    ).fetchone()
    return replace(_player(row), name=row["called"])


def at_table(db: Connection, table_id: int) -> tuple[Player, ...]:
    """Everybody a table has to do with: its host, all who are or ever were seated, or wait.

    Whoever is invited is one of them.
    """
    rows = db.execute(
        """
        SELECT * FROM players WHERE id IN (
            SELECT host_id FROM tables WHERE id = ?1
            UNION SELECT player_id FROM invitations WHERE table_id = ?1
            UNION SELECT player_id FROM seats WHERE table_id = ?1
            UNION SELECT player_id FROM waiters WHERE table_id = ?1
            UNION SELECT player_id FROM surfaces WHERE table_id = ?1)
        """,
        (table_id,),
    )
    return tuple(map(_player, rows))


def computers(db: Connection, level: str) -> tuple[Player, ...]:
    """The computer players of a level, oldest first."""
    rows = db.execute("SELECT * FROM players WHERE level = ? ORDER BY id", (level,))
    return tuple(map(_player, rows))


def add_computer(db: Connection, level: str, name: str, handle: str) -> Player:
    """Make another computer player."""
    row = insert(db, "players", {"name": name, "handle": handle, "locale": "", "level": level})
    return _player(row)


def keep_dm_channel(db: Connection, player_id: int, channel_id: int) -> None:
    """Store the channel of a player's direct messages."""
    db.execute("UPDATE players SET dm_channel_id = ? WHERE id = ?", (channel_id, player_id))


def close_dms(db: Connection, player_id: int, again_at: int) -> None:
    """Record that a player refused another direct message, and when the next is tried."""
    db.execute(
        "UPDATE players SET dm_closed = 1, dm_channel_id = NULL, dm_refusals = dm_refusals + 1,"
        " dm_again_at = ? WHERE id = ?",
        (again_at, player_id),
    )


def open_dms(db: Connection, player_id: int) -> None:
    """Record that a direct message has reached a player."""
    db.execute(
        "UPDATE players SET dm_closed = 0, dm_refusals = 0, dm_again_at = NULL WHERE id = ?",
        (player_id,),
    )


def try_dms(db: Connection, player_id: int, at: int | None) -> None:
    """Set when direct messages that a player refused are tried again; None for now."""
    db.execute("UPDATE players SET dm_again_at = ? WHERE id = ?", (at, player_id))


def set_preferences(db: Connection, player_id: int, preferences: Preferences) -> None:
    """Store a player's preferences."""
    values = asdict(preferences)
    gaps = ", ".join(f"{name} = :{name}" for name in values)
    db.execute(f"UPDATE players SET {gaps} WHERE id = :id", {"id": player_id, **values})


def _player(row: DbRow) -> Player:
    return as_row(Player, row, preferences=as_row(Preferences, row))


# --- the tutorial ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Learner:
    """A person's lesson, and the seed of the problem it shows.

    `solved` has a bit for each lesson with a right answer.
    """

    lesson: int
    seed: int
    solved: int = 0


def find_learner(db: Connection, player_id: int) -> Learner | None:
    """Where a player is in the tutorial; None if they have never opened it."""
    row = db.execute("SELECT * FROM learners WHERE player_id = ?", (player_id,)).fetchone()
    return None if row is None else as_row(Learner, row)


def keep_learner(db: Connection, player_id: int, learner: Learner) -> None:
    """Store where a player is in the tutorial."""
    db.execute(*upsert("learners", {"player_id": player_id}, asdict(learner)))
