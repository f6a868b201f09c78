"""Make the weights of a variant: `uv run python -m training.values pineapple --seed 1`.

Backwards from the last street, a network learns for each street what a position is worth if one
plays on as well as the networks after it know. There are several rounds, each of twice as many
positions as the one before. The first knows only positions on the way to boards solved with all
cards known; each later one plays with the networks of the round before, whose boards also become
the usual rivals.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from bot.ofc.board import Board
from bot.ofc.cards import DECK
from bot.ofc.rulesets import STANDARD
from bot.ofc.variants import VARIANTS, Variant
from bot.players.aims import usual_rival
from bot.players.network import CAUTION, VISITING, Network, read
from bot.players.positions import (
    Floats,
    Places,
    Strengths,
    five_strengths,
    row_key,
    strengths,
    three_strengths,
)
from bot.players.solver import solve
from bot.players.worth import NOBODY, Aim, RivalBoard, row_tables
from training.fit import fit
from training.hindsight import positions, solved_boards
from training.play import Hands, play
from training.targets import Ending, judge_with, targets

WEIGHTS = Path(__file__).parents[1] / "bot" / "players" / "weights"
_ROUGH_BOARDS = (
    "Kc9d4h / JcJd8h5s2c / 9c9h3h3s5c",
    "Ac8d5h / AhAd8h5s2c / 6c6d6h3s5c",
    "5c5d9h / 7c7d3h3s2c / 5s6d7h8s9c",
    "9c9dAh / AcAd5h5s2s / 2c5c8cTcKc",
    "QcQd5h / KcKdQh5s2c / 8c8d8h5d5c",
)
KEPT_BOARDS = 400
_BATCH = 2000
_RIVALS_FROM = 6000
"""Hands of which the boards of the usual rivals are taken."""
_SOLVED = 0.3
"""The share of positions on the way to solved boards, once there are networks to play with."""
_MOST_SOLVED = 8000
VISITS = range(13, 18)


def rough_rival() -> RivalBoard:
    """A rival before any hand was played."""
    boards = map(Board.parse, _ROUGH_BOARDS)
    return RivalBoard.of_boards(
        np.array([board.strengths() for board in boards], np.int16), valid=0.8, royalties=4.0
    )


def visiting_boards(cards: int, rng: np.random.Generator) -> tuple[Strengths, Floats]:
    """Boards of a Fantasyland of so many cards, with rates (valid, royalties)."""
    aim = Aim(STANDARD, [NOBODY], {14: 10.0}, fantasyland=True)
    found: list[list[int]] = []
    for _ in range(KEPT_BOARDS):
        deal = tuple(DECK[n] for n in rng.choice(52, cards, replace=False))
        rows = solve(deal, aim)[0].placement.rows
        keys = [np.array(row_key(row), np.int32) for row in rows]
        found.append(
            [
                int(three_strengths(keys[0])),
                int(five_strengths(keys[1])),
                int(five_strengths(keys[2])),
            ]
        )
    boards = np.array(found, np.int16)
    return boards, np.array([1, _royalties(boards)], np.float32)


def _royalties(boards: Strengths) -> float:
    table = row_tables(STANDARD).royalties
    return float(np.mean(sum(table[row][boards[:, row]] for row in range(3))))


def usual_boards(places: Places) -> tuple[Strengths, Floats]:
    """Full boards of a variant, with rates (valid, royalties of all hands)."""
    boards = np.stack(strengths(places), axis=1)
    valid = (boards[:, 0] <= boards[:, 1]) & (boards[:, 1] <= boards[:, 2])
    royalties = _royalties(boards[valid]) * valid.mean()
    return boards[valid][:KEPT_BOARDS], np.array([valid.mean(), royalties], np.float32)


class Training:
    """The networks of a variant, round by round."""

    def __init__(self, variant: Variant, options: argparse.Namespace) -> None:
        self.variant, self.options = variant, options
        self.rng = np.random.default_rng(options.seed)
        self.usual: dict[str, np.ndarray] = {}
        for cards in VISITS:
            kept = visiting_boards(cards, self.rng)
            self.usual[f"visit{cards}"], self.usual[f"visit{cards}.rates"] = kept
        self.visiting = self._rival(f"visit{14 if variant.discards else 13}")
        self.ending = Ending(rough_rival(), self.visiting)
        self.networks: list[Network] = []
        if options.start:
            with np.load(options.start / f"{variant.name}.npz") as arrays:
                self.networks = list(read(arrays))
            self.ending = Ending(usual_rival(variant), self.visiting)
        self.streets = len(variant.streets) - 1

    def run(self) -> None:
        """Train and save; every round is better than the one before."""
        for number in range(self.options.rounds):
            count = self.options.positions >> (self.options.rounds - 1 - number)
            print(f"round {number}: {count} positions of each street", flush=True)
            if self.networks:
                self._meet_better_rivals()
            self._learn(self._positions(count))
            save(self.variant, self.networks, self.usual, self.options.out)

    def _rival(self, name: str) -> RivalBoard:
        valid, royalties = self.usual[f"{name}.rates"]
        return RivalBoard.of_boards(
            self.usual[name], valid=float(valid), royalties=float(royalties)
        )

    def _meet_better_rivals(self) -> None:
        """Make the boards of these networks the usual rivals."""
        name, judge = self.variant.name, judge_with(self.networks, self.ending)
        end = play(self.variant, judge, _RIVALS_FROM, self.rng, explore=0.0)[-1]
        worths, caution = end.conditions[:, 0], end.conditions[:, CAUTION]
        usual = (worths > 6) & (end.conditions[:, VISITING] == 0) & (caution > 2)
        self.usual[name], self.usual[f"{name}.rates"] = usual_boards(end.places[usual])
        entered = self.ending(end.places, end.conditions)[usual, 2].mean()
        print(f"  usual {self.usual[f'{name}.rates']} Fantasyland {entered:.3f}", flush=True)
        self.ending = Ending(self._rival(name), self.visiting)

    def _positions(self, count: int) -> list[Hands]:
        """Positions after each street, those after the last but one twice as many."""
        share = _SOLVED if self.networks else 1.0
        full = solved_boards(self.ending.rival, min(count // 8, _MOST_SOLVED), self.rng)
        counts = [count] * (self.streets - 1) + [2 * count]
        played = self._played(round(2 * count * (1 - share))) if share < 1 else []
        found: list[Hands] = []
        for street, wanted in enumerate(counts):
            solved = positions(full, self.variant, street, round(wanted * share), self.rng)
            parts = [solved]
            if played:
                parts.append(some_of(played[street], wanted - len(solved.places), self.rng))
            found.append(some_of(joined(parts), wanted, self.rng))
        return found

    def _played(self, count: int) -> list[Hands]:
        """At least so many positions after each street as the networks play."""
        keep, judge = self.options.keep, judge_with(self.networks, self.ending)
        batches = [
            play(self.variant, judge, _BATCH, self.rng, explore=0.35, keep=keep)
            for _ in range(-(-count // (_BATCH * keep)))
        ]
        return [joined([batch[street] for batch in batches]) for street in range(self.streets)]

    def _learn(self, hands: list[Hands]) -> None:
        """New networks for positions after each street, the last street's first."""
        new: list[Network | None] = [None] * self.streets
        for street in reversed(range(self.streets)):
            start = time.perf_counter()
            draws = self.options.draws * (4 if street == self.streets - 1 else 1)
            judge = judge_with(new, self.ending)
            wanted = targets(self.variant, street, hands[street], judge, draws, self.rng)
            judged = time.perf_counter()
            before = self.networks[street] if self.networks else None
            new[street] = fit(hands[street], wanted, self.options.epochs, self.rng, before)
            taken = judged - start, time.perf_counter() - judged
            print(
                f"  street {street}: judged {taken[0]:.0f} s, learnt {taken[1]:.0f} s", flush=True
            )
        self.networks = [network for network in new if network is not None]


