"""Ratings: the ladder of a server, and players' own pages of the ledger."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.handlers.ledger.page_makers import PageRequest, page, with_told_skill
from bot.handlers.request import Services
from bot.pictures.rating_ladder import MOST_LINES
from bot.pictures.theme import Theme
from bot.screens.ledger.pages import LedgerView, Page, Query
from bot.screens.ledger.people import Profile, finishes_page, player_page, rating_line, rating_page
from bot.store import guilds, players
from bot.store.engine import Connection
from bot.store.ledger import achievements, feats, seasons, tallies
from bot.store.tournaments import at_tables
from bot.surfaces.render import PictureOptions
from bot.values.hand_skill import THOUSAND
from bot.values.ledger_records import EVERYTHING, NOTHING_COUNTS, LedgerError, Scope, SeasonNote
from bot.values.scenes import (
    LedgerScene,
    ProfileScene,
    RatedPlayer,
    RatingScene,
    ScenePlayer,
    VariantRating,
)
from bot.values.standings import Finishes
from ofc_engine.places import shared_places
from ofc_engine.players.levels import LEVELS
from ofc_engine.players.ratings import LEAST_HANDS, YARDSTICKS, Evidence, Rating
from ofc_engine.players.thinking import rate

USUAL: Final = "pineapple"
"""The variant of ratings if none is named and none has been played."""


@dataclass(frozen=True)
class _Ladder:
    """A page of the ladder, with its variant in the scope, and whether another page follows."""

    scope: Scope
    season: SeasonNote
    scene: RatingScene
    has_more: bool


@page(LedgerView.RATING, LedgerView.RATING_TEXT)
async def ladder(at: PageRequest) -> Page:
    """Show the ladder, as a picture or as text."""
    _ = at.texts
    found, picture = await _ladder(at.services, at.guild_id, at.query), None
    if found.scene.lines:
        pictured = at.pictured and at.query.view is LedgerView.RATING
        options = PictureOptions(f"rating-{at.now}.png", Theme(), pictured=pictured)
        picture = await at.services.composer.illustrator.rating(found.scene, options, _)
    season, has_more = found.season, found.has_more
    return rating_page(at.query, found.scope, picture, _, season=season, has_more=has_more)


async def leaders(
    services: Services, guild_id: int, count: int
) -> tuple[str, tuple[RatedPlayer, ...]]:
    """The variant that is played most in a server, and its players with the best ratings in order.

    At most `count` people; none if nobody has a rating yet, or the server does not show ratings.
    """
    try:
        found = await _ladder(services, guild_id, Query(LedgerView.RATING))
    except LedgerError:
        return USUAL, ()
    people = [line for line in found.scene.lines if line.place]
    return found.scope.variant, tuple(people[:count])


async def _ladder(services: Services, guild_id: int, query: Query) -> _Ladder:
    season, scope, known = await services.database.read(
        partial(_read, guild_id=guild_id, scope=query.scope, now=services.now)
    )
    hands = {each.player_id: each.hands for each in known.played}
    people = [
        each for each in await _rate(services, known, scope) if hands[each.player_id] >= LEAST_HANDS
    ]
    if not people:
        return _Ladder(scope, season, RatingScene(()), has_more=False)
    anchors = YARDSTICKS[scope.variant].anchors
    order: list[Rating | str] = sorted(
        [*people, *anchors],
        key=lambda each: -anchors[each] if isinstance(each, str) else -each.points,
    )
    first = query.page * MOST_LINES
    shown = order[first : first + MOST_LINES]
    names = await services.database.read(
        partial(_names, guild_id, [each.player_id for each in shown if isinstance(each, Rating)])
    )
    # Computer players are listed among the people, but have no place.
    ranked = [each for each in order if isinstance(each, Rating)]
    shared = shared_places(each.points for each in ranked)
    places = {each.player_id: place for each, place in zip(ranked, shared, strict=True)}
    lines = list[RatedPlayer]()
    for each in shown:
        if isinstance(each, str):
            points, name = anchors[each], LEVELS[each].human
            computer = ScenePlayer(name, name, 0, is_computer=True)
            lines.append(RatedPlayer(computer, 0, points, points, points, 0))
        else:
            player, count = names[each.player_id], hands[each.player_id]
            lines.append(
                RatedPlayer(player, places[each.player_id], each.points, *each.span, count)
            )
    return _Ladder(scope, season, RatingScene(tuple(lines)), len(order) > first + MOST_LINES)


def _read(
    db: Connection, guild_id: int, scope: Scope, now: int, player_id: int | None = None
) -> tuple[SeasonNote, Scope, Evidence]:
    """The note on the season, the scope with a variant, and the evidence.

    Raises LedgerError if the server does not show ratings, or no hand counts.
    """
    if not guilds.get(db, guild_id).tells_skill:
        raise LedgerError(
            "Ratings need “points given away”, which this server has turned off. Somebody with "
            "Manage Server can turn it on with /my settings."
        )
    if tallies.is_empty(db, guild_id):
        raise LedgerError(NOTHING_COUNTS)
    if not scope.variant:
        found = tallies.most_played(db, guild_id, scope, now=now, player_id=player_id)
        scope = replace(scope, variant=found or USUAL)
    season = seasons.noted(db, guild_id, scope.season)
    return season, scope, tallies.evidence(db, guild_id, scope, now=now)


def _names(guild_id: int, ids: list[int], db: Connection) -> dict[int, ScenePlayer]:
    found = (players.in_ledger(db, guild_id, player_id) for player_id in ids)
    return {each.id: ScenePlayer(each.name, each.handle, 0) for each in found}


async def _rate(services: Services, known: Evidence, scope: Scope) -> tuple[Rating, ...]:
    if not known.played:
        return ()
    return await services.thinker.think(partial(rate, known, scope.variant))


_RUN: Final = 200
"""Hands of the line in the picture."""


@page(LedgerView.PLAYER, LedgerView.PLAYER_TEXT)
async def profile(at: PageRequest) -> Page:
    """Show a player's sums, streaks and rating: a picture, or their record against others."""
    query, _ = at.query, at.texts
    found, picture = await _find(at), None
    if isinstance(found, _Finisher):
        return finishes_page(query, found.name, found.finishes, _)
    if query.view is LedgerView.PLAYER and at.pictured:
        options = PictureOptions(f"profile-{at.now}.png", Theme())
        picture = await at.services.composer.illustrator.profile(found.scene, options, _)
    season, may_draw = found.season, at.pictured
    return player_page(query, found.profile, picture, _, season=season, may_draw=may_draw)


