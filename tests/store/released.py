"""Databases as released versions of the bot made them, as text: `released/schema-N.sql`.

`python -m tests.store.released` plays one at the stand-in and writes it down for the schema that
this version has, as often as that changes until it is released. `--seal` releases it: from then on
neither the dump nor a migration up to it may change, which `released/digests.txt` tells.
"""

import argparse
import asyncio
import hashlib
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.store import moving, schema
from bot.store.connection import connect_to_read
from bot.store.engine import Connection
from bot.store.postgresql import server_schema
from bot.store.postgresql.server_schema import script
from bot.store.schema import APPLICATION_ID, LATEST
from discord_standin.clock import Clock
from discord_standin.standin import StandIn
from discord_standin.vocabulary import Permission
from tests.e2e.house import Group, House
from tests.e2e.ledgers import asks_to_end_season, begins_season, make_void

FOLDER: Final = Path(__file__).parent / "released"
"""The dumps, each read with `opened`."""
_DIGESTS: Final = FOLDER / "digests.txt"
FIRST_ON_A_SERVER: Final = 2


async def play(path: Path) -> None:
    """Make a database: a season with hands, one of them void, a hand in play, a lobby, a proposal.

    Ann, Bob and Mia play in one channel, two of them and a computer player in another.
    """
    async with StandIn(clock=Clock(is_running=False)) as discord:
        house = House(discord, path, path.parent)
        await house.start()
        try:
            await play_at(house)
            await house.catch_up()
        finally:
            await house.stop()


async def play_at(house: House) -> None:
    discord = house.discord
    guild = discord.add_guild("Friends")
    people = [discord.add_person(name, guild) for name in ("Ann", "Bob", "Mia")]
    ann, bob, _ = people
    ann.join(guild, Permission.MANAGE_GUILD)
    group = Group(house, guild, discord.add_channel(guild, "poker"), people)
    await begins_season(ann, group.channel, "Winter")
    await group.sit_down(clock="2d", length="9h")
    for _ in range(3):
        await group.play_hand()
    await make_void(group, 2)
    ended = await asks_to_end_season(ann, group.channel)
    await ann.press(ended.message, "End the season")
    await begins_season(ann, group.channel, "Spring")
    await group.play_hand()
    await group.deal()
    for person in people:
        await group.act(person)
    asked = await bob.types(group.channel, "/ledger void number:1 reason:misread")
    await bob.press(asked.message, asked.message.buttons[0].label or "")
    lobby = Group(house, guild, discord.add_channel(guild, "kitchen"), [bob])
    await lobby.sit_down(computer="Steady")


def dump(path: Path) -> str:
    """A database as text, with its schema's number."""
    with closing(connect_to_read(path)) as db:
        lines = list(db.iterdump())
    return "\n".join(
        [
            "PRAGMA foreign_keys = OFF;",
            f"PRAGMA application_id = {APPLICATION_ID};",
            f"PRAGMA user_version = {LATEST};",
            *lines,
            "",
        ]
    )


def opened(file: Path, path: Path) -> None:
    """Make a database at `path` of a dump."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(file.read_text("utf-8"))


def moved(path: Path, target: Connection, number: int) -> None:
    """Make a database on a server, as it was there with schema `number`, of a file with that."""
    target.execute(made_on_server(number))
    with closing(sqlite3.connect(path)) as source:
        (kept,) = source.execute("PRAGMA user_version").fetchone()
        target.execute("INSERT INTO schema_version VALUES (?)", (kept,))
        target.execute("BEGIN")
        moving.copy(source, target)
        target.execute("COMMIT")


def made_on_server(number: int) -> str:
    """The statements that make a schema on a server."""
    return script(number)


# --- what is released ------------------------------------------------------------------------


def released() -> dict[str, str]:
    """What is released and may never change: its name, and the SHA-256 of its text."""
    lines = _DIGESTS.read_text("utf-8").splitlines() if _DIGESTS.exists() else []
    return {name: digest for digest, name in map(str.split, lines)}


def digests(until: int) -> dict[str, str]:
    """The same of all schemas up to a number, as it is now."""
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in _texts(until)}


def _texts(until: int) -> Iterator[tuple[str, str]]:
    for number in range(1, until + 1):
        for file in (*schema.files(number), FOLDER / f"schema-{number}.sql"):
            yield file.name, file.read_text("utf-8")
        if number >= FIRST_ON_A_SERVER:
            made = schema.made_by(schema.script(0, number)).statements
            yield f"schema-{number}-on-a-server", server_schema.translated(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seal", action="store_true", help="release the newest schema")
    if parser.parse_args().seal:
        lines = [f"{digest}  {name}\n" for name, digest in digests(LATEST).items()]
        _DIGESTS.write_text("".join(lines), "utf-8")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ofc.sqlite3"
        asyncio.run(play(path))
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"schema-{LATEST}.sql").write_text(dump(path), "utf-8")


if __name__ == "__main__":
    main()
