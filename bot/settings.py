"""Settings from the environment and `.env`, checked once at the start."""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from dotenv import dotenv_values

from bot.ofc.errors import OfcError

_TOKEN_PARTS: Final = 3
_LONGEST_DELAY: Final = 60
_LEAST_PATIENCE: Final = 10
_LAST_PORT: Final = 65_535
_SHARDS: Final = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)
_MOST_SHARDS: Final = 16_384
_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingsError(OfcError):
    """A setting that is missing or cannot be used."""


@dataclass(frozen=True)
class Server:
    """A database of a PostgreSQL server; as text its address goes without user and password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        """The address as it may be logged and shown."""
        scheme, _, rest = self.url.partition("://")
        return f"{scheme}://{rest.partition('?')[0].rpartition('@')[2]}"


@dataclass(frozen=True)
class Shards:
    """The shards `first` to `last` of `count`, which a process serves: Discord's parts of a bot."""

    first: int
    last: int
    count: int

    def __str__(self) -> str:
        """As OFC_SHARDS names them."""
        return f"{self.first}-{self.last}/{self.count}"

    @property
    def ids(self) -> tuple[int, ...]:
        """Their numbers, counted from 0."""
        return tuple(range(self.first, self.last + 1))

    @property
    def are_all(self) -> bool:
        """Whether there are no others."""
        return len(self.ids) == self.count

    def have(self, guild_id: int) -> bool:
        """Whether one of them tells of a server; of direct messages shard 0 does."""
        return self.first <= (guild_id >> 22) % self.count <= self.last

    @staticmethod
    def load(environment: "Environment | None" = None) -> "Shards | None":
        """What OFC_SHARDS names; None where Discord is to say how many there are.

        Raises SettingsError.
        """
        if environment is None:
            environment = _environment()
        value = environment.get("OFC_SHARDS") or ""
        return _shards(value) if value else None


Address: TypeAlias = Path | Server
"""Where a database is: a file of SQLite's, or on a server."""


def address_of(text: str) -> Address:
    """What OFC_DATABASE names: `postgresql://...` (or `postgres://...`), or else a file."""
    is_url = text.startswith(("postgresql://", "postgres://"))
    return Server(text) if is_url else Path(text)


ENV_FILE: Final = Path(".env")
DISCORD_URL: Final = "OFC_DISCORD_URL"
Environment: TypeAlias = Mapping[str, str | None]


