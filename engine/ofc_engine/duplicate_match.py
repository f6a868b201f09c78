"""A duplicate match (R14.6): each deal is played once from each seat by each player.

Everything comes from one 32-byte secret, whose SHA-256 is published when the table is opened, and
from the seeds that are added before the first hand:

    secret of deal n  = HMAC-SHA-256(secret, "ofc-match-1:deal:n")
    seed of all deals = the first 32 digits of the SHA-256 of all seeds, as ofc-deal-2 joins them
    key of the order  = HMAC-SHA-256(secret, "ofc-match-1:order:SEED")

Each deal is dealt by `ofc-deal-3`. First the deals come in ascending order; then they come again,
once for each further seat, in an order that is drawn. Between two plays of a deal there are at
least half as many hands as there are deals.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ofc_engine.deal import below, commitment, random_numbers
from ofc_engine.errors import DealError, RulesetError
from ofc_engine.match import Lineup
from ofc_engine.proof import lines_of, reading
from ofc_engine.rulesets import Ruleset

LEAST_DEALS: Final = 3
MOST_DEALS: Final = 20
SEATS: Final = (2, 3)
METHOD: Final = "ofc-match-1"
_SEED_DIGITS: Final = 32
_KEYS: Final = ("deals", "seats", "commitment", "secret", "seeds", "seed", "order")
"""The lines of a proof that are read."""

_WORTH: Final[Mapping[str, Mapping[int, int]]] = MappingProxyType(
    {
        "pineapple": {13: 7, 14: 11, 15: 15, 16: 21, 17: 27},
        "classic": {13: 11, 14: 16, 15: 21, 16: 28, 17: 34},
        "turbo": {13: 9, 14: 13, 15: 18, 16: 24, 17: 30},
        "deuce": {14: 6, 15: 10},
        "chinese": {13: 0, 14: 3, 15: 7, 16: 12, 17: 17},
        "pineapple+1": {13: 6, 14: 10, 15: 14, 16: 21, 17: 27},
        "pineapple+2": {13: 7, 14: 12, 15: 18, 16: 24, 17: 30},
        "classic+1": {13: 15, 14: 21, 15: 27, 16: 35, 17: 43},
        "classic+2": {13: 15, 14: 22, 15: 29, 16: 36, 17: 44},
        "turbo+1": {13: 11, 14: 17, 15: 22, 16: 30, 17: 37},
        "turbo+2": {13: 12, 14: 19, 15: 26, 16: 33, 17: 41},
    }
)
"""The rough worth of visits under the usual rules: see `ofc_engine.players.aims.visit_worth`."""


def visit_points(rules: Ruleset, cards: int) -> int:
    """Points from each opponent for a Fantasyland of `cards` cards that is earned, not played.

    0 cards mean no Fantasyland.
    """
    return _WORTH[rules.variant.game][cards] if cards else 0


@dataclass(frozen=True)
class MatchTurn:
    """A hand of a match: the `play` (from 0) of a `deal` (from 1)."""

    deal: int
    play: int


@dataclass(frozen=True)
class MatchPlan:
    """`deals` deals, each played once from each of `seats` seats; raises RulesetError."""

    deals: int
    seats: int

    def __post_init__(self) -> None:
        if self.seats not in SEATS:
            raise RulesetError("A duplicate match has 2 or 3 seats.")
        if not LEAST_DEALS <= self.deals <= MOST_DEALS:
            raise RulesetError(
                "A duplicate match has {least} to {most} deals.",
                least=LEAST_DEALS,
                most=MOST_DEALS,
            )

    @property
    def hands(self) -> int:
        """The number of hands in the match."""
        return self.deals * self.seats

    @property
    def apart(self) -> int:
        """The least number of other hands between two plays of a deal."""
        return self.deals // 2


# --- secrets ---------------------------------------------------------------------------------


def secret_of(secret: bytes, deal: int) -> bytes:
    """The secret of a deal, derived from that of the match."""
    return hmac.digest(secret, f"{METHOD}:deal:{deal}".encode(), "sha256")


def shared_seed(seeds: Sequence[str]) -> str:
    """The seed of all deals, from the seeds that people have added, in order."""
    return hashlib.sha256(":".join(seeds).encode()).hexdigest()[:_SEED_DIGITS]


def schedule(secret: bytes, seed: str, plan: MatchPlan) -> tuple[MatchTurn, ...]:
    """All hands of a match in order, drawn from the committed secret so that nobody can choose."""
    numbers = random_numbers(hmac.digest(secret, f"{METHOD}:order:{seed}".encode(), "sha256"))
    order = tuple(range(1, plan.deals + 1))
    turns = [MatchTurn(deal, 0) for deal in order]
    for play in range(1, plan.seats):
        order = _drawn(order, plan, numbers)
        turns += [MatchTurn(deal, play) for deal in order]
    return tuple(turns)


def _drawn(before: tuple[int, ...], plan: MatchPlan, numbers: Iterator[int]) -> tuple[int, ...]:
    """Another order of the deals that keeps their plays apart, drawn with equal chances."""
    room = plan.deals - 1 - plan.apart
    while True:
        places: dict[int, int] = {}
        # Later deals have fewer places, all of them also open to earlier ones: they are put first.
        for index in reversed(range(plan.deals)):
            first = max(0, index - room)
            free = [place for place in range(first, plan.deals) if place not in places]
            places[free[below(len(free), numbers)]] = before[index]
        order = tuple(places[place] for place in range(plan.deals))
        if order != before:
            return order


def lineup(seats: Sequence[int], turn: MatchTurn) -> Lineup:
    """The seating of a turn: at each play people get the cards of the one before them.

    `seats` are the table seats. The button also moves from deal to deal. Nobody is in Fantasyland.
    """
    ascending = sorted(seats)
    shift = (turn.deal + turn.play) % len(ascending)
    acting = (*ascending[shift:], *ascending[:shift])
    return Lineup(acting[-1], acting, (0,) * len(acting), None)


# --- results ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchPlay:
    """A hand that was played: its number, its deal, and the players with their points.

    Both are in acting order; `points` include those for Fantasyland. It `is_void` if it was taken
    back.
    """

    number: int
    deal: int
    players: tuple[int, ...]
    points: tuple[int, ...]
    is_void: bool = False


@dataclass(frozen=True)
class Match:
    """A match so far: its plan and the hands that are over, in order.

    `commitment` is the SHA-256 of the match's secret. `seen` tells that its deals may be known.
    """

    plan: MatchPlan
    plays: tuple[MatchPlay, ...] = ()
    commitment: bytes = b""
    seen: bool = False

    def of(self, deal: int) -> tuple[MatchPlay, ...]:
        """The plays of a deal that are over."""
        return tuple(play for play in self.plays if play.deal == deal)

    @property
    def covered(self) -> frozenset[int]:
        """The hands whose deals are still to be played again."""
        return frozenset(play.number for play in self.plays if not self.is_complete(play.deal))

    def is_complete(self, deal: int) -> bool:
        """True if a deal has been played from every seat."""
        return len(self.of(deal)) == self.plan.seats

    def counts(self, deal: int) -> bool:
        """True if a deal is complete and no play of it was taken back."""
        return self.is_complete(deal) and not any(play.is_void for play in self.of(deal))

    @property
    def deals(self) -> tuple[int, ...]:
        """The deals that are complete."""
        return tuple(filter(self.is_complete, sorted({play.deal for play in self.plays})))

    @property
    def over(self) -> tuple[int, ...]:
        """The deals that count."""
        return tuple(filter(self.counts, self.deals))

    def result(self, deal: int) -> dict[int, int]:
        """Each player's lead in a deal: the sum of their points from every seat.

        With two players it is the difference of what they and the other made of the same cards.
        """
        found: dict[int, int] = {}
        for play in self.of(deal):
            for player, points in zip(play.players, play.points, strict=True):
                found[player] = found.get(player, 0) + points
        return found

    @property
    def standing(self) -> dict[int, int]:
        """Each player's lead in all deals that count."""
        found: dict[int, int] = {}
        for deal in self.over:
            for player, points in self.result(deal).items():
                found[player] = found.get(player, 0) + points
        return found


