"""Settings from the environment and `.env`, checked once at the start.

No sentence quotes a setting's value: it may be a password on the wrong line.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from dotenv import dotenv_values

from ofc_engine.errors import OfcError

_LONGEST: Final = 4_000
"""Characters of a setting; no path of any system is longer."""
_TOKEN: Final = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+", re.ASCII)
_LONGEST_DELAY: Final = 60
_LEAST_PATIENCE: Final = 10
_YEAR: Final = 365 * 24 * 3600
_MOST_BACKUPS: Final = 10_000
_LAST_PORT: Final = 65_535
_SUFFIX: Final = 64
"""Characters that copies of a file, and files beside it, add to its name."""
_STAND_IN: Final = re.compile(
    r"http://(?:127\.0\.0\.1|localhost|\[::1\])(?::(?P<port>\d{1,5}))?/?", re.ASCII
)
_PAGE: Final = re.compile(r"https?://[\w.:\[\]-]+(?:/[^#\s]*)?", re.ASCII)
_LONGEST_PAGE: Final = 300
"""Characters: with a hand behind it, it has to fit into the 512 that Discord gives a button."""
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
        found = _URL.fullmatch(self.url)
        return f"postgresql://{found['hosts']}{found['name']}" if found else "postgresql://..."


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
        """True if there are no others."""
        return len(self.ids) == self.count

    def have(self, guild_id: int) -> bool:
        """True if one of them tells of a server; of direct messages shard 0 does."""
        return self.first <= (guild_id >> 22) % self.count <= self.last

    @staticmethod
    def load(environment: "Environment | None" = None) -> "Shards | None":
        """The shards that OFC_SHARDS names; None where Discord is to say how many there are.

        Raises SettingsError.
        """
        if environment is None:
            environment = _environment()
        value = _value(environment, "OFC_SHARDS")
        return _shards(value) if value else None


Address: TypeAlias = Path | Server
"""Where a database is: a file of SQLite's, or on a server."""


_CODE: Final = r"%(?!00)[0-9A-Fa-f]{2}"
_HOST: Final = rf"(?:\[[0-9A-Fa-f:.]+\]|(?:[^][:/@?,\s%]|{_CODE})*)(?::\d*)?"
_PARAMETER: Final = rf"\w+=(?:[^=&\s%]|{_CODE})*"
_URL: Final = re.compile(
    rf"(?i:postgres(?:ql)?)://(?:(?:[^@/\s%]|{_CODE})*@)?"
    rf"(?P<hosts>{_HOST}(?:,{_HOST})*)(?P<name>(?:/(?:[^@/?\s%]|{_CODE})*)?)"
    rf"(?:\?{_PARAMETER}(?:&{_PARAMETER})*)?"
)
"""PostgreSQL's own library reads the same addresses; others it would quote in its errors."""
_NO_FILE: Final = re.compile(
    r"(?!\w:[\\/])[^/\\]*:|(?i:postgres\w*//)|(?:host|hostaddr|port|dbname|user|password|service)\s*="
)
"""Names that a file has only by mistake: another program's address, or a server's parameters."""


def address_of(text: str, name: str = "OFC_DATABASE") -> Address:
    """Where a database is: `postgresql://...` (or `postgres://...`), or else a file.

    `name` is the setting. Raises SettingsError for anything else.
    """
    if _URL.fullmatch(text):
        return Server(f"postgresql://{text.partition('://')[2]}")
    if re.match(r"(?i)\s*postgres", text) and _NO_FILE.match(text):
        raise SettingsError(
            "{name} can't be read. The address of a server looks like "
            "postgresql://user:password@host/ofc, and in a password %2F stands for /, %40 for "
            "@ and %25 for %.",
            name=name,
        )
    path = _usable(text, name)
    if path.exists() and not path.is_file():
        raise SettingsError("{name} is a folder, or something else that isn't a file.", name=name)
    return path


