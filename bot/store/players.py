"""People and computers who have played: the only place where Discord ids are kept."""

from dataclasses import dataclass
from sqlite3 import Connection, Row
from typing import Final

from bot.quiet import QuietHours, zone_names

AIDS: Final = ("outs", "live", "none")
"""What pictures can count for a player; the first unless they choose another."""


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

    `dm_closed` once Discord has refused a direct message. `skin` and `deck` are for the player's
    own pictures, None as the table has them. `confirm` is `ask`, or `auto`: the last tap places by
    itself after a moment. `aid` is what these pictures count: `outs` (with the live cards), `live`
    cards only, or `none`. `calls` is where a turn is announced: `dm`, `channel` or `none`. Quiet
    hours begin and end at full hours.
    """

    id: int
    user_id: int | None
    name: str
    handle: str
    locale: str
    dm_channel_id: int | None
    dm_closed: bool
    skin: str | None
    deck: str | None
    confirm: str
    aid: str
    level: str | None
    calls: str
    quiet_from: int | None
    quiet_to: int | None
    time_zone: str | None

    @property
    def is_computer(self) -> bool:
        """Whether it is a computer player."""
        return self.level is not None

    @property
    def takes_dms(self) -> bool:
        """Whether cards come by direct message; otherwise they are behind a button."""
        return self.calls == "dm" and not self.dm_closed

    @property
    def quiet_hours(self) -> QuietHours | None:
        """The hours without notifications; None if the player has set none."""
        if self.quiet_from is None or self.quiet_to is None or self.time_zone not in zone_names():
            return None
        return QuietHours(self.quiet_from, self.quiet_to, self.time_zone)

    def is_quiet(self, now: int) -> bool:
        """Whether nothing may notify the player now (Unix seconds)."""
        return self.quiet_hours is not None and self.quiet_hours.covers(now)


def remember(db: Connection, person: Person) -> Player:
    """The player for a person, made or brought up to date.

    Somebody who is only named by others comes without a locale, and keeps the one on record.
    """
    row = db.execute("SELECT * FROM players WHERE user_id = ?", (person.user_id,)).fetchone()
    if row is not None:
        known = _player(row)
        locale = person.locale or known.locale
        if (known.name, known.handle, known.locale) == (person.name, person.handle, locale):
            return known
    row = db.execute(
        """
        INSERT INTO players (user_id, name, handle, locale) VALUES (?, ?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE
        SET name = excluded.name, handle = excluded.handle,
            locale = coalesce(nullif(excluded.locale, ''), locale)
        RETURNING *
        """,
        (person.user_id, person.name, person.handle, person.locale),
    ).fetchone()
    return _player(row)


def add_nameless(db: Connection, name: str) -> int:
    """Add a player of whom nothing but a name is known; returns our own id."""
    return db.execute(
        "INSERT INTO players (name, handle, locale) VALUES (?, '', 'en-US') RETURNING id", (name,)
    ).fetchone()["id"]


def find(db: Connection, user_id: int) -> Player | None:
    """The player with a Discord id; None if they have never done anything here."""
    row = db.execute("SELECT * FROM players WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else _player(row)


def get(db: Connection, player_id: int) -> Player:
    """A player by our own id."""
    return _player(db.execute("SELECT * FROM players WHERE id = ?", (player_id,)).fetchone())


def at_table(db: Connection, table_id: int) -> tuple[Player, ...]:
    """Everybody a table has to do with: its host, who is seated, and who ever was."""
    rows = db.execute(
        """
        SELECT * FROM players WHERE id IN (
            SELECT host_id FROM tables WHERE id = ?1
            UNION SELECT player_id FROM seats WHERE table_id = ?1
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
    row = db.execute(
        "INSERT INTO players (name, handle, locale, level) VALUES (?, ?, '', ?) RETURNING *",
        (name, handle, level),
    ).fetchone()
    return _player(row)


def set_dm(db: Connection, player_id: int, *, channel_id: int | None, closed: bool) -> None:
    """Keep where a player's direct messages go, None if unknown; `closed`: they take none."""
    db.execute(
        """
        UPDATE players SET dm_closed = ?2,
            dm_channel_id = CASE WHEN ?2 THEN NULL ELSE COALESCE(?1, dm_channel_id) END
        WHERE id = ?3
        """,
        (channel_id, closed, player_id),
    )


def set_look(db: Connection, player_id: int, *, skin: str | None, deck: str | None) -> None:
    """Keep the look of a player's own pictures; None is as the table has them."""
    db.execute("UPDATE players SET skin = ?, deck = ? WHERE id = ?", (skin, deck, player_id))


def set_confirm(db: Connection, player_id: int, confirm: str) -> None:
    """Keep whether a player's last tap places by itself: `ask` or `auto`."""
    db.execute("UPDATE players SET confirm = ? WHERE id = ?", (confirm, player_id))


def set_calls(db: Connection, player_id: int, calls: str) -> None:
    """Keep where a player's turn is announced: `dm`, `channel` or `none`."""
    db.execute("UPDATE players SET calls = ? WHERE id = ?", (calls, player_id))


def set_quiet(
    db: Connection, player_id: int, hours: tuple[int, int] | None, zone: str | None
) -> None:
    """Keep a player's quiet hours (full hours, None for none) and IANA time zone."""
    begins, ends = hours or (None, None)
    db.execute(
        "UPDATE players SET quiet_from = ?, quiet_to = ?, time_zone = ? WHERE id = ?",
        (begins, ends, zone, player_id),
    )


def set_aid(db: Connection, player_id: int, aid: str) -> None:
    """Keep what a player's own pictures count: `outs`, `live` or `none`."""
    db.execute("UPDATE players SET aid = ? WHERE id = ?", (aid, player_id))


def _player(row: Row) -> Player:
    return Player(
        id=row["id"],
        user_id=row["user_id"],
        name=row["name"],
        handle=row["handle"],
        locale=row["locale"],
        dm_channel_id=row["dm_channel_id"],
        dm_closed=bool(row["dm_closed"]),
        skin=row["skin"],
        deck=row["deck"],
        confirm=row["confirm"],
        aid=row["aid"],
        level=row["level"],
        calls=row["calls"],
        quiet_from=row["quiet_from"],
        quiet_to=row["quiet_to"],
        time_zone=row["time_zone"],
    )
