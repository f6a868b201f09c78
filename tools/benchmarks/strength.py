"""How strong players are: `uv run python -m tools.benchmarks.strength master steady --deals 1000`.

A referee plays every deal once for each seat of the first player, with the same deck; the
other seats are the second player's. A hand that earns Fantasyland is followed by hands played
there, until nobody is in it, and points are counted per hand of either kind. A player is a
level, `greedy`, `careful`, `random`, or `cmd:PROGRAM` speaking the JSON lines of
`ofc player`. Times are of the processor, those of programs are not known.

With `--without-luck` the luck of each draw is taken out of the points: a twelfth of the deals then
says as much.
"""

import argparse
import json
import shlex
import subprocess
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from statistics import median, quantiles
from time import process_time
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ofc_engine.board import Placement
from ofc_engine.cli.console import add_rules, chosen_rules
from ofc_engine.deal import advance, deck
from ofc_engine.hand import Hand
from ofc_engine.operations import Placed, Surrendered
from ofc_engine.players.deciding import decide, gives_up
from ofc_engine.players.json_lines import read_answer, request_of
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import level
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import Result, score_hand
from ofc_engine.seat import Fate
from ofc_engine.views import view_for
from tools.benchmarks.luck import luck
from tools.benchmarks.yardsticks import at_random, careful, greedy

MOST_HANDS: Final = 30
"""Hands in Fantasyland after one deal; nobody stays that long."""
Decide: TypeAlias = Callable[[Knowledge, np.random.Generator], Placement]
Watch: TypeAlias = Callable[[Hand, int, Knowledge], None]
"""Called before each decision with the hand, the seat, and what is known there."""
YARDSTICKS: Final[dict[str, Decide]] = {"random": at_random, "greedy": greedy, "careful": careful}


def unwatched(_hand: Hand, _seat: int, _knowledge: Knowledge) -> None:
    """Do nothing: nobody watches."""


@dataclass
class Tally:
    """What one player did."""

    name: str
    decide: Decide
    gives_up: Callable[[Knowledge, np.random.Generator], bool] | None = None
    close: Callable[[], None] = lambda: None
    hands: int = 0
    usual: int = 0
    """Hands outside Fantasyland; fouls, entries and royalties are of these."""
    fouls: int = 0
    entries: int = 0
    royalties: int = 0
    surrenders: int = 0
    visits: int = 0
    stays: int = 0
    visit_royalties: int = 0
    times: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))


class Program:
    """A player that is a program; closing ends it."""

    def __init__(self, command: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, text=True)

    def decide(self, knowledge: Knowledge, _rng: np.random.Generator) -> Placement:
        answers, questions = self.process.stdout, self.process.stdin
        assert answers is not None
        assert questions is not None
        questions.write(json.dumps(request_of(knowledge)) + "\n")
        questions.flush()
        return read_answer(answers.readline(), knowledge.pending)

    def close(self) -> None:
        self.process.communicate(timeout=10)


def player(name: str) -> Tally:
    """The player of that name; raises LevelError."""
    if name.startswith("cmd:"):
        program = Program(name.removeprefix("cmd:"))
        return Tally(name, program.decide, close=program.close)
    if name in YARDSTICKS:
        return Tally(name, YARDSTICKS[name])
    found = level(name)
    return Tally(name, partial(decide, found), partial(gives_up, found))


