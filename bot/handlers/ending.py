"""Ending a game, and closing the tables of channels and servers that are gone."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from bot.game import leaving, play
from bot.game.changes import close_gone
from bot.game.leaving import StopOutcome
from bot.game.table import StaleError
from bot.game.tournaments.several_tables import end_all
from bot.handlers.request import Answer, Request, Services
from bot.handlers.serving import also_on, changes, for_managers, on
from bot.screens.closing import stop_call, stop_question
from bot.screens.components import Screen, note
from bot.screens.presses import AgreeToStop, EndGame, Stop, StopAfter, StopNow, TablePress
from bot.screens.replies import Private, Public, Redraw, says
from bot.store import challenges, guilds, messages, surfaces, tables
from bot.store.challenges import ChallengeState
from bot.store.engine import Connection
from bot.store.tournaments import tournaments
from bot.surfaces.gateway import Denied, GatewayError, NotAllowed
from bot.texts import Texts
from bot.values.draft import Spot

log: Final = logging.getLogger(__name__)


@also_on(EndGame)
@changes
def stop(at: Request) -> Answer:
    """End the game, or agree that it ends; in mid-hand its host or a manager is asked how."""
    table = at.table
    runs_it = at.may_run(table.row.host_id)
    what = leaving.stop(at.db, table, at.player, at.now, runs_it=runs_it)
    if what is not StopOutcome.ASKS:
        return _asked_or_closed(at, what)
    plays = table.running is not None and table.running.seat_of(at.player.id) is not None
    spot = play.spot_of(table, at.player.id)
    manages = at.visitor.may_manage
    return Answer(Private(stop_question(spot, at.texts, may_manage=manages, plays=plays)))


@on(Stop)
@changes
def propose(at: Request, press: Stop) -> Answer:
    """Be the first to agree that the game ends now; the others are asked."""
    return _asked_or_closed(at, _agree(at, press))


@on(AgreeToStop)
@changes
def agree(at: Request, press: AgreeToStop) -> Answer:
    """Agree that the game ends now, in the message that asks for it."""
    what, _ = _agree(at, press), at.public_texts
    screen = note(_("The table is closed."))
    if what is StopOutcome.WAITS:
        screen = _call(at, _, calls=False)
    return Answer(Redraw(screen, for_everybody=True))


@on(StopAfter)
@changes
def after_this_hand(at: Request, press: StopAfter) -> Answer:
    """Let the running hand be the last."""
    _verify_same_hand(at, press)
    leaving.stop_after(at.db, at.table, runs_it=at.may_run(at.table.row.host_id))
    _ = at.texts
    return Answer(Redraw(note(_("The game ends after this hand."))))


@on(StopNow)
@changes
@for_managers
def now(at: Request, press: StopNow) -> Answer:
    """End the game now; the running hand is void."""
    _verify_same_hand(at, press)
    leaving.stop_now(at.db, at.table, at.now)
    _ = at.texts
    return Answer(Redraw(note(_("The table is closed."))))


def _agree(at: Request, press: TablePress) -> StopOutcome:
    _verify_same_hand(at, press)
    return leaving.agree(at.db, at.table, at.player, at.now)


def _verify_same_hand(at: Request, press: TablePress) -> None:
    """Raise StaleError if the press is about an earlier hand."""
    number = 0 if at.table.played is None else at.table.played.row.number
    if number != press.spot.hand:
        raise StaleError("That was about an earlier hand. Press More, then End the game, again.")


def _asked_or_closed(at: Request, what: StopOutcome) -> Answer:
    if what is StopOutcome.WAITS:
        return Answer(Public(_call(at, at.public_texts, calls=True)))
    _ = at.texts
    return Answer(says(_("The table is closed.")))


def _call(at: Request, _: Texts, *, calls: bool) -> Screen:
    table = at.after().table
    missing = {seat.player_id for seat in leaving.yet_to_agree(table)}
    agreed = [table.people[s.player_id].name for s in table.persons if s.wants_stop]
    waiting = [table.people[player_id].user_id for player_id in missing]
    hand = play.spot_of(table, at.player.id).hand
    ids = [user_id for user_id in waiting if user_id is not None]
    return stop_call(agreed, ids, Spot(table.id, hand), _, calls=calls)


# --- lost channels and servers ---------------------------------------------------------------


def close_channel(services: Services, channel_id: int) -> None:
    """End all that is open in a deleted channel; its players are told in private."""
    what = f"ending what is open in channel {channel_id}"
    # Discord reports it once: without retries, a moment without a database would leave the table
    # waiting for good.
    services.background.keep_up(what, partial(_close_in, services, channel_id=channel_id))


def close_guild(services: Services, guild_id: int) -> None:
    """End all that is open in a server where nothing can be posted any more.

    Its players are told in private; cards that they still see there are taken away.
    """
    what = f"ending what is open in server {guild_id}"
    # Reported once, too, as with a channel.
    services.background.keep_up(what, partial(_close_in, services, guild_id=guild_id))


def show_again(services: Services, guild_id: int) -> None:
    """Show a server that takes the bot back what changed while the bot was not in it."""
    # That includes tables and tournaments that ended because the bot was gone.
    what = f"showing server {guild_id} what changed without the bot"
    services.background.keep_up(what, partial(_show_again, services, guild_id))


def close_lost_places(
    services: Services,
    is_lost: Callable[[int], bool],
) -> None:
    """End all that is open in channels and servers that were lost while the bot was not running.

    `is_lost` says whether the bot is no longer a member of a server.
    """
    keep_up = services.background.keep_up
    keep_up("looking for lost servers", partial(_close_lost_guilds, services, is_lost))
    keep_up("looking for lost channels", partial(_close_lost_channels, services))


async def _close_in(services: Services, *, channel_id: int = 0, guild_id: int = 0) -> None:
    """End all that is open in a channel or in a server."""

    def work(db: Connection) -> set[int]:
        opened = tournaments.open_in(db, channel_id=channel_id, guild_id=guild_id)
        closed = end_all(db, opened, services.now)
        for table_id in tables.open_in(db, channel_id=channel_id, guild_id=guild_id):
            close_gone(db, table_id, services.now)
            closed.add(table_id)
        for challenge_id in challenges.open_in(db, channel_id=channel_id, guild_id=guild_id):
            challenges.end(db, challenge_id, ChallengeState.GONE, services.now)
        return closed

    for closed in await services.database.write(work):
        log.info("table %d: its channel or server is gone, it is closed", closed)
        await services.painter.wake(closed)
    services.timer.expect(services.now)


async def _show_again(services: Services, guild_id: int) -> None:
    def work(db: Connection) -> None:
        messages.touch_announcements(db, guild_id)
        tournaments.take_lost(db, guild_id)
        for table_id in tables.take_lost(db, guild_id):
            surfaces.take_up_public(db, table_id)

    await services.database.write(work)
    await services.painter.catch_up(guild_id)
    await services.messages.catch_up()


async def _close_lost_channels(services: Services) -> None:
    """Raises GatewayError after looking at all, if Discord did not tell about one for now."""
    untold: GatewayError | None = None
    for channel_id in await services.database.read(guilds.channels_with_open):
        try:
            if await services.gateway.is_gone(channel_id):
                await _close_in(services, channel_id=channel_id)
        except GatewayError as error:
            log.warning("channel %d: not known whether it is there: %r", channel_id, error)
            if not isinstance(error, NotAllowed | Denied):
                untold = error
    if untold is not None:
        raise untold


async def _close_lost_guilds(services: Services, is_lost: Callable[[int], bool]) -> None:
    for guild_id in filter(is_lost, await services.database.read(guilds.with_open)):
        log.info("the bot is no member of server %d any more, what is open there ends", guild_id)
        await _close_in(services, guild_id=guild_id)
