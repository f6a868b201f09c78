"""Challenges: call somebody, play, decline, withdraw, see the proof; messages in the channel."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.challenges.screens import (
    ONLY_HAND,
    ChallengePage,
    ChallengePair,
    ChallengePress,
    ChallengeProof,
    EndChallenge,
    PlayChallenge,
    Side,
    call_screen,
    find,
    over_screen,
    pair_of,
    result_screen,
    unplayed_screen,
)
from bot.handlers.request import Answer, DeferredAnswer, Request, Services, Visitor
from bot.handlers.serving import HomeServer, changes, home_of, on, personal, provides, runs
from bot.handlers.settings_handlers import verify_may_open
from bot.pictures.theme import Theme
from bot.screens.components import Screen, note
from bot.screens.replies import Acknowledged, Private
from bot.solo.handlers import ShownSoloGame, attempt_at, begun, proof_of, shown
from bot.solo.solo_game import SoloError, SoloGame, judged, with_par
from bot.solo.solo_page import plays, result_scene
from bot.store import challenges, guilds, messages, players, solo_deals
from bot.store.challenges import Challenge, ChallengeState, NewChallenge
from bot.store.due import DueKind
from bot.store.engine import Connection
from bot.store.messages import MessageKind, MessageRow
from bot.store.players import Person, Player
from bot.store.solo_deals import FixedDeal, SoloMode
from bot.surfaces.kept_messages import Contents, InWords, Provider, Words
from bot.surfaces.render import PictureOptions
from bot.texts import texts_for
from bot.values.ledger_records import DAY
from bot.values.options import Guild
from bot.values.phrases import plain

LASTS: Final = 3 * DAY
"""Seconds until a challenge ends if it is not played."""
_ENDED_UNPLAYED: Final = frozenset(ChallengeState) - {ChallengeState.OPEN, ChallengeState.PLAYED}
"""The states of a challenge that ended before both had played it."""


@changes
def challenge(at: Request, person: Person) -> DeferredAnswer:
    """Challenge somebody to a deal: post the call in the channel, then let the visitor begin."""
    visitor = at.visitor
    if visitor.guild_id is None:
        raise SoloError("Challenge somebody in a channel of a server.")
    if person.user_id == visitor.person.user_id:
        raise SoloError("Challenge somebody else. To play alone, use /daily.")
    verify_may_open(at.guild, visitor)
    rival = players.remember(at.db, person)
    before = challenges.open_between(at.db, visitor.guild_id, at.player.id, rival.id)
    if before is not None:
        return _shown_again(at, before, rival)
    deal = solo_deals.commit_to(at.db, SoloMode.CHALLENGE, at.fresh_secret(), at.now)
    call = NewChallenge(
        deal_id=deal.id,
        guild_id=visitor.guild_id,
        channel_id=visitor.channel_id,
        locale=at.destination().locale,
        player_id=at.player.id,
        rival_id=rival.id,
        ends_at=at.now + LASTS,
    )
    made = challenges.make(at.db, call)
    at.due_at = made.ends_at
    called = messages.add(at.db, at.destination(), MessageKind.CALL, made.id)
    return partial(_called, shown(at, SoloGame(deal, attempt_at(at, deal)), is_new=True), called)


def _shown_again(at: Request, challenge: Challenge, rival: Player) -> DeferredAnswer:
    """The visitor's cards in an open challenge between the two; raises SoloError.

    It does not matter who made it: its call may be far up in the channel, or deleted.
    """
    _verify_open(at, challenge)
    deal = solo_deals.deal(at.db, challenge.deal_id)
    own = attempt_at(at, deal)
    if own.is_over:
        raise SoloError(
            "You've already played yours. {name} hasn't yet: the challenge ends <t:{at}:R>.",
            name=plain(rival.name),
            at=challenge.ends_at,
        )
    call = messages.about(at.db, MessageKind.CALL, challenge.guild_id, challenge.id)
    assert call is not None, "an open challenge has its call"
    return partial(_called, shown(at, SoloGame(deal, own), is_new=True), call.id)


@home_of(ChallengePress)
def _home_of_challenge(db: Connection, press: ChallengePress) -> HomeServer | None:
    challenge = challenges.get(db, press.challenge)
    if challenge is None:
        return None
    both = {players.get(db, player_id).user_id for player_id in challenge.both}
    return HomeServer(challenge.guild_id, both.__contains__)


@on(PlayChallenge)
@changes
def play(at: Request, press: PlayChallenge) -> ShownSoloGame:
    """Begin or continue one's own hand, or see how it went."""
    found = _own(at, press.challenge)
    challenge = found.challenge
    deal = solo_deals.deal(at.db, challenge.deal_id)
    own = solo_deals.find(at.db, at.player.id, deal.id)
    if own is None or not own.is_over:
        _verify_open(at, challenge)
    if deal.message is None and at.visitor.message_id is not None:
        # The call may be pressed before the bot has recorded the id of its message.
        solo_deals.keep_message(at.db, deal.id, at.services.seed(at.visitor.message_id))
    return shown(at, begun(at, deal), is_new=True)


@on(EndChallenge)
@changes
def end(at: Request, press: EndChallenge) -> Answer:
    """Decline a challenge, or withdraw one's own, before placing any card of it."""
    found = _own(at, press.challenge)
    _verify_open(at, found.challenge)
    own = next(side for side in found.sides if side.player.id == at.player.id)
    if own.at is not None and own.at.has_placed:
        raise SoloError(
            "You've already placed cards, so this challenge goes on. It ends <t:{at}:R> at the "
            "latest.",
            at=found.challenge.ends_at,
        )
    is_rival = at.player.id == found.challenge.rival_id
    state = ChallengeState.DECLINED if is_rival else ChallengeState.RECALLED
    _end(at, found.challenge, state)
    return Answer(Acknowledged())


