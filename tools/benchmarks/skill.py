"""How sharp, fair, exact and cheap the judge of skill is: `python -m tools.benchmarks.skill`.

Computer players play deals against each other, the same deals for every pair, each in both seats,
and the judge says what they gave away and what luck they had.

- Apart: so many hands each are enough that in 95 of 100 draws of that many hands, on different
  deals, the better player has given away less. Hands in Fantasyland are left out: every level
  solves these exactly but for the beginner. Printed beside it is how many hands it takes by the
  rule (1.96 SD / mean)², with the SD of the difference of two hands.
- Luck: its mean for the better of two players, which must not differ from zero by more than two
  standard errors.
- Error: what decisions cost by the judge beside one that looks at twenty times the draws and
  samples, and at more placements.
- CPU: of judging, for hands of two and three; the limit is for a background process.
"""

import argparse
import sys
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from time import process_time
from typing import Final

import numpy as np

from ofc_engine.deal import advance, deck
from ofc_engine.hand import Hand
from ofc_engine.operations import Operation, Placed, Surrendered
from ofc_engine.players.deciding import decide, gives_up
from ofc_engine.players.judge import Thoroughness
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import LEVELS, Level
from ofc_engine.players.skill import FinishedHand, Skill
from ofc_engine.players.verdicts import judge, verdict
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.scoring import score_hand
from ofc_engine.views import view_for
from tools.benchmarks.goals import Goal, report

EXACT: Final = Thoroughness(
    (12, 8, 8, 8), (40, 40, 20, 20), boards=2400, oracle=(2400, 6000), last=48
)
"""Twenty times the draws and samples of the judge, and more placements. Where two streets are left
these are five times the draws of the next one, and four times those of the last after each."""
APART: Final = 0.95
WITHIN: Final = 5
MOST_HANDS: Final = 30
DRAWN: Final = 20_000


def play(rules: Ruleset, visits: tuple[int, ...], seed: str, seated: list[Level]) -> FinishedHand:
    """A hand played by computer players."""
    secret = sha256(seed.encode()).digest()
    cards, rng = deck(secret, rules.variant.deck), np.random.default_rng(list(secret[:8]))
    hand, log = Hand.start(rules, visits), list[Operation]()
    while True:
        for operation in advance(hand, cards):
            hand = hand.apply(operation)
            log.append(operation)
        if hand.is_finished:
            return FinishedHand(rules, visits, tuple(log))
        seat = hand.waiting_on[0]
        operation = _move(hand, seat, seated[seat], rng)
        hand = hand.apply(operation)
        log.append(operation)


def _move(hand: Hand, seat: int, level: Level, rng: np.random.Generator) -> Operation:
    knowledge = Knowledge.of(view_for(hand, seat))
    if hand.can_surrender(seat) and gives_up(level, knowledge, rng):
        return Surrendered(seat)
    return Placed(seat, decide(level, knowledge, rng))


@dataclass
class Pairing:
    """Two levels on the same deals in both seats; the first is the better.

    `given` are both levels' points given away in each hand outside Fantasyland, `luck` is the
    better one's in every hand, `seconds` what judging each hand took.
    """

    given: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    luck: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    played: list[FinishedHand] = field(default_factory=list)

    def deal(self, rules: Ruleset, seed: str, levels: tuple[Level, Level]) -> None:
        """Play and judge one deal in both seats, with the hands in Fantasyland that follow."""
        for turn in (0, 1):
            seated, visits = [levels[turn], levels[1 - turn]], (0, 0)
            for number in range(MOST_HANDS):
                hand = play(rules, visits, f"{seed}/{number}", seated)
                skills = self._judged(hand)
                for seat, visit in enumerate(visits):
                    if not visit:
                        self.given[seat ^ turn].append(skills[seat].given_away)
                self.luck.append(skills[turn].luck or 0.0)
                visits = tuple(each.fantasyland for each in score_hand(hand.end).results)
                if not any(visits):
                    break

    def _judged(self, hand: FinishedHand) -> tuple[Skill, ...]:
        start = process_time()
        skills = judge(hand)
        self.seconds.append(process_time() - start)
        self.played.append(hand)
        return skills


def hands_apart(better: list[float], worse: list[float]) -> tuple[int, float]:
    """How many hands each tell two players apart, and how sure `WITHIN` hands each are."""
    rng = np.random.default_rng(1)
    one, other = np.array(better), np.array(worse)
    found, sure = 0, 0.0
    for hands in range(1, 60):
        means = [rng.choice(each, (DRAWN, hands)).mean(axis=1) for each in (one, other)]
        share = float((means[0] < means[1]).mean() + (means[0] == means[1]).mean() / 2)
        sure = share if hands == WITHIN else sure
        found = found or (hands if share >= APART else 0)
        if found and hands >= WITHIN:
            break
    return found or 60, sure