@dataclass(frozen=True)
class Storage:
    """Where everything is kept; no backups are made every night if `backups_kept` is 0."""

    database: Address = Path("data/ofc.sqlite3")
    backups: Path = Path("data/backups")
    backups_kept: int = 7

    @property
    def file(self) -> Path:
        """The database's file; SettingsError if it is on a server, which has copies of its own."""
        if isinstance(self.database, Path):
            return self.database
        raise SettingsError(
            "The database {url} is on a PostgreSQL server. Back it up with pg_dump, and put a "
            "backup back with pg_restore: see docs/postgresql.md.",
            url=self.database,
        )

    @staticmethod
    def load(environment: Environment | None = None) -> "Storage":
        """The storage that environment and `.env` name; needs no token. Raises SettingsError."""
        if environment is None:
            environment = _environment()
        return Storage(
            database=address_of(environment.get("OFC_DATABASE") or str(Storage.database)),
            backups=Path(environment.get("OFC_BACKUPS") or Storage.backups),
            backups_kept=_count(environment.get("OFC_BACKUPS_KEPT") or str(Storage.backups_kept)),
        )


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; `.env.example` explains each name."""

    token: str
    storage: Storage
    log_level: str = "INFO"
    computer_delay: float = 2.0
    health_file: Path | None = None
    give_up_after: int = 0
    status_port: int = 0
    discord_url: str = ""
    shards: Shards | None = None

    def __repr__(self) -> str:
        return f"Settings(token=..., storage={self.storage}, log_level={self.log_level})"

    @staticmethod
    def load(environment: Environment | None = None) -> "Settings":
        """The settings of this process: its environment, then `.env`; raises SettingsError."""
        if environment is None:
            environment = _environment()
        storage = Storage.load(environment)
        return Settings(
            token=_token(environment.get("DISCORD_TOKEN")),
            storage=storage,
            log_level=_level(environment.get("OFC_LOG_LEVEL") or Settings.log_level),
            computer_delay=_delay(environment.get("OFC_COMPUTER_DELAY")),
            health_file=_path(environment.get("OFC_HEALTH_FILE")),
            give_up_after=_patience(environment.get("OFC_GIVE_UP_AFTER") or "0"),
            status_port=status_port(environment),
            discord_url=environment.get(DISCORD_URL) or "",
            shards=_fitting(Shards.load(environment), storage),
        )


def status_port(environment: Environment | None = None) -> int:
    """The port of the status page on this machine, 0 for none; needs no token.

    Raises SettingsError.
    """
    if environment is None:
        environment = _environment()
    value = environment.get("OFC_METRICS") or "0"
    if not value.isdecimal() or int(value) > _LAST_PORT:
        raise SettingsError(
            "OFC_METRICS cannot be “{value}”. It is a port of this machine, such as 9464.",
            value=value,
        )
    return int(value)


def _shards(value: str) -> Shards:
    found = _SHARDS.fullmatch(value)
    if found is not None:
        first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
        if first <= last < count <= _MOST_SHARDS:
            return Shards(first, last, count)
    raise SettingsError(
        "OFC_SHARDS cannot be “{value}”. It names the shards that this process serves and how many "
        "there are in all, such as 0-15/64: the first sixteen of 64.",
        value=value,
    )


def _fitting(shards: Shards | None, storage: Storage) -> Shards | None:
    """Shards that may be served with a database; raises SettingsError."""
    if shards is not None and not shards.are_all and isinstance(storage.database, Path):
        raise SettingsError(
            "OFC_SHARDS={shards} leaves shards to other processes, and the file {path} is for one "
            "alone. Serve all of them with OFC_SHARDS=0-{last}/{count}, or put the database on a "
            "PostgreSQL server: see docs/postgresql.md.",
            shards=shards,
            path=storage.database,
            last=shards.count - 1,
            count=shards.count,
        )
    return shards


def _environment() -> Environment:
    return {**dotenv_values(ENV_FILE), **os.environ}


def is_open_to_all(path: Path) -> bool:
    """Whether every user of this machine can read a file; False where files have no such mode."""
    try:
        return os.name == "posix" and bool(path.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False


def _token(value: str | None) -> str:
    if not value:
        raise SettingsError(
            "DISCORD_TOKEN is not set. Copy .env.example to .env and put the bot's token there, "
            "or try the bot without one: python -m bot sandbox"
        )
    if len(value.split(".")) != _TOKEN_PARTS:
        raise SettingsError(
            "DISCORD_TOKEN does not look like a bot token: it has three parts with dots between."
        )
    return value


def _level(value: str) -> str:
    if value.upper() not in _LEVELS:
        raise SettingsError(
            "OFC_LOG_LEVEL cannot be “{value}”. Choose one of: {levels}.",
            value=value,
            levels=", ".join(_LEVELS),
        )
    return value.upper()


def _delay(value: str | None) -> float:
    if not value:
        return Settings.computer_delay
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= _LONGEST_DELAY:
        raise SettingsError(
            "OFC_COMPUTER_DELAY cannot be “{value}”. It is a number of seconds from 0 to {most}.",
            value=value,
            most=_LONGEST_DELAY,
        )
    return seconds


def _path(value: str | None) -> Path | None:
    return Path(value) if value else None


def _patience(value: str) -> int:
    if not value.isdecimal() or 0 < int(value) < _LEAST_PATIENCE:
        raise SettingsError(
            "OFC_GIVE_UP_AFTER cannot be “{value}”. It is a number of seconds from {least} on, or "
            "0 for never.",
            value=value,
            least=_LEAST_PATIENCE,
        )
    return int(value)


def _count(value: str) -> int:
    if not value.isdecimal():
        raise SettingsError(
            "OFC_BACKUPS_KEPT cannot be “{value}”. It is how many backups are kept, 0 for none.",
            value=value,
        )
    return int(value)
