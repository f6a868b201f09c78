"""The chart of running points."""

from sqlite3 import Connection

from bot.handlers.services import Services
from bot.ledger import LedgerError
from bot.pictures import plain_text
from bot.pictures.ledger import MOST_LINES
from bot.pictures.theme import Theme
from bot.scenes import LedgerScene
from bot.screens.ledger_chart import LENGTHS, chart_page, chart_text_page
from bot.screens.pages import Page
from bot.screens.queries import Query
from bot.store import charts, seasons, tallies
from bot.tables.illustrator import Wish
from bot.texts import Texts


async def chart(
    services: Services, guild_id: int, query: Query, _: Texts, *, pictured: bool
) -> Page:
    """The running points of the players asked for, or of those who played most."""
    now = services.now
    season, scene = await services.database.read(lambda db: _read(db, guild_id, query, now))
    wish = Wish(f"ledger-{now}.png", Theme(), pictured=pictured)
    picture = await services.studio.illustrator.ledger(scene, wish, _)
    return chart_page(query, picture, _, season=season)


async def as_text(services: Services, guild_id: int, query: Query, _: Texts) -> Page:
    """The same as text."""
    now = services.now
    season, scene = await services.database.read(lambda db: _read(db, guild_id, query, now))
    return chart_text_page(query, plain_text.ledger(scene, _), _, season=season)


def _read(db: Connection, guild_id: int, query: Query, now: int) -> tuple[str, LedgerScene]:
    scope, length = query.scope, query.page
    season = seasons.name_of(db, guild_id, scope.season)
    ids = query.about or tallies.ranked(db, guild_id, scope, now=now, count=MOST_LINES)
    if not all(tallies.has_played(db, guild_id, player_id) for player_id in ids):
        raise LedgerError("There are no hands of this player here yet.")
    if length in LENGTHS:
        scene = charts.by_hand(db, guild_id, ids, scope, now=now, count=length)
    else:
        scene = charts.by_day(db, guild_id, ids, scope, now=now)
    if not scene.hands:
        raise LedgerError("There are no hands to draw here.")
    return season, scene
