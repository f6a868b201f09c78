"""The presses on what a channel is told of a challenge."""

from dataclasses import dataclass

from bot.screens.press import Press


@dataclass(frozen=True)
class ChallengePress(Press):
    """A press on a message about a challenge, named by its id."""

    challenge: int


class PlayChallenge(ChallengePress, code="chplay"):
    """Play one's own deal of a challenge, go on, or see how it went."""


class EndChallenge(ChallengePress, code="chend"):
    """Decline a challenge, or take back one's own."""


class ChallengeProof(ChallengePress, code="chproof"):
    """See the proof of the deal that both have played."""