def joined(parts: list[Hands]) -> Hands:
    """All these positions."""
    places, conditions = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Hands(places, conditions)


def some_of(hands: Hands, most: int, rng: np.random.Generator) -> Hands:
    """At most that many of these positions, in any order."""
    chosen = rng.permutation(len(hands.places))[:most]
    return Hands(hands.places[chosen], hands.conditions[chosen])


def save(
    variant: Variant, networks: list[Network], usual: dict[str, np.ndarray], out: Path
) -> None:
    """Write the weights, and merge the usual boards into those of other variants."""
    arrays = {
        f"{street}.{layer}.{name}": values.astype(np.float16)
        for street, network in enumerate(networks)
        for layer, pair in enumerate(network.layers)
        for name, values in zip(("weights", "biases"), pair, strict=True)
    }
    out.mkdir(exist_ok=True, parents=True)
    if networks:
        np.savez_compressed(out / f"{variant.name}.npz", **arrays)
    path = out / "usual.npz"
    known = dict(np.load(path)) if path.exists() else {}
    np.savez_compressed(path, **{**known, **usual})


def main() -> None:
    """Read the arguments and train."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("variant", choices=[v for v in VARIANTS if v != "chinese"])
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--rounds", type=int, default=4)
    command.add_argument("--positions", type=int, default=200_000, help="of each street, at last")
    command.add_argument("--keep", type=int, default=8, help="placements kept of each decision")
    command.add_argument("--draws", type=int, default=8, help="tried from each position")
    command.add_argument("--start", type=Path, help="a folder with weights to begin with")
    command.add_argument("--epochs", type=int, default=12)
    command.add_argument("--out", type=Path, default=WEIGHTS)
    options = command.parse_args()
    Training(VARIANTS[options.variant], options).run()


if __name__ == "__main__":
    main()
