"""What can be compared of two runs: what is kept and shown, apart from times and chance."""

import logging
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import unified_diff
from typing import Final, TypeAlias

from bot.screens.components import Screen
from bot.store import schema
from bot.store.engine import Connection, OperationalError
from tests.desk.desk import BEGINNING
from tests.desk.post import Post
from tests.desk.words import in_words

State: TypeAlias = dict[str, list[str]]
"""Of each table its rows, and of each channel its messages."""

_YEAR: Final = 365 * 24 * 3600
_TIME: Final = re.compile(r"\b18\d{8}\b")
_CHANNEL: Final = re.compile(r"<#(\d+)>")
_LAST_RESULT: Final = re.compile(r"\[Ready\] ?|The next hand has been dealt\.\n?")
"""Of somebody's last result, whose button goes by itself or once it is pressed."""
_COMPUTER: Final = re.compile(r"\(computer player, (?:set|to act)\)")
"""Where all place at once people's own messages are not edited when somebody else has set."""
_MESSAGES: Final = {"message_id", "thread_id", "event_id"}
_BY_CHANCE: Final = {
    ("players", "tag"),
    # A digest of what is kept, with its times.
    ("hands", "seal"),
    # Which of two messages is kept first.
    ("messages", "id"),
    # A digest, too: what a message shows is compared itself.
    ("messages", "shown"),
    # What is found out anew when it is wanted.
    ("players", "dm_channel_id"),
    ("fixed_deals", "par"),
    # Empty or missing: a call that was late adds nothing to its deal either.
    ("fixed_deals", "message"),
}


def rows(db: Connection, post: Post | None = None) -> State:
    """The rows of each table; instead of its number, what a message says, and whose a thread is."""
    threads = _threads(db)
    return {
        table: sorted(
            repr([_value(table, *each, post, threads) for each in zip(names, row, strict=True)])
            for row in db.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
        )
        for table, names in schema.columns(db).items()
    }


def state_of(db: Connection, post: Post) -> State:
    """What is kept, and what is shown in each channel."""
    shown: State = {}
    threads = _threads(db)
    for each in post.messages.values():
        where = threads.get(each.channel_id, f"channel {each.channel_id}")
        shown.setdefault(where, []).append(_told(each.screen, threads))
    return rows(db, post) | shown


def _threads(db: Connection) -> Mapping[int, str]:
    """Whose the threads of tournaments are: their numbers come with the messages before."""
    found = db.execute("SELECT thread_id, number FROM rooms WHERE thread_id IS NOT NULL")
    return {thread_id: f"the thread of table {number}" for thread_id, number in found}


def _value(
    table: str, name: str, value: object, post: Post | None, threads: Mapping[int, str]
) -> object:
    if (table, name) in _BY_CHANCE:
        return "by chance"
    if isinstance(value, str):
        return _TIME.sub("a time", value)
    if not isinstance(value, int):
        return value
    if name in _MESSAGES:
        message = post and post.messages.get(value)
        return "a message" if message is None else _told(message.screen, threads)
    if name == "channel_id" and value in threads:
        return threads[value]
    return "a time" if BEGINNING <= value < BEGINNING + _YEAR else value


def _told(screen: Screen, threads: Mapping[int, str]) -> str:
    said = _LAST_RESULT.sub("", "\n".join(in_words(screen)))
    said = _CHANNEL.sub(lambda link: threads.get(int(link[1]), link[0]), said)
    return _TIME.sub("a time", _COMPUTER.sub("(computer player)", said))


def differences(wanted: State, found: State) -> Iterator[str]:
    """The lines of one state that are not in the other."""
    names = wanted.keys() | found.keys()
    for name in sorted(each for each in names if wanted.get(each) != found.get(each)):
        before, after = _lines(wanted.get(name, ())), _lines(found.get(name, ()))
        for line in unified_diff(before, after, n=0, lineterm=""):
            if not line.startswith(("---", "+++", "@@")):
                yield f"{name}: {line}"


def _lines(texts: Sequence[str]) -> list[str]:
    return [line for text in texts for line in text.replace("\\n", "\n").split("\n")]


@contextmanager
def unknown_troubles() -> Generator[list[str]]:
    """What is logged meanwhile and is not that the database cannot be used."""
    found: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            error = record.exc_info[1] if record.exc_info else None
            if record.levelno >= logging.ERROR and not isinstance(error, OperationalError):
                found.append(f"logged: {record.getMessage()}: {error!r}")
            elif error is not None:
                found.append(f"logged with a traceback: {record.getMessage()}: {error!r}")

    listener = Listener()
    logging.getLogger().addHandler(listener)
    try:
        yield found
    finally:
        logging.getLogger().removeHandler(listener)
