"""Direct messages to people: a first one to see if it reaches them, and another try later."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.game import dm_delivery
from bot.game.loading import loaded
from bot.handlers.request import Answer, AnswerOrDeferred, Request, Services, Visitor
from bot.handlers.serving import changes, on, runs
from bot.screens.components import Screen, calling, note
from bot.screens.presses import CallMe
from bot.screens.private_screen import requests_screen, unheard_screen, unreached_screen
from bot.screens.replies import Private, Public, Redraw, says
from bot.store import players
from bot.store.due import DueKind
from bot.store.engine import Connection
from bot.store.players import Player
from bot.store.tables import State
from bot.surfaces.gateway import (
    PERMANENT_POST_ERRORS,
    Denied,
    DmClosed,
    GatewayError,
    TooManyDms,
    dm_channel,
    nonce_from,
    refusals_to_write,
)
from bot.texts import texts_for

log: Final = logging.getLogger(__name__)

_TOLD_WITHIN: Final = 1.0
"""Seconds that an answer waits to see whether a direct message has reached its reader."""


async def write(services: Services, player: Player, screen: Screen, nonce: str) -> tuple[int, int]:
    """Write to somebody and record whether it reached them; returns channel id and message id.

    Raises DmClosed and other GatewayErrors; TooManyDms says nothing about them: not recorded.
    """
    try:
        channel_id = await dm_channel(services.database, services.gateway, player)
        with refusals_to_write():
            message_id = await services.gateway.post(channel_id, screen, nonce)
    except TooManyDms:
        raise
    except DmClosed:
        await _keep(services, partial(dm_delivery.refused, player_id=player.id, now=services.now))
        raise
    if player.dm_closed:
        await _keep(services, partial(dm_delivery.reached, player_id=player.id))
    return channel_id, message_id


async def tell_unheard(services: Services, table_id: int) -> bool:
    """Tell a table's players and host by direct message that its channel takes no messages.

    The host of a tournament of several tables is told only at a table of their own. Returns False
    if the table is closed.
    """
    table = await services.database.read(partial(loaded, table_id=table_id))
    if table.state is State.CLOSED:
        return False
    for player in table.people.values():
        is_host = player.id == table.row.host_id and table.mode.is_alone
        is_meant = is_host or table.seat_of(player.id) is not None
        if is_meant and not player.is_computer and player.is_written_to:
            screen = unheard_screen(table.row.channel_id, texts_for(player.locale))
            nonce = nonce_from(f"unheard {table_id} {player.id} {table.next_number}")
            try:
                await write(services, player, replace(screen, is_silent=True), nonce)
            except GatewayError as error:
                log.info("player %d: not told that nothing can be written: %r", player.id, error)
    return True


async def tell(
    services: Services, player: Player, channel_id: int, screen: Screen, nonce: str
) -> None:
    """Write to somebody, or mention them in a channel if no direct message reaches them.

    Raises GatewayError if the channel takes none for now.
    """
    is_quiet = player.is_quiet(services.now)
    if player.takes_dms:
        try:
            await write(services, player, replace(screen, is_silent=is_quiet), nonce)
        except GatewayError as error:
            log.info("player %d: told in the channel: %r", player.id, error)
        else:
            return
    if player.user_id is not None and player.preferences.calls != "none":
        screen = calling([player.user_id], screen)
        pings = () if is_quiet else screen.pings
        screen = replace(screen, pings=pings, is_silent=is_quiet)
        try:
            await services.gateway.post(channel_id, screen, nonce)
        except (*PERMANENT_POST_ERRORS, Denied) as error:
            log.warning("player %d: cannot be told: %r", player.id, error)


@runs(DueKind.WRITING)
async def write_again(services: Services, player_id: int) -> None:
    """Send again the direct messages that did not reach somebody, when that is due."""
    await _keep(services, partial(dm_delivery.write_again, player_id=player_id, now=services.now))


async def _keep(services: Services, work: Callable[[Connection], set[int]]) -> None:
    for table_id in await services.database.write(work):
        await services.painter.wake(table_id)


# --- somebody joins --------------------------------------------------------------------------


@dataclass(frozen=True)
class JoinedWithDm:
    """An answer to somebody who has joined, which says if a direct message does not reach them.

    Somebody without messages from the bot so far is told where the first may be. The message is
    `screen`, or without one their own message of a table (its id).
    """

    answer_if_reached: Answer
    player: Player
    table_id: int = 0
    screen: Screen | None = None

    async def __call__(self, services: Services, visitor: Visitor) -> Answer:
        """The answer, with a note if Discord has refused the message within `_TOLD_WITHIN`."""
        if self.player.preferences.calls != "dm":
            return self.answer_if_reached
        if self.screen is not None:
            nonce = nonce_from(f"joined {self.player.id} {visitor.interaction_id}")
            work = _try_to_write(services, self.player, self.screen, nonce)
            writing = services.background.begin(f"writing to player {self.player.id}", work)
            await asyncio.wait({writing}, timeout=_TOLD_WITHIN)
        else:
            await services.painter.written(self.table_id, self.player.id, within=_TOLD_WITHIN)
        now = await services.database.read(partial(players.get, player_id=self.player.id))
        if now.dm_closed:
            return self._with(unreached_screen(visitor.texts))
        if self.player.dm_channel_id is None:
            return self._with(requests_screen(visitor.texts))
        return self.answer_if_reached

    def _with(self, screen: Screen) -> Answer:
        """The answer with a screen that only the visitor sees."""
        answer = self.answer_if_reached
        if isinstance(answer.reply, Redraw | Public):
            return replace(answer, reply=replace(answer.reply, aside=screen))
        said = answer.reply.screen.components if isinstance(answer.reply, Private) else ()
        return replace(
            answer, reply=Private(replace(screen, components=(*said, *screen.components)))
        )


async def _try_to_write(services: Services, player: Player, screen: Screen, nonce: str) -> None:
    try:
        await write(services, player, screen, nonce)
    except GatewayError as error:
        log.info("player %d: not written to on joining: %r", player.id, error)


# --- somebody wants messages again -----------------------------------------------------------


@on(CallMe)
@changes
def call_me(at: Request, _press: CallMe) -> AnswerOrDeferred:
    """Try direct messages again, after Discord refused one."""
    players.set_preferences(at.db, at.player.id, replace(at.player.preferences, calls="dm"))
    at.touched |= dm_delivery.write_again(at.db, at.player.id, at.now)
    return partial(_wrote_again, players.get(at.db, at.player.id))


async def _wrote_again(player: Player, services: Services, visitor: Visitor) -> Answer:
    """Write to somebody who wants direct messages, and say whether that reached them."""
    _ = visitor.texts
    nonce = nonce_from(f"again {player.id} {visitor.interaction_id}")
    works = note(_("Direct messages work: your cards come here."))
    try:
        await write(services, player, works, nonce)
    except GatewayError as error:
        log.info("player %d: still not written to: %r", player.id, error)
        return Answer(Private(unreached_screen(_)))
    return Answer(says(_("It works: your cards come by direct message.")))
