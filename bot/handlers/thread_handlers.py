"""Following a table: joining its thread, and whether all cards are shown there."""

import logging
from functools import partial
from typing import Final

from bot.game import spectators as game
from bot.game.loading import loaded
from bot.game.looks import keep_looks
from bot.game.table import Table, TableError
from bot.handlers import agreements
from bot.handlers.proposing import proposed
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import also_on, changes, on, personal
from bot.screens.components import note
from bot.screens.presses import Follow, ShowAllCards
from bot.screens.replies import Public, says
from bot.screens.thread_screens import thread_name
from bot.store import proposals, surfaces, tables
from bot.store.engine import Connection
from bot.store.surfaces import Place, Slot
from bot.surfaces.gateway import ChannelGone, GatewayError, NotAllowed, ThreadsFull
from bot.texts import texts_for
from bot.values.phrases import plain

log: Final = logging.getLogger(__name__)


@also_on(Follow)
@personal
def follow(at: Request) -> DeferredAnswer:
    """Follow the table in its thread, which is opened for the first follower."""
    table = at.table
    table.verify_open()
    table.mode.verify_followed()
    if at.visitor.parent_id is not None:
        raise TableError("This table is in a thread already. Follow that thread to watch it.")
    verify_has_threads(at)
    lobby = surfaces.get(at.db, table.id, Place(Slot.LOBBY))
    return partial(_followed, table, None if lobby is None else lobby.message_id)


@on(ShowAllCards)
@changes
def show_all_cards(at: Request, press: ShowAllCards) -> Answer:
    """Ask all players to show followers all cards of finished hands, or end that."""
    if not press.shown:
        game.end(at.db, at.table, at.player.id)
        name, _ = plain(at.visitor.person.name), at.public_texts
        said = _("{name} ended this: followers see open cards only.", name=name)
        return Answer(Public(note(said)))
    draft = game.new_proposal(at.table, at.player.id)
    proposals.withdraw(at.db, draft, at.player.id)
    proposal = proposals.add(at.db, draft, sorted(game.asked(at.table)), now=at.now)
    if proposal.is_agreed:
        proposal = agreements.carry_out(at.db, proposal, at.now)
    return proposed(at, proposal)


def verify_has_threads(at: Request) -> None:
    """Raise TableError in a channel that cannot have threads."""
    if not at.visitor.has_threads:
        raise TableError(
            "Voice and stage channels don't have threads. Please do this in a text channel."
        )


def no_threads() -> TableError:
    """The error for a channel in which the bot may not open threads."""
    return TableError(
        "I'm not allowed to open a thread here. Ask somebody to allow me Create Public Threads "
        "and Send Messages in Threads."
    )


async def _followed(
    table: Table, message_id: int | None, services: Services, visitor: Visitor
) -> Answer:
    """Add the visitor to the table's thread, below that message, and say where it is."""
    try:
        thread_id = await _joined(table, message_id, services, visitor.person.user_id)
    except NotAllowed:
        raise no_threads() from None
    except ThreadsFull:
        raise TableError(
            "This server has as many open threads as Discord allows. Archive or delete one "
            "nobody needs, then try again."
        ) from None
    except GatewayError as error:
        log.warning("table %d: no thread to follow it: %r", table.id, error)
        raise TableError(
            "Discord didn't let me open a thread in this channel. Please try again later."
        ) from None
    await services.database.write(partial(_keep, table.id, thread_id))
    _ = visitor.texts
    told = _(
        "You're following this table in <#{thread}>. To stop, leave that thread.",
        thread=thread_id,
    )
    return Answer(says(told), (table.id,))


async def _joined(table: Table, message_id: int | None, services: Services, user_id: int) -> int:
    """Add the person to the table's thread, opened if there is none; returns its id."""
    gateway, thread = services.gateway, table.thread
    if thread is not None and thread.thread_id is not None:
        try:
            await gateway.add_to_thread(thread.thread_id, user_id)
        except ChannelGone:
            log.info("table %d: its thread was deleted, another is made", table.id)
        else:
            return thread.thread_id
    row = table.row
    name = thread_name(table.host.name, texts_for(row.locale))
    thread_id = await gateway.open_thread(row.channel_id, message_id, name)
    await gateway.add_to_thread(thread_id, user_id)
    return thread_id


def _keep(table_id: int, thread_id: int, db: Connection) -> None:
    """Store a table's thread; a new one gets a message of its own with the latest hand."""
    thread = loaded(db, table_id).thread
    if thread is None or thread.thread_id != thread_id:
        tables.put_thread(db, table_id, thread_id)
        surfaces.forget(db, table_id, Place(Slot.THREAD))
        keep_looks(db, table_id)
