"""The messages of a challenge in a channel: the call, and how it ended."""

from dataclasses import dataclass, replace
from functools import partial

from bot.challenges.screens import (
    ONLY_HAND,
    ChallengePair,
    Side,
    call_screen,
    find,
    late_screen,
    over_screen,
    result_screen,
)
from bot.handlers.request import Services
from bot.pictures.theme import Theme
from bot.screens.components import Screen
from bot.solo.solo_game import SoloGame, judged, with_par
from bot.solo.solo_page import result_scene
from bot.store import challenges, guilds, solo_deals
from bot.store.challenges import ChallengeState
from bot.store.engine import Connection
from bot.store.messages import MessageRow
from bot.surfaces.kept_messages import Contents, InWords, Provider, Words
from bot.surfaces.render import PictureOptions
from bot.texts import texts_for
from bot.values.options import Guild


async def end_late(services: Services, challenge_id: int) -> None:
    """End a challenge whose time is up."""
    await _end(services, challenge_id, ChallengeState.LATE)


async def _end(services: Services, challenge_id: int, state: ChallengeState) -> None:
    now = services.now
    end = partial(challenges.end, challenge_id=challenge_id, state=state, now=now)
    await services.database.write(end)
    services.timer.expect(now)


@dataclass(frozen=True)
class CallMessage(InWords):
    """Calls the person who is challenged; once the challenge is over its buttons go."""

    services: Services

    def contents(self, db: Connection, row: MessageRow, _now: int) -> Words | None:
        """The challenge as it is."""
        pair = find(db, row.about)
        if pair is None:
            return None
        challenge = pair.challenge
        is_over = challenge.state is not ChallengeState.OPEN
        make = over_screen if is_over else call_screen
        return Words(
            channel_id=challenge.channel_id,
            only_edits=is_over,
            is_last=is_over,
            screen=make(pair, texts_for(challenge.locale)),
        )

    def posted(self, db: Connection, row: MessageRow, message_id: int) -> None:
        """The number of the message is added to the deal whose commitment it shows."""
        challenge = challenges.get(db, row.about)
        if challenge is not None:
            solo_deals.keep_message(db, challenge.deal_id, self.services.seed(message_id))

    async def give_up(self, row: MessageRow, _contents: Words) -> None:
        """A challenge of which nobody can be told is over."""
        await _end(self.services, row.about, ChallengeState.RECALLED)


@dataclass(frozen=True, kw_only=True)
class ResultContents(Contents):
    """A challenge that is over with both people; `guild` is whose pictures are shown."""

    pair: ChallengePair
    guild: Guild


@dataclass(frozen=True)
class ResultMessage(Provider[ResultContents]):
    """Tells whoever has played and waited for the other how a challenge ended."""

    services: Services

    def contents(self, db: Connection, row: MessageRow, _now: int) -> ResultContents | None:
        """The challenge as it ended; None if nobody has waited for that."""
        pair = find(db, row.about)
        if pair is None:
            return None
        is_late = pair.challenge.state is ChallengeState.LATE and bool(pair.waited)
        if not is_late and (pair.challenge.state is not ChallengeState.PLAYED or pair.missing):
            return None
        guild = guilds.get(db, row.guild_id)
        channel_id = pair.challenge.channel_id
        return ResultContents(channel_id=channel_id, is_last=True, pair=pair, guild=guild)

    async def draw(self, contents: ResultContents, *, pictured: bool) -> Screen:
        """Both boards with what was given away, or that the other has not played."""
        pair = contents.pair
        _ = texts_for(pair.challenge.locale)
        if pair.challenge.state is ChallengeState.LATE:
            return late_screen(pair, _)
        one, two = [await self._judged(side) for side in pair.sides]
        theme = Theme(contents.guild.skin, contents.guild.deck)
        pictures = [
            await self.services.composer.illustrator.result(
                result_scene(_game(side), side.player, ONLY_HAND),
                PictureOptions(f"challenge-{pair.challenge.id}-{place}.png", theme, pictured),
                _,
            )
            for place, side in enumerate((one, two))
        ]
        deal = await with_par(self.services, _game(one).deal)
        return result_screen(replace(pair, sides=(one, two)), deal.par or 0, pictures, _)

    async def _judged(self, side: Side) -> Side:
        at, _decisions = await judged(self.services, _game(side))
        return replace(side, at=at)


def _game(side: Side) -> SoloGame:
    assert side.at is not None, "both have played"
    return side.at