@on(ChallengeProof)
@personal
def proof(at: Request, press: ChallengeProof) -> Answer:
    """The proof of the deal that both have played; anybody may see it."""
    found = find(at.db, press.challenge)
    played = None if found is None else found.sides[0].at
    if found is None or played is None or found.challenge.state is not ChallengeState.PLAYED:
        raise SoloError("The deal can be checked once both have played.")
    return Answer(Private(note(proof_of(played, at.texts))))


def _own(at: Request, challenge_id: int) -> ChallengePair:
    """A challenge by the visitor or for them; raises SoloError."""
    found = find(at.db, challenge_id)
    if found is None or at.player.id not in found.challenge.both:
        raise SoloError(
            "This challenge is for others. To challenge somebody yourself, hold their name, then "
            "Apps, Challenge."
        )
    return found


def _verify_open(at: Request, challenge: Challenge) -> None:
    if challenge.state is not ChallengeState.OPEN or challenge.ends_at <= at.now:
        raise SoloError("This challenge is over.")


def _end(at: Request, challenge: Challenge, state: ChallengeState) -> None:
    challenges.end(at.db, challenge.id, state, at.now)
    at.due_at = at.now


async def _called(
    shown: ShownSoloGame, message: int, services: Services, visitor: Visitor
) -> Answer:
    """The visitor's cards, once the call shows the commitment to their deal.

    If Discord rejects the call, the cards come without it, and it comes later.
    """
    await services.messages.shown(message)
    page = shown.page
    # The id of the visitor's command was known when the deal was fixed: as a seed it adds nothing.
    begin = partial(solo_deals.first_begun, deal_id=page.at.deal.id, seed="", now=services.now)
    deal = await services.database.write(begin)
    at = replace(page.at, deal=deal)
    return await replace(shown, page=replace(page, at=at))(services, visitor)


# --- how the deal of a challenge is played ---------------------------------------------------


@plays(SoloMode.CHALLENGE)
class ChallengePlay:
    """One deal for two people, until both have played it or the time is up."""

    def verify_open(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError once the challenge is over."""
        _verify_open(at, challenges.of_deal(at.db, deal.id))

    def verify_published(self, at: Request, deal: FixedDeal) -> None:
        """Raise SoloError while somebody may still play it."""
        if challenges.of_deal(at.db, deal.id).state is ChallengeState.OPEN:
            raise SoloError("The deal can be checked once both have played.")

    def placed(self, at: Request, after: SoloGame) -> None:
        """End the challenge once both have placed all cards."""
        own = after.attempt
        found = challenges.of_deal(at.db, after.deal.id)
        other = solo_deals.find(at.db, found.other(own.player_id), after.deal.id)
        if own.is_over and other is not None and other.is_over:
            _end(at, found, ChallengeState.PLAYED)

    def page(self, at: Request, found: SoloGame) -> ChallengePage:
        """One's own hand."""
        pair = pair_of(at.db, challenges.of_deal(at.db, found.deal.id))
        return ChallengePage(found, at.player, at.texts, pair=pair)


# --- messages in the channel -----------------------------------------------------------------


@runs(DueKind.CHALLENGE)
async def end_late(services: Services, challenge_id: int) -> None:
    """End a challenge whose time is up."""
    await _end_unasked(services, challenge_id, ChallengeState.LATE)


async def _end_unasked(services: Services, challenge_id: int, state: ChallengeState) -> None:
    now = services.now
    end = partial(challenges.end, challenge_id=challenge_id, state=state, now=now)
    await services.database.write(end)
    services.timer.expect(now)


@provides(MessageKind.CALL)
@dataclass(frozen=True)
class CallMessage(InWords):
    """Calls the person who is challenged; loses its buttons once the challenge is over."""

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
        """Add the id of the message to the seed of the deal whose commitment it shows."""
        challenge = challenges.get(db, row.about)
        if challenge is not None:
            solo_deals.keep_message(db, challenge.deal_id, self.services.seed(message_id))

    async def give_up(self, row: MessageRow, _contents: Words) -> None:
        """End a challenge whose call cannot be posted."""
        await _end_unasked(self.services, row.about, ChallengeState.GONE)


@dataclass(frozen=True, kw_only=True)
class ResultContents(Contents):
    """A challenge that is over, with both people; pictures are as in the `guild`."""

    pair: ChallengePair
    guild: Guild


@provides(MessageKind.RESULT)
@dataclass(frozen=True)
class ResultMessage(Provider[ResultContents]):
    """Tells how a challenge ended, for those who have played and waited for the other."""

    services: Services

    def contents(self, db: Connection, row: MessageRow, _now: int) -> ResultContents | None:
        """The challenge as it ended; None if nobody waited for that."""
        pair = find(db, row.about)
        if pair is None:
            return None
        has_both = pair.challenge.state is ChallengeState.PLAYED and not pair.missing
        waited_in_vain = pair.challenge.state in _ENDED_UNPLAYED and bool(pair.waited)
        if not has_both and not waited_in_vain:
            return None
        guild = guilds.get(db, row.guild_id)
        channel_id = pair.challenge.channel_id
        return ResultContents(channel_id=channel_id, is_last=True, pair=pair, guild=guild)

    async def draw(self, contents: ResultContents, *, pictured: bool) -> Screen:
        """Both boards with what the decisions gave away, or why the other has not played."""
        pair = contents.pair
        _ = texts_for(pair.challenge.locale)
        if pair.challenge.state in _ENDED_UNPLAYED:
            return unplayed_screen(pair, _)
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
