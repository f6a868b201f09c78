"""Presses and screens of a challenge: the call, its end, the result, one's own hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.handlers.request import Services
from bot.screens.components import PictureOrWords, Screen, Style, button, note, row, text
from bot.screens.press import Press
from bot.solo.solo_game import SoloGame, judged
from bot.solo.solo_hand import LEVEL
from bot.solo.solo_page import SoloPage, deal_line, fantasyland_line, proof_button, result_lines
from bot.store import challenges, players, solo_deals
from bot.store.challenges import Challenge, ChallengeState
from bot.store.engine import Connection
from bot.store.players import Player
from bot.texts import Texts
from bot.values.phrases import mention, plain, short, signed


@dataclass(frozen=True)
class ChallengePress(Press):
    """A press on a message about a challenge, identified by its id."""

    challenge: int


class PlayChallenge(ChallengePress, code="chplay"):
    """Begin or continue one's own hand of a challenge, or see how it went."""


class EndChallenge(ChallengePress, code="chend"):
    """Decline a challenge, or withdraw one's own."""


class ChallengeProof(ChallengePress, code="chproof"):
    """See the proof of the deal that both have played."""


@dataclass(frozen=True)
class Side:
    """One of the two people, with their game `at` the deal, None if they have not begun."""

    player: Player
    at: SoloGame | None

    @property
    def name(self) -> str:
        """Their name, safe to put into a message."""
        return plain(self.player.name)

    @property
    def has_played(self) -> bool:
        """True if all their cards are placed."""
        return self.at is not None and self.at.attempt.is_over

    @property
    def points(self) -> int:
        """Their points, 0 until they have played."""
        return 0 if self.at is None else self.at.attempt.points or 0

    @property
    def given_away(self) -> float:
        """Points that their decisions gave away, 0 until these are judged."""
        return 0.0 if self.at is None else self.at.attempt.given_away

    @property
    def ended_at(self) -> int:
        """When they placed their last card, in Unix seconds; 0 until then."""
        return 0 if self.at is None else self.at.attempt.ended_at or 0


@dataclass(frozen=True)
class ChallengePair:
    """A challenge with both people, the one who challenges first."""

    challenge: Challenge
    commitment: bytes
    sides: tuple[Side, Side]

    @property
    def waited(self) -> tuple[int, ...]:
        """The user id of who played first and so waited to be told how it ended; at most one."""
        played = sorted((s for s in self.sides if s.has_played), key=lambda side: side.ended_at)
        return tuple(s.player.user_id for s in played[:1] if s.player.user_id is not None)

    @property
    def missing(self) -> tuple[Side, ...]:
        """Those who have not placed all their cards."""
        return tuple(side for side in self.sides if not side.has_played)


# --- what the channel is told ----------------------------------------------------------------


def call_screen(pair: ChallengePair, _: Texts) -> Screen:
    """The call of the one who is challenged."""
    challenge, (player, rival) = pair.challenge, pair.sides
    user_id = rival.player.user_id
    called = rival.name if user_id is None else mention(user_id)
    lines = [
        _(
            "{player}, {name} challenges you: the same cards for both of you, each alone against "
            "the computer. Who scores more?",
            player=called,
            name=player.name,
        ),
        "-# "
        + _(
            "One try, no hints. Nobody sees anything until both have played. The challenge "
            "ends <t:{at}:R>.",
            at=challenge.ends_at,
        ),
        "-# " + deal_line(pair.commitment.hex(), _),
    ]
    play = button(PlayChallenge(challenge.id), _("Play"), Style.GREEN)
    decline = button(EndChallenge(challenge.id), _("Decline"))
    pings = () if user_id is None else (user_id,)
    return Screen((text("\n".join(lines)), row(play, decline)), pings=pings)


def over_screen(pair: ChallengePair, _: Texts) -> Screen:
    """The call of a challenge that is over: it says why, without buttons."""
    return note(over_line(pair, _))


def over_line(pair: ChallengePair, _: Texts) -> str:
    """Why a challenge is over."""
    player, rival = pair.sides
    match pair.challenge.state:
        case ChallengeState.DECLINED:
            return _("{name} would rather not play right now.", name=rival.name)
        case ChallengeState.RECALLED:
            return _("{name} withdrew the challenge.", name=player.name)
        case ChallengeState.LATE:
            names = ", ".join(side.name for side in pair.missing)
            return _("This challenge is over. Not played in time: {names}.", names=names)
        case ChallengeState.PLAYED:
            names = {"name": player.name, "rival": rival.name}
            return _("{name} challenged {rival}, and both have played.", **names)
        case _:
            return _(
                "This challenge is over: one of you two is no longer here, or I can't write in its "
                "channel any more."
            )


def unplayed_screen(pair: ChallengePair, _: Texts) -> Screen:
    """The message that tells the person who has played why the other has not."""
    called = " ".join(map(mention, pair.waited))
    own = button(PlayChallenge(pair.challenge.id), _("Your hand"))
    said = text(f"{called} {over_line(pair, _)}".strip())
    return Screen((said, row(own)), pings=pair.waited)


