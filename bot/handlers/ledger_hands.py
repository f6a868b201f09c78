"""Pages about one past hand."""

from sqlite3 import Connection

from bot.handlers.services import Services
from bot.ledger import LedgerError
from bot.pictures import plain_text
from bot.screens.ledger_hands import PastHand, hand_page, text_page
from bot.screens.pages import Page
from bot.screens.presses import Spot
from bot.screens.queries import Query
from bot.store import bookings
from bot.tables.illustrator import Wish
from bot.tables.results import result_scene
from bot.tables.studio import look_of
from bot.tables.table import Table, loaded
from bot.texts import Texts


async def hand(
    services: Services, guild_id: int, query: Query, _: Texts, *, pictured: bool
) -> Page:
    """The result of a hand by its number, or of the latest."""
    past, table = await _find(services, guild_id, query)
    scene = result_scene(table)
    wish = Wish(f"hand-{past.number}.png", look_of(table), pictured=pictured)
    picture = await services.studio.illustrator.result(scene, wish, _)
    return hand_page(query, past, scene, picture, _)


async def as_text(services: Services, guild_id: int, query: Query, _: Texts) -> Page:
    """The same as text."""
    past, table = await _find(services, guild_id, query)
    scene = result_scene(table)
    return text_page(query, past, scene, plain_text.result(scene, _), _)


async def _find(services: Services, guild_id: int, query: Query) -> tuple[PastHand, Table]:
    number = query.about[0] if query.about else 0
    return await services.database.read(lambda db: past_hand(db, guild_id, number))


def past_hand(db: Connection, guild_id: int, number: int) -> tuple[PastHand, Table]:
    """A hand of the ledger by its number (0: the latest) with its table; raises LedgerError."""
    booking = bookings.numbered(db, guild_id, number)
    last = bookings.last_number(db, guild_id)
    if booking is None:
        if not last:
            raise LedgerError("No hand has been finished here yet.")
        raise LedgerError("The hands here are #1 to #{last}.", last=last)
    table = loaded(db, booking.table_id, hand=booking.table_hand)
    assert table.played is not None
    past = PastHand(
        number=booking.number,
        last=last,
        booked_at=booking.booked_at,
        channel_id=booking.channel_id,
        void=bookings.reason_of(db, booking.hand_id),
        spot=Spot(booking.table_id, booking.table_hand),
        has_deal=bool(table.played.log),
    )
    return past, table
