"""What a visit to Fantasyland is worth, by play: `python -m tools.benchmarks.visits --hands 400`.

For each number of cards (14 to 17, in Classic 13, in 2-7 Pineapple 14 and 15) the master sets a
Fantasyland while another one plays an ordinary hand beside it, every deal with other cards. Printed
are the points that the visit wins, how often it stays, how often another earns a visit meanwhile,
and from these what the visit is worth: its points, and the worth of a next one as often as it stays
rather than the other enters. Beside it is what the master believes
(`ofc_engine.players.aims`). The error is two standard errors of the points alone. With
`--players 3` two others play beside it, and all is said of one of them.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ofc_engine.cli.console import add_rules, chosen_rules
from ofc_engine.players.aims import visit_worth
from ofc_engine.rulesets import Ruleset
from tools.benchmarks.strength import play_hand, player

VISITS: Final = (14, 15, 16, 17)
"""Where the game has no visits of its own."""


@dataclass(frozen=True)
class Visit:
    """Hands in a Fantasyland of so many cards, beside players who are not in it.

    Shares of hands in which the visitor stays and another enters, points that the visitor won
    from each of them in each hand.
    """

    cards: int
    points: Sequence[float]
    stays: float
    enters: float

    @property
    def gain(self) -> float:
        return float(np.mean(self.points))

    @property
    def error(self) -> float:
        return float(2 * np.std(self.points, ddof=1) / np.sqrt(len(self.points)))


def visit(rules: Ruleset, cards: int, hands: int, seed: str, players: int = 2) -> Visit:
    """Play hands with a visit of so many cards, from each seat in turn."""
    seated = [player("master") for _ in range(players)]
    points: list[float] = []
    stays = enters = 0
    for number in range(hands):
        seat = number % players
        fantasyland = tuple(cards * (each == seat) for each in range(players))
        won, earned = play_hand(rules, fantasyland, f"{seed}/{cards}/{number}", seated)
        points.append(won[seat] / (players - 1))
        stays += bool(earned[seat])
        enters += sum(map(bool, earned)) - bool(earned[seat])
    return Visit(cards, points, stays / hands, enters / hands / (players - 1))


def worths(visits: dict[int, Visit], again: int) -> dict[int, float]:
    """Points that each visit is worth, where one that stays has `again` cards the next time."""
    after = visits[again]
    repeat = after.gain / (1 - after.stays + after.enters)
    return {cards: v.gain + (v.stays - v.enters) * repeat for cards, v in visits.items()}


def main() -> None:
    """Play and print."""
    command = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    command.add_argument("--hands", type=int, default=400, help="of each number of cards")
    command.add_argument("--players", type=int, default=2)
    command.add_argument("--seed", default="1")
    add_rules(command)
    options = command.parse_args()
    rules = chosen_rules(options)
    visits: dict[int, Visit] = {}
    every = rules.possible_visits if len(rules.variant.entries) > 1 else VISITS
    for cards in every if rules.variant.discards else (rules.visit_cards,):
        found = visits[cards] = visit(rules, cards, options.hands, options.seed, options.players)
        print(
            f"{cards} cards: {found.gain:+.2f} ± {found.error:.2f} points, stays {found.stays:.1%},"
            f" another enters {found.enters:.1%}",
            flush=True,
        )
    believed = visit_worth(rules)
    for cards, worth in worths(visits, rules.visit_cards).items():
        note = f" (believed: {believed[cards]:.1f})" if cards in believed else ""
        print(f"{cards} cards are worth {worth:.1f}{note}")


if __name__ == "__main__":
    main()
