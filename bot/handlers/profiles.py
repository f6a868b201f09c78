"""A player's own page of the ledger."""

from dataclasses import dataclass, replace
from functools import partial

from bot.handlers import ledger_pages, ratings
from bot.handlers.request import Services
from bot.screens.ledger import Page
from bot.screens.player import Profile, finishes_page, player_page
from bot.screens.queries import Query
from bot.store import finishes, players
from bot.store.engine import Connection
from bot.store.ledger import achievements, feats, seasons, tallies
from bot.texts import Texts
from bot.values.ledger import EVERYTHING, LedgerError
from bot.values.standings import Finishes


async def page(services: Services, guild_id: int, query: Query, _: Texts) -> Page:
    """A player's sums, streaks and rating, and their record against each opponent."""
    if len(query.about) != 1:
        raise LedgerError("This button belongs to another server's ledger.")
    player_id = query.about[0]
    found = await services.database.read(
        partial(_profile, guild_id=guild_id, query=query, now=services.now)
    )
    if isinstance(found, _Finisher):
        return finishes_page(query, found.name, found.finishes, _)
    season, profile = found
    rating = await ratings.line_of(services, guild_id, player_id, query.scope, _)
    return player_page(query, replace(profile, rating=rating), _, season=season)


@dataclass(frozen=True)
class _Finisher:
    """Somebody who has played tournaments and no hand that counts."""

    name: str
    finishes: Finishes


def _profile(
    db: Connection, guild_id: int, query: Query, now: int
) -> tuple[str, Profile] | _Finisher:
    """The name of the season and what is kept of the player in it."""
    player_id, scope = query.about[0], query.scope
    season = seasons.name_of(db, guild_id, scope.season)
    record = tallies.record(db, guild_id, player_id, scope, now=now)
    reached = finishes.of_player(db, guild_id, player_id) if scope == EVERYTHING else None
    if record is None and reached is not None:
        return _Finisher(players.get(db, player_id).name, reached)
    if record is None:
        raise LedgerError("This player has no hands here yet.")
    against = tallies.rivals(db, guild_id, player_id, scope, now=now)
    streak = feats.within(db, guild_id, player_id, scope, now=now)
    (told,) = ledger_pages.told(db, guild_id, [record])
    achieved = achievements.of_player(db, guild_id, player_id) if scope == EVERYTHING else {}
    return season, Profile(told, against, streak, achievements=achieved, finishes=reached)
