"""A player's own page of the ledger."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.handlers.ledger import drawn_pages, rating_pages
from bot.handlers.ledger.page_request import PageRequest, page
from bot.pictures.theme import Theme
from bot.screens.ledger.pages import Page
from bot.screens.ledger.player import Profile, finishes_page, player_page, player_text_page
from bot.screens.ledger.queries import LedgerView
from bot.store import players
from bot.store.engine import Connection
from bot.store.ledger import achievements, charts, feats, tallies
from bot.store.tournaments import finishes
from bot.surfaces.render import PictureOptions
from bot.values.hand_skill import THOUSAND
from bot.values.ledger_records import EVERYTHING, SeasonNote
from bot.values.scenes import LedgerScene, ProfileScene, VariantRating
from bot.values.standings import Finishes

_RUN: Final = 200
"""Hands of the line on the picture."""


@page(LedgerView.PLAYER, LedgerView.PLAYER_TEXT)
async def profile(at: PageRequest) -> Page:
    """A player's sums, streaks and rating, as a picture or with their record against each."""
    query = at.query
    _ = at.texts
    found = await _find(at)
    if isinstance(found, _Finisher):
        return finishes_page(query, found.name, found.finishes, _)
    season = found.season
    if query.view is LedgerView.PLAYER_TEXT or not at.pictured:
        return player_text_page(query, found.profile, _, season=season, may_draw=at.pictured)
    options = PictureOptions(f"profile-{at.now}.png", Theme())
    picture = await at.services.composer.illustrator.profile(found.scene, options, _)
    return player_page(query, found.profile, picture, _, season=season)


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
        """The scene of the picture."""
        record = self.profile.record
        return ProfileScene(
            run=self.run,
            hands=record.hands,
            best=record.best,
            given=record.given / THOUSAND / record.judged if record.judged else None,
            rating=self.rating,
            achievements=tuple(self.profile.achievements.items()),
        )


async def _find(at: PageRequest) -> _ProfilePage | _Finisher:
    (player_id,) = at.players(1)
    found = await at.read(partial(_profile, at, player_id))
    if isinstance(found, _Finisher):
        return found
    own = await rating_pages.own_of(at.services, at.guild_id, player_id, at.query.scope)
    if own is None:
        return found
    profile = replace(found.profile, rating=own.line(at.texts))
    return replace(found, profile=profile, rating=own.shown)


def _profile(at: PageRequest, player_id: int, db: Connection) -> _ProfilePage | _Finisher:
    """The player's page without their rating; raises LedgerError."""
    guild_id, now, scope = at.guild_id, at.now, at.query.scope
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
    return _ProfilePage(at.season(db), profile, run)
