"""A challenge as one of the two sees it."""

from dataclasses import dataclass
from typing import Final

from bot.challenges.screens import (
    ChallengePair,
    Side,
    following_line,
    own_terms,
    own_title,
)
from bot.handlers.request import Services
from bot.screens.components import Screen, row, text
from bot.screens.review import decisions_parts, ways_on
from bot.solo.playing import judged
from bot.solo.screens import deal_line, proof_button, result_lines
from bot.solo.solo_game import SoloGame
from bot.solo.solo_page import SoloPage
from bot.solo.solo_presses import MoreOfDeal
from bot.store import challenges, players, solo_deals
from bot.store.challenges import Challenge, ChallengeState
from bot.store.engine import Connection

ONLY_HAND: Final = 1
"""The number of the hand that the two play."""


@dataclass(frozen=True, kw_only=True)
class ChallengePage(SoloPage):
    """One's own hand of a challenge."""

    pair: ChallengePair

    @property
    def number(self) -> int:
        """The one hand of the challenge."""
        return ONLY_HAND

    @property
    def tells_costs(self) -> bool:
        """Once the other can be told, too."""
        return self.pair.challenge.state is not ChallengeState.OPEN

    def title(self) -> str:
        """With whom one plays."""
        return own_title(self.pair, self.player.id, self.texts)

    def terms(self) -> list[str]:
        """How long the challenge can be played, and what each of the two sees."""
        return own_terms(self.pair, self.texts)

    def commitments(self) -> list[str]:
        """That to the deal."""
        return [deal_line(self.pair.commitment.hex(), self.texts)]

    async def over(self, services: Services) -> Screen:
        """One's own board; what the decisions were worth once the other can be told, too."""
        _, picture = self.texts, await self.result_picture(services)
        lines = result_lines(self.at.play.outcome, self.title(), _)
        parts = [text("\n".join(lines)), picture.component]
        if self.tells_costs:
            _at, decisions = await judged(services, self.at)
            said = services.composer.illustrator.said(self.theme, _, pictured=self.pictured)
            spot = self.at.spot
            ways = ways_on(decisions, spot, _)
            parts += decisions_parts(decisions, said, _, MoreOfDeal(spot), ways=ways)
        if self.pair.challenge.state is not ChallengeState.PLAYED:
            parts.append(text(following_line(self.pair, _)))
        parts.append(row(proof_button(self.at.spot, _)))
        return Screen(tuple(parts), picture.pictures)


def pair_of(db: Connection, challenge: Challenge) -> ChallengePair:
    """A challenge with both, as far as they have come."""
    deal = solo_deals.deal(db, challenge.deal_id)
    assert deal is not None, "a deal is never deleted"
    sides: list[Side] = []
    people = players.together(db, challenge.both)
    for player_id in challenge.both:
        attempt = solo_deals.find(db, player_id, deal.id)
        found = None if attempt is None else SoloGame(deal, attempt)
        sides.append(Side(people[player_id], found))
    one, two = sides
    return ChallengePair(challenge, deal.commitment, (one, two))


def find(db: Connection, challenge_id: int) -> ChallengePair | None:
    """A challenge by its id, with both."""
    challenge = challenges.get(db, challenge_id)
    return None if challenge is None else pair_of(db, challenge)