def result_screen(
    pair: ChallengePair, par: int, pictures: Sequence[PictureOrWords], _: Texts
) -> Screen:
    """Both boards, the better first; `pictures` of them are in the order of the sides."""
    pings = pair.waited
    order = sorted(zip(pair.sides, pictures, strict=True), key=lambda each: -each[0].points)
    facts = [
        _("the same cards, each against {computer}", computer=LEVEL.human),
        _("par {points}", points=signed(par)),
    ]
    lines = [f"## {_heading(pair, _)}", f"-# {' · '.join(facts)}"]
    if pings:
        lines.append("-# " + _("{player}, both have played.", player=mention(pings[0])))
    parts = [text("\n".join(lines))]
    for side, picture in order:
        gave = _("gave away {points}", points=_.decimal(side.given_away))
        parts += [text(f"**{side.name} {signed(side.points)}** · {gave}"), picture.component]
    own = button(PlayChallenge(pair.challenge.id), _("Your decisions"))
    proof = button(ChallengeProof(pair.challenge.id), _("Deal proof"))
    files = tuple(file for picture in pictures for file in picture.pictures)
    return Screen((*parts, row(own, proof)), files, pings=pings)


def _heading(pair: ChallengePair, _: Texts) -> str:
    one, two = pair.sides
    if one.points == two.points:
        return _("{name} and {rival} score the same", name=one.name, rival=two.name)
    winner, loser = (one, two) if one.points > two.points else (two, one)
    return _.count(
        "{name} beats {rival} by {number} point",
        "{name} beats {rival} by {number} points",
        winner.points - loser.points,
        name=winner.name,
        rival=loser.name,
    )


# --- what one of them sees -------------------------------------------------------------------


ONLY_HAND: Final = 1
"""The number of the only hand that the two play."""


@dataclass(frozen=True, kw_only=True)
class ChallengePage(SoloPage):
    """One's own hand of a challenge."""

    pair: ChallengePair

    @property
    def number(self) -> int:
        """The number of the only hand of the challenge."""
        return ONLY_HAND

    @property
    def tells_costs(self) -> bool:
        """True once the challenge is over: before, the other could profit."""
        return self.pair.challenge.state is not ChallengeState.OPEN

    def title(self) -> str:
        """The name of the challenge, with whom one plays."""
        one, two = self.pair.sides
        other, _ = two if one.player.id == self.player.id else one, self.texts
        return _("Challenge with {name}", name=other.name)

    def terms(self) -> list[str]:
        """How long the challenge can be played, and what each of the two sees."""
        _ = self.texts
        return [
            _(
                "The same cards for both of you, one try, no hints. The challenge ends <t:{at}:R>.",
                at=self.pair.challenge.ends_at,
            ),
            _("Nobody sees anything until you've both played."),
            fantasyland_line(_),
            deal_line(short(self.pair.commitment), _),
        ]

    def commitments(self) -> list[str]:
        """The commitment to the deal."""
        return [deal_line(self.pair.commitment.hex(), self.texts)]

    async def over(self, services: Services) -> Screen:
        """One's own board; once the challenge is over, also what the decisions cost."""
        _, picture = self.texts, await self.result_picture(services)
        lines = result_lines(self.at.play.outcome, self.title(), _)
        parts = [text("\n".join(lines)), picture.component]
        if self.tells_costs:
            _at, decisions = await judged(services, self.at)
            parts += self.review(services, decisions)
        if self.pair.challenge.state is not ChallengeState.PLAYED:
            parts.append(text(self._following()))
        parts.append(row(proof_button(self.at.spot, _)))
        return Screen(tuple(parts), picture.pictures)

    def _following(self) -> str:
        """How the challenge goes on, or why it is over."""
        pair, _ = self.pair, self.texts
        if pair.challenge.state is not ChallengeState.OPEN:
            return over_line(pair, _)
        names = " ".join(side.name for side in pair.missing)
        return _(
            "You're done. As soon as {name} has played, too, the channel sees both boards.",
            name=names,
        )


def pair_of(db: Connection, challenge: Challenge) -> ChallengePair:
    """A challenge with both people and their games so far."""
    deal = solo_deals.deal(db, challenge.deal_id)
    sides: list[Side] = []
    people = players.together(db, challenge.both)
    for player_id in challenge.both:
        attempt = solo_deals.find(db, player_id, deal.id)
        found = None if attempt is None else SoloGame(deal, attempt)
        sides.append(Side(people[player_id], found))
    one, two = sides
    return ChallengePair(challenge, deal.commitment, (one, two))


def find(db: Connection, challenge_id: int) -> ChallengePair | None:
    """A challenge by its id, with both people; None if there is none."""
    challenge = challenges.get(db, challenge_id)
    return None if challenge is None else pair_of(db, challenge)
