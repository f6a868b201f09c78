"""`ofc-bot join`: merging two accounts of one person."""

import argparse

from bot.cli.arguments import discord_id, verify_there
from bot.settings import Storage
from bot.store import joining, players
from bot.store.engine import Connection, Error
from bot.store.engines import sole_connection
from bot.store.players import Player
from bot.store.schema import StoreError
from bot.verifying import first_fault
from ofc_engine.cli.console import refuse
from ofc_engine.errors import OfcError


def configure_join(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.set_defaults(run=_join)
    command.add_argument("first", type=discord_id, help="the Discord id of the account that stays")
    command.add_argument("second", type=discord_id, help="that of the one whose hands it gets")
    command.epilog = (
        "Stop the bot and make a backup first: nothing else undoes it. Nothing is joined "
        "unless all fits afterwards, as ofc-bot verify would say. Seals stay as they are."
    )


def _join(options: argparse.Namespace) -> int:
    """Join all or nothing; 2 if it cannot be done."""
    try:
        storage = Storage.load()
        verify_there(storage.database)
        with sole_connection(storage.database, storage.backups) as db:
            db.execute("BEGIN IMMEDIATE")
            first, second = (_known(db, each) for each in (options.first, options.second))
            count = joining.join(db, first, second)
            fault = first_fault(db)
            if fault is not None:
                raise StoreError("{fault} Nothing was joined.", fault=fault)
            db.execute("COMMIT")
    except OfcError as error:
        return refuse(str(error))
    except Error as error:
        return refuse(f"They cannot be joined, and nothing was: {error}.")
    hands = "1 hand" if count == 1 else f"{count} hands"
    print(f"{hands} of {_named(second)} are {_named(first)}'s now, and all in it fits.")
    return 0


def _known(db: Connection, user_id: int) -> Player:
    player = players.find(db, user_id)
    if player is None:
        raise StoreError("The bot knows nobody with the Discord id {user}.", user=user_id)
    return player


def _named(player: Player) -> str:
    return f"{player.name} (@{player.handle})"