def with_visits(
    rules: Ruleset, stake: int, points: Sequence[int], earned: Sequence[int]
) -> list[int]:
    """Points by seat, with those for Fantasyland; `earned` are the cards that seats have earned.

    Each opponent pays them at the table's stake.
    """
    worth = [stake * visit_points(rules, cards) for cards in earned]
    return [
        won + worth[seat] * (len(worth) - 1) - (sum(worth) - worth[seat])
        for seat, won in enumerate(points)
    ]


# --- proof -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchProof:
    """Everything that a match was drawn from, as it is published at its end.

    method ofc-match-1
    deals 10
    seats 2
    commitment 3fa9...                        published when the table was opened
    secret 77b0...
    seeds 1442:tiger7                         before the first hand, in its acting order
    seed 0a1b...                              of all deals, which follows from them
    order 1 2 3 ... 4 1 ...                   the deal of each hand
    """

    plan: MatchPlan
    commitment: bytes
    secret: bytes
    seed: str
    order: tuple[int, ...]
    seeds: tuple[str, ...] = ()

    @staticmethod
    def of(
        plan: MatchPlan, commitment: bytes, secret: bytes, seed: str, seeds: Sequence[str] = ()
    ) -> "MatchProof":
        """The proof of a match with a secret and a seed, which comes from `seeds`."""
        order = tuple(turn.deal for turn in schedule(secret, seed, plan))
        return MatchProof(plan, commitment, secret, seed, order, tuple(seeds))

    @staticmethod
    def parse(text: str) -> "MatchProof":
        """The proof in lines, among which there may be others; raises DealError or RulesetError."""
        lines = lines_of(text, _KEYS)
        with reading():
            return MatchProof(
                MatchPlan(int(lines["deals"]), int(lines["seats"])),
                bytes.fromhex(lines["commitment"]),
                bytes.fromhex(lines["secret"]),
                lines["seed"],
                tuple(map(int, lines["order"].split())),
                tuple(lines["seeds"].split(":")) if "seeds" in lines else (),
            )

    def __str__(self) -> str:
        return "\n".join(
            [
                f"method {METHOD}",
                f"deals {self.plan.deals}",
                f"seats {self.plan.seats}",
                f"commitment {self.commitment.hex()}",
                f"secret {self.secret.hex()}",
                *([f"seeds {':'.join(self.seeds)}"] if self.seeds else []),
                f"seed {self.seed}",
                f"order {' '.join(map(str, self.order))}",
            ]
        )

    def verify(self) -> None:
        """Raise DealError unless the secret is the one committed to, and it gives the order."""
        if commitment(self.secret) != self.commitment:
            raise DealError("The secret isn't the one that was fixed before the deal.")
        if self.seeds and shared_seed(self.seeds) != self.seed:
            raise DealError("The seed of all deals isn't the one that the added seeds give.")
        if self.order != MatchProof.of(self.plan, self.commitment, self.secret, self.seed).order:
            raise DealError("The deals came in another order than the secret and the seed give.")


def is_match(text: str) -> bool:
    """True if a text is the proof of a match, rather than of a deal."""
    return any(line.split() == ["method", METHOD] for line in text.splitlines())
