"""Tells a channel of a challenge, and ends it when its time is up.

What is to be told stands in the database; a message is posted with a nonce of its own, so that a
crash does not post it again.
"""

import logging
from dataclasses import replace
from functools import partial
from typing import Final

from bot.challenges.pages import ONLY_HAND, find
from bot.challenges.screens import (
    ChallengePair,
    Side,
    call_screen,
    late_screen,
    over_screen,
    result_screen,
)
from bot.handlers.request import Services
from bot.pictures.theme import Theme
from bot.rounds.pages import result_scene
from bot.rounds.playing import judged, with_par
from bot.screens.components import PictureOrWords, Screen
from bot.store import challenges, guilds, rounds
from bot.store.challenges import Challenge, ChallengeState
from bot.store.engine import Connection
from bot.surfaces.gateway import EDIT_IN_VAIN, POST_IN_VAIN, MessageGone, nonce_from
from bot.surfaces.render import PictureOptions
from bot.texts import Texts, texts_for

log: Final = logging.getLogger(__name__)


async def tell(services: Services, challenge_id: int) -> None:
    """Tell what is to be told of a challenge; raises GatewayError if it has to be tried again."""
    now = services.now
    pair = await services.database.write(partial(_as_it_is, challenge_id, now))
    if pair is None:
        return
    _ = texts_for(pair.challenge.locale)
    if pair.challenge.state is ChallengeState.OPEN:
        await _call(services, pair, _)
    else:
        await _tell_end(services, pair, _)


def _as_it_is(challenge_id: int, now: int, db: Connection) -> ChallengePair | None:
    """A challenge with both, ended if its time is up."""
    pair = find(db, challenge_id)
    if (
        pair is None
        or pair.challenge.state is not ChallengeState.OPEN
        or pair.challenge.ends_at > now
    ):
        return pair
    challenges.end(db, challenge_id, ChallengeState.LATE, now)
    return find(db, challenge_id)


async def _call(services: Services, pair: ChallengePair, _: Texts) -> None:
    """Call the person who is challenged; a challenge of which nobody can be told is over."""
    challenge = pair.challenge
    if challenge.message_id is not None:
        await services.database.write(
            partial(challenges.called, challenge=challenge, message_id=challenge.message_id)
        )
        return
    try:
        message_id = await services.gateway.post(
            challenge.channel_id, call_screen(pair, _), _nonce(challenge.id, "call")
        )
    except POST_IN_VAIN as error:
        log.info("challenge %d: nobody can be called: %r", challenge.id, error)
        await services.database.write(partial(_given_up, challenge.id, services.now))
        return
    adds = services.seed(message_id)
    await services.database.write(partial(_called, challenge, message_id, adds))


def _called(challenge: Challenge, message_id: int, adds: str, db: Connection) -> None:
    """Keep where the call stands, and what that adds to the deal whose commitment it shows."""
    challenges.called(db, challenge, message_id)
    rounds.keep_message(db, challenge.deal_id, adds)


def _given_up(challenge_id: int, now: int, db: Connection) -> None:
    challenges.end(db, challenge_id, ChallengeState.RECALLED, now)
    challenges.mark_told(db, challenge_id)


async def _tell_end(services: Services, pair: ChallengePair, _: Texts) -> None:
    """Take the buttons off the call, and tell how it ended whoever waited for it."""
    challenge, gateway = pair.challenge, services.gateway
    try:
        if challenge.message_id is not None:
            screen = over_screen(pair, _)
            try:
                await gateway.edit(challenge.channel_id, challenge.message_id, screen)
            except MessageGone:
                log.debug("challenge %d: its call was deleted", challenge.id)
        ended = await _ended(services, pair, _)
        if ended is not None:
            await gateway.post(challenge.channel_id, ended, _nonce(challenge.id, "end"))
    except EDIT_IN_VAIN as error:
        log.info("challenge %d: cannot be told of any more: %r", challenge.id, error)
    await services.database.write(partial(challenges.mark_told, challenge_id=challenge.id))


async def _ended(services: Services, pair: ChallengePair, _: Texts) -> Screen | None:
    """A new message about the end, None if nobody has waited for it."""
    if pair.challenge.state is ChallengeState.LATE and pair.waited:
        return late_screen(pair, _)
    if pair.challenge.state is not ChallengeState.PLAYED or pair.missing:
        return None
    one, two = [await _judged(services, side) for side in pair.sides]
    pictures = [await _picture(services, pair, side, _) for side in (one, two)]
    assert one.at is not None, "both have played"
    deal = await with_par(services, one.at.deal)
    return result_screen(replace(pair, sides=(one, two)), deal.par or 0, pictures, _)


async def _judged(services: Services, side: Side) -> Side:
    assert side.at is not None, "both have played"
    at, _decisions = await judged(services, side.at)
    return replace(side, at=at)


async def _picture(services: Services, pair: ChallengePair, side: Side, _: Texts) -> PictureOrWords:
    """The board of one of them, as the server's pictures look."""
    challenge = pair.challenge
    guild = await services.database.read(partial(guilds.get, guild_id=challenge.guild_id))
    place = pair.sides.index(next(s for s in pair.sides if s.player.id == side.player.id))
    name = f"challenge-{challenge.id}-{place}.png"
    options = PictureOptions(name, Theme(guild.skin, guild.deck))
    assert side.at is not None, "both have played"
    scene = result_scene(side.at, side.player, ONLY_HAND)
    return await services.studio.illustrator.result(scene, options, _)


def _nonce(challenge_id: int, what: str) -> str:
    """What keeps a message from being posted twice, at most 25 characters."""
    return nonce_from(f"challenge {challenge_id} {what}")