def _usable(text: str, name: str) -> Path:
    """A path that can exist, with longer names beside it and in it; raises SettingsError."""
    if _NO_FILE.match(text):
        raise SettingsError("{name} isn't the name of a file or a folder.", name=name)
    path = Path(text)
    for each in (path, path.parent / f"{path.name}{'x' * _SUFFIX}", path / ("x" * _SUFFIX)):
        try:
            each.stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "there can be no such file"
            raise SettingsError(
                "{name} can't be used: {reason}.", name=name, reason=reason
            ) from None
    return path


ENV_FILE: Final = Path(".env")
DISCORD_URL: Final = "OFC_DISCORD_URL"
REPLAY_URL: Final = "OFC_REPLAY_URL"
NAMES: Final = (
    *("DISCORD_TOKEN", "OFC_DATABASE", "OFC_SHARDS", "OFC_COMPUTER_DELAY", "OFC_BACKUPS"),
    *("OFC_BACKUPS_KEPT", DISCORD_URL, "OFC_LOG_LEVEL", "OFC_HEALTH_FILE", "OFC_METRICS"),
    *("OFC_GIVE_UP_AFTER", REPLAY_URL),
)
"""All that can be set."""
Environment: TypeAlias = Mapping[str, str | None]


@dataclass(frozen=True)
class Storage:
    """Where everything is kept; there are no nightly backups if `backups_kept` is 0."""

    database: Address = Path("data/ofc.sqlite3")
    backups: Path = Path("data/backups")
    backups_kept: int = 7

    @property
    def file(self) -> Path:
        """The database's file; SettingsError if it is on a server, which has copies of its own."""
        if isinstance(self.database, Path):
            return self.database
        raise SettingsError(
            "The database {url} is on a PostgreSQL server. Make backups with pg_dump, and put "
            "one back with pg_restore: see docs/postgresql.md.",
            url=self.database,
        )

    @staticmethod
    def load(environment: Environment | None = None) -> "Storage":
        """The storage that environment and `.env` name; needs no token. Raises SettingsError."""
        if environment is None:
            environment = _environment()
        return Storage(
            database=address_of(_value(environment, "OFC_DATABASE") or str(Storage.database)),
            backups=_folder(_value(environment, "OFC_BACKUPS")) or Storage.backups,
            backups_kept=_number(
                environment, "OFC_BACKUPS_KEPT", Storage.backups_kept, range(1, _MOST_BACKUPS + 1)
            ),
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
    replay_url: str = ""
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
            token=_token(_value(environment, "DISCORD_TOKEN")),
            storage=storage,
            log_level=_level(_value(environment, "OFC_LOG_LEVEL") or Settings.log_level),
            computer_delay=_delay(_value(environment, "OFC_COMPUTER_DELAY")),
            health_file=_health_file(_value(environment, "OFC_HEALTH_FILE")),
            give_up_after=_number(
                environment, "OFC_GIVE_UP_AFTER", 0, range(_LEAST_PATIENCE, _YEAR + 1)
            ),
            status_port=status_port(environment),
            discord_url=_stand_in(_value(environment, DISCORD_URL)),
            replay_url=_page(_value(environment, REPLAY_URL)),
            shards=_fitting(Shards.load(environment), storage),
        )


def status_port(environment: Environment | None = None) -> int:
    """The port of the status page on this machine, 0 for none; needs no token.

    Raises SettingsError.
    """
    if environment is None:
        environment = _environment()
    return _number(environment, "OFC_METRICS", 0, range(1, _LAST_PORT + 1))


def _value(environment: Environment, name: str) -> str:
    """The value of a variable, without blanks around it; SettingsError if it can be no setting."""
    value = (environment.get(name) or "").strip()
    if len(value) > _LONGEST or not value.isprintable():
        raise SettingsError(
            "{name} is too long, or has characters in it that can't be printed.", name=name
        )
    return value


