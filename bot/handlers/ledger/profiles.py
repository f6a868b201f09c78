"""A player's own page of the ledger."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.handlers.ledger import drawn_pages, ratings
from bot.handlers.request import Services
from bot.pictures.theme import Theme
from bot.screens.ledger.lists import Page
from bot.screens.ledger.player import Profile, finishes_page, player_page, player_text_page
from bot.screens.ledger.queries import Query
from bot.store import players
from bot.store.engine import Connection
from bot.store.ledger import achievements, charts, feats, seasons, tallies
from bot.store.tournaments import finishes
from bot.surfaces.render import PictureOptions
from bot.texts import Texts
from bot.values.ledger import EVERYTHING, LedgerError, SeasonNote
from bot.values.scenes import LedgerScene, ProfileScene, VariantRating
from bot.values.skill import THOUSAND
from bot.values.standings import Finishes

_RUN: Final = 200
"""Hands of the line on the picture."""


async def page(
    services: Services, guild_id: int, query: Query, _: Texts, *, pictured: bool
) -> Page:
    """A player's profile as a picture and in words, or in words alone."""
    found = await _find(services, guild_id, query, _)
    if isinstance(found, _Finisher):
        return finishes_page(query, found.name, found.finishes, _)
    profile, season = found.profile, found.season
    if not pictured:
        return player_text_page(query, profile, _, season=season, may_draw=False)
    options = PictureOptions(f"profile-{services.now}.png", Theme())
    picture = await services.studio.illustrator.profile(found.scene, options, _)
    return player_page(query, profile, picture, _, season=season)


async def page_as_text(services: Services, guild_id: int, query: Query, _: Texts) -> Page:
    """A player's sums, streaks and rating, and their record against each opponent."""
    found = await _find(services, guild_id, query, _)
    if isinstance(found, _Finisher):
        return finishes_page(query, found.name, found.finishes, _)
    return player_text_page(query, found.profile, _, season=found.season)


@dataclass(frozen=True)
class _Finisher:
    """Somebody who has played tournaments and no hand that counts."""

    name: str
    finishes: Finishes


@dataclass(frozen=True)
class _ProfilePage:
    """Somebody's page: what is told of its season, what is told in words, and how points ran."""

    season: SeasonNote
    profile: Profile
    run: LedgerScene
    rating: VariantRating | None = None

    @property
    def scene(self) -> ProfileScene:
        """What the picture shows."""
        record = self.profile.record
        return ProfileScene(
            run=self.run,
            hands=record.hands,
            best=record.best,
            given=record.given / THOUSAND / record.judged if record.judged else None,
            rating=self.rating,
            achievements=tuple(self.profile.achievements.items()),
        )


async def _find(
    services: Services, guild_id: int, query: Query, _: Texts
) -> _ProfilePage | _Finisher:
    if len(query.about) != 1:
        raise LedgerError("This button belongs to another server's ledger.")
    found = await services.database.read(
        partial(_profile, guild_id=guild_id, query=query, now=services.now)
    )
    if isinstance(found, _Finisher):
        return found
    own = await ratings.own_of(services, guild_id, query.about[0], query.scope)
    if own is None:
        return found
    profile = replace(found.profile, rating=own.line(_))
    return replace(found, profile=profile, rating=own.shown)


def _profile(db: Connection, guild_id: int, query: Query, now: int) -> _ProfilePage | _Finisher:
    """What is kept of the player, without their rating; raises LedgerError."""
    player_id, scope = query.about[0], query.scope
    season = seasons.noted(db, guild_id, scope.season)
    record = tallies.record(db, guild_id, player_id, scope, now=now)
    reached = finishes.of_player(db, guild_id, player_id) if scope == EVERYTHING else None
    if record is None and reached is not None:
        return _Finisher(players.in_ledger(db, guild_id, player_id).name, reached)
    if record is None:
        raise tallies.nothing_of(db, guild_id, player_id)
    against = tallies.rivals(db, guild_id, player_id, scope, now=now)
    streak = feats.within(db, guild_id, player_id, scope, now=now)
    (told,) = drawn_pages.with_told_skill(db, guild_id, [record])
    achieved = achievements.of_player(db, guild_id, player_id) if scope == EVERYTHING else {}
    run = charts.by_hand(db, guild_id, [player_id], scope, now=now, count=_RUN)
    profile = Profile(told, against, streak, achievements=achieved, finishes=reached)
    return _ProfilePage(season, profile, run)