def by_the_rule(better: list[float], worse: list[float]) -> float:
    """Hands each by (1.96 SD / mean)², SD that of the difference of two hands."""
    one, other = np.array(better), np.array(worse)
    variance = one.var(ddof=1) + other.var(ddof=1)
    return float(1.96**2 * variance / (other.mean() - one.mean()) ** 2)


def errors(hands: list[FinishedHand]) -> dict[int, list[tuple[float, float]]]:
    """What decisions cost by the judge and by the closer one, by street."""
    found: dict[int, list[tuple[float, float]]] = {}
    for hand in hands:
        for _, decision in hand.decisions():
            once, closely = verdict(decision), verdict(decision, EXACT)
            found.setdefault(once.street, []).append((once.cost, closely.cost))
    return found


def measure(options: argparse.Namespace) -> list[Goal]:
    """Measure everything, and print it as it comes."""
    levels = list(LEVELS.values())[::-1]
    goals: list[Goal] = []
    played: list[FinishedHand] = []
    lucks: list[float] = []
    seconds: list[float] = []
    for better, worse in combinations(levels, 2):
        pairing = Pairing()
        for number in range(options.deals):
            pairing.deal(STANDARD, f"{options.seed}/{number}", (better, worse))
        one, other = pairing.given
        enough, sure = hands_apart(one, other)
        luck = np.array(pairing.luck)
        print(
            f"{better.name} {np.mean(one):.2f} (SD {np.std(one):.2f}), {worse.name}"
            f" {np.mean(other):.2f} (SD {np.std(other):.2f}) given away a hand"
            f" ({len(one)} hands each): apart in {enough} hands each, in {WITHIN} {sure:.1%};"
            f" by the rule {by_the_rule(one, other):.1f}; luck of {better.name}"
            f" {luck.mean():+.2f} ± {luck.std(ddof=1) / len(luck) ** 0.5:.2f} ({len(luck)})",
            flush=True,
        )
        if levels.index(worse) - levels.index(better) == 1:
            goals.append(Goal(f"hands to tell {better.name} from {worse.name}", enough, WITHIN))
        lucks += pairing.luck
        seconds += pairing.seconds
        played += pairing.played
    error = 2 * float(np.std(lucks)) / len(lucks) ** 0.5
    goals.append(Goal(f"mean luck in {len(lucks)} hands", abs(float(np.mean(lucks))), error))
    goals.append(Goal("CPU to judge a hand of two", float(np.mean(seconds)), 0.3, "s"))
    goals.append(Goal("CPU to judge a hand of three", _of_three(options), 0.3, "s"))
    return goals + _errors(played[:: max(1, len(played) // options.closely)])


def _of_three(options: argparse.Namespace) -> float:
    """CPU seconds to judge a hand of three, one of each level."""
    seconds: list[float] = []
    for number in range(max(1, options.deals // 4)):
        hand = play(STANDARD, (0, 0, 0), f"three/{number}", list(LEVELS.values()))
        start = process_time()
        judge(hand)
        seconds.append(process_time() - start)
    return float(np.mean(seconds))


def _errors(hands: list[FinishedHand]) -> list[Goal]:
    """The judge's error: by street as it is printed, and of a decision at large."""
    found = errors(hands)
    for street, pairs in sorted(found.items()):
        costs = np.array(pairs)
        apart = costs[:, 0] - costs[:, 1]
        print(
            f"street {street}: costs {costs[:, 1].mean():.3f}, error {apart.mean():+.3f} on"
            f" average, {np.sqrt((apart**2).mean()):.3f} RMS ({len(pairs)} decisions)"
        )
    every = np.array([pair for pairs in found.values() for pair in pairs])
    apart = every[:, 0] - every[:, 1]
    return [
        Goal("error of a decision's cost, mean", abs(float(apart.mean())), 0.05, "points"),
        Goal("error of a decision's cost, RMS", float(np.sqrt((apart**2).mean())), 0.3, "points"),
    ]


def main() -> int:
    """Measure and print."""
    command = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.add_argument("--deals", type=int, default=120)
    command.add_argument("--closely", type=int, default=40, help="hands judged twenty times closer")
    command.add_argument("--seed", default="1")
    return report(measure(command.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