@dataclass(frozen=True)
class _Finisher:
    """A player with tournaments but no hand that counts."""

    name: str
    finishes: Finishes


@dataclass(frozen=True)
class _ProfilePage:
    """A player's page: the note on its season, its words, their running points and their rating."""

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
    scope, now = at.query.scope, at.now
    read = partial(_read, guild_id=at.guild_id, scope=scope, now=now, player_id=player_id)
    try:
        _season, scope, known = await at.read(read)
    except LedgerError:
        return found
    own = next((each for each in known.played if each.player_id == player_id), None)
    if own is None or own.level is not None:
        return found
    ratings = () if own.hands < LEAST_HANDS else await _rate(at.services, known, scope)
    rating = next((each for each in ratings if each.player_id == player_id), None)
    line = rating_line(rating, own.hands, scope.variant, at.texts)
    shown = None
    if rating is not None:
        shown = VariantRating(scope.variant, rating.points, *rating.span)
    return replace(found, profile=replace(found.profile, rating=line), rating=shown)


def _profile(at: PageRequest, player_id: int, db: Connection) -> _ProfilePage | _Finisher:
    """The player's page without their rating; raises LedgerError."""
    guild_id, now, scope = at.guild_id, at.now, at.query.scope
    record = tallies.record(db, guild_id, player_id, scope, now=now)
    reached = at_tables.finishes_with(db, guild_id, player_id) if scope == EVERYTHING else None
    if record is None and reached is not None:
        return _Finisher(players.in_ledger(db, guild_id, player_id).name, reached)
    if record is None:
        raise tallies.nothing_of(db, guild_id, player_id)
    against = tallies.rivals(db, guild_id, player_id, scope, now=now)
    streak = feats.within(db, guild_id, player_id, scope, now=now)
    (told,) = with_told_skill(db, guild_id, [record])
    achieved = achievements.of_player(db, guild_id, player_id) if scope == EVERYTHING else {}
    run = tallies.points_by_hand(db, guild_id, [player_id], scope, now=now, count=_RUN)
    profile = Profile(told, against, streak, achievements=achieved, finishes=reached)
    return _ProfilePage(at.season(db), profile, run)