def play_hand(
    rules: Ruleset,
    fantasyland: tuple[int, ...],
    seed: str,
    seated: list[Tally],
    watch: Watch = unwatched,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Play a hand; returns the points and the Fantasyland cards earned by seat."""
    secret = sha256(seed.encode()).digest()
    cards, rng = deck(secret, rules.variant.deck), np.random.default_rng(list(secret[:8]))
    hand = Hand.start(rules, fantasyland)
    while True:
        for operation in advance(hand, cards):
            hand = hand.apply(operation)
        if hand.is_finished:
            break
        # A Fantasyland set face down waits until the others are done, as a careful player does.
        hand = move(hand, hand.waiting_on[0], seated, rng, watch)
    score = score_hand(hand)
    for seat, tally in enumerate(seated):
        count(tally, hand, seat, score.results[seat])
    return score.points, tuple(result.fantasyland for result in score.results)


def move(
    hand: Hand, seat: int, seated: list[Tally], rng: np.random.Generator, watch: Watch
) -> Hand:
    """The hand after one decision of a seat."""
    knowledge, tally = Knowledge.of(view_for(hand, seat)), seated[seat]
    watch(hand, seat, knowledge)
    start = process_time()
    if tally.gives_up and hand.can_surrender(seat) and tally.gives_up(knowledge, rng):
        return hand.apply(Surrendered(seat))
    placement = tally.decide(knowledge, rng)
    street = 0 if knowledge.fantasyland else knowledge.number + 1
    tally.times[street].append((process_time() - start) * 1000)
    return hand.apply(Placed(seat, placement))


def count(tally: Tally, hand: Hand, seat: int, result: Result) -> None:
    tally.hands += 1
    if hand.seats[seat].fantasyland:
        tally.visits += 1
        tally.stays += bool(result.fantasyland)
        tally.visit_royalties += sum(result.royalties)
        return
    tally.usual += 1
    tally.fouls += result.is_foul
    tally.entries += bool(result.fantasyland)
    tally.royalties += sum(result.royalties)
    tally.surrenders += result.fate is Fate.SURRENDERED


def play_deal(
    rules: Ruleset, seed: str, seated: list[Tally], watch: Watch = unwatched
) -> tuple[list[int], int]:
    """Points by seat over a deal and the Fantasyland hands that follow, and how many hands."""
    totals, visits = [0] * len(seated), (0,) * len(seated)
    for number in range(MOST_HANDS):
        points, visits = play_hand(rules, visits, f"{seed}/{number}", seated, watch)
        totals = [a + b for a, b in zip(totals, points, strict=True)]
        if not any(visits):
            break
    return totals, number + 1


def play_without_luck(rules: Ruleset, seed: str, seated: list[Tally]) -> tuple[list[float], int]:
    """The same with the luck of each draw taken out of the points."""
    lucks, rng = [0.0] * len(seated), np.random.default_rng(list(seed.encode()))

    def watch(hand: Hand, seat: int, knowledge: Knowledge) -> None:
        held = (card for n, each in enumerate(hand.seats) if n != seat for card in each.cards)
        lucks[seat] += luck(knowledge, held, rng)

    totals, hands = play_deal(rules, seed, seated, watch)
    others, all_luck = len(seated) - 1, sum(lucks)
    # What one seat wins by luck its opponents lose, in equal parts.
    left = [won - own + (all_luck - own) / others for won, own in zip(totals, lucks, strict=True)]
    return left, hands


class Duel(NamedTuple):
    """Points a hand of the first from each opponent, their standard error, and hands."""

    points: float
    error: float
    hands: int


def duel(
    first: Tally,
    second: Tally,
    rules: Ruleset,
    deals: int,
    seed: str,
    *,
    players: int = 2,
    without_luck: bool = True,
) -> Duel:
    """What the first player wins, from each seat of every deal, with the second in the others."""
    play = play_without_luck if without_luck else play_deal
    won, hands = np.zeros(deals), np.zeros(deals)
    for number in range(deals):
        for seat in range(players):
            seated = [first if s == seat else second for s in range(players)]
            points, played = play(rules, f"{seed}/{number}", seated)
            won[number] += points[seat] / (players - 1)
            hands[number] += played
    mean = won.sum() / hands.sum()
    if deals < 2:
        return Duel(float(mean), float("inf"), int(hands.sum()))
    error = (won - mean * hands).std(ddof=1) / hands.mean() / np.sqrt(deals)
    return Duel(float(mean), float(error), int(hands.sum()))


def describe(tally: Tally) -> None:
    """Print what a player did."""
    usual, visits = max(1, tally.usual), max(1, tally.visits)
    print(
        f"{tally.name}: foul {tally.fouls / usual:.1%}, Fantasyland {tally.entries / usual:.1%},"
        f" royalties {tally.royalties / usual:.2f}, surrenders {tally.surrenders / usual:.1%};"
        f" in Fantasyland ({tally.visits}): stays {tally.stays / visits:.1%},"
        f" royalties {tally.visit_royalties / visits:.2f}"
    )
    for street, taken in sorted(tally.times.items()):
        name = f"street {street}" if street else "Fantasyland"
        high = quantiles(taken, n=10)[-1] if len(taken) > 1 else taken[0]
        print(f"  {name}: median {median(taken):.1f} ms, p90 {high:.1f} ms ({len(taken)})")


def main() -> None:
    """Play and print."""
    command = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.add_argument("first")
    command.add_argument("second")
    command.add_argument("--deals", type=int, default=200)
    command.add_argument("--players", type=int, default=2)
    command.add_argument("--seed", default="1")
    command.add_argument("--variant")
    command.add_argument("--without-luck", action="store_true", help="of the draws")
    add_rules(command)
    options = command.parse_args()
    first, second = player(options.first), player(options.second)
    rules = chosen_rules(options)
    if options.variant:
        rules = rules.changed({"variant": options.variant})
    mean, error, hands = duel(
        first,
        second,
        rules,
        options.deals,
        options.seed,
        players=options.players,
        without_luck=options.without_luck,
    )
    print(f"{first.name} v {second.name}: {mean:+.2f} ± {error:.2f} points a hand ({hands} hands)")
    for tally in (first, second):
        describe(tally)
        tally.close()


if __name__ == "__main__":
    main()