def _number(environment: Environment, name: str, usual: int, allowed: range) -> int:
    """A whole number that is allowed, or 0; `usual` if the variable is not set."""
    value = _value(environment, name)
    if not value:
        return usual
    number = int(value) if value.isdecimal() and len(value) < 10 else -1
    if number and number not in allowed:
        raise SettingsError(
            "{name} has to be a whole number from {least} to {most}, or 0.",
            name=name,
            least=allowed[0],
            most=allowed[-1],
        )
    return number


def _shards(value: str) -> Shards:
    found = _SHARDS.fullmatch(value)
    if found is not None:
        first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
        if first <= last < count <= _MOST_SHARDS:
            return Shards(first, last, count)
    raise SettingsError(
        "OFC_SHARDS has to name the shards that this process serves and how many there are in all, "
        "such as 0-15/64: the first sixteen of 64."
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
    # An empty variable counts as not set: the file may have a value.
    return {**_env_file(), **{name: value for name, value in os.environ.items() if value}}


def _env_file() -> Environment:
    """The contents of `.env`, if there is one; raises SettingsError."""
    try:
        return dotenv_values(ENV_FILE)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            "{file} can't be read: {reason}.",
            file=ENV_FILE,
            reason=getattr(error, "strerror", None) or "it isn't text in UTF-8",
        ) from None


def unknown_names() -> list[str]:
    """Names in `.env` that look like settings of the bot and are none; raises SettingsError."""
    return sorted(name for name in _env_file() if name.startswith("OFC_") and name not in NAMES)


def _token(value: str) -> str:
    if not value:
        raise SettingsError(
            "DISCORD_TOKEN isn't set. Put the bot's token into the file {file}, as .env.example "
            "shows, or try the bot without one: ofc-bot sandbox",
            file=ENV_FILE.absolute(),
        )
    if not _TOKEN.fullmatch(value):
        raise SettingsError(
            "DISCORD_TOKEN doesn't look like a bot token: it has three parts with dots between."
        )
    return value


def _level(value: str) -> str:
    if value.upper() not in _LEVELS:
        raise SettingsError("OFC_LOG_LEVEL has to be one of: {levels}.", levels=", ".join(_LEVELS))
    return value.upper()


def _delay(value: str) -> float:
    if not value:
        return Settings.computer_delay
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= _LONGEST_DELAY:
        raise SettingsError(
            "OFC_COMPUTER_DELAY has to be a number of seconds from 0 to {most}.",
            most=_LONGEST_DELAY,
        )
    return seconds


def _stand_in(value: str) -> str:
    found = _STAND_IN.fullmatch(value)
    if value and (found is None or int(found["port"] or 0) > _LAST_PORT):
        raise SettingsError(
            "{variable} has to be the address of a stand-in on this machine, such as "
            "http://127.0.0.1:8123.",
            variable=DISCORD_URL,
        )
    return value


def _page(value: str) -> str:
    if value and not (value.isascii() and _PAGE.fullmatch(value) and _fits(value)):
        raise SettingsError(
            "{variable} has to be the address of a web page, such as "
            "https://example.org/hand.html: at most {most} characters, and without #.",
            variable=REPLAY_URL,
            most=_LONGEST_PAGE,
        )
    return value


def _fits(url: str) -> bool:
    """True if an address is short enough, and its port is one, if it has any."""
    try:
        return len(url) <= _LONGEST_PAGE and urlsplit(url).port != 0
    except ValueError:
        return False


def _folder(value: str) -> Path | None:
    path = _usable(value, "OFC_BACKUPS") if value else None
    if path is not None and path.exists() and not path.is_dir():
        raise SettingsError(
            "{folder} is a file, not a folder. Choose another folder.", folder="OFC_BACKUPS"
        )
    return path


def _health_file(value: str) -> Path | None:
    path = _usable(value, "OFC_HEALTH_FILE") if value else None
    if path is not None and path.is_dir():
        raise SettingsError(
            "{name} is a folder, or something else that isn't a file.", name="OFC_HEALTH_FILE"
        )
    return path
