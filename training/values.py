"""Make the weights of a variant: `uv run python -m training.values pineapple --seed 1`.

Backwards from the last street, a network learns for each street what a position is worth if one
plays on as well as the networks after it know. Two or more rounds: the first plays with rough
rules of thumb, each later one with the networks of the round before, whose boards also become
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
from bot.players.features import FEATURES, features
from bot.players.network import CONDITIONS, Network, read
from bot.players.places import Places, strengths
from bot.players.solver import solve
from bot.players.tables import Floats, Strengths, five_strengths, row_key, three_strengths
from bot.players.usual import usual_rival
from bot.players.worth import NOBODY, Aim, Rival, row_tables
from training.fit import fit
from training.play import Hands, Judge, play
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
VISITS = range(13, 18)


def rough(street: int, places: Places, conditions: Floats) -> Floats:
    """Rules of thumb for the first round: pairs and suits below, low cards in Front."""
    del street, conditions
    points = features(places) @ _thumb()
    return np.stack([points, np.zeros_like(points), np.zeros_like(points)], axis=1)


def _thumb() -> Floats:
    """Points for each feature: see the order in `bot.players.features`."""
    ranks = np.arange(13) / 12
    parts: list[np.ndarray] = [np.zeros(14)]
    for row, (high, pair, trips) in enumerate([(0.3, 1.5, 3), (0.6, 2.0, 2.5), (1.0, 2.0, 3.5)]):
        parts += [high * ranks, pair * (0.4 + ranks), trips + 0 * ranks, 0.4 * ranks, 0 * ranks]
        parts.append(np.zeros(4 if row == 0 else 6))
        if row:
            parts += [0.25 * row * np.array([0, 1, 3, 7, 14]), np.zeros(3), np.zeros(20)]
        parts.append(np.zeros(1))
    parts.append(np.zeros(FEATURES - sum(map(len, parts))))
    return np.concatenate(parts).astype(np.float32)


def rough_rival() -> Rival:
    """A rival before any hand was played."""
    boards = map(Board.parse, _ROUGH_BOARDS)
    return Rival.of_boards(
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


def train(variant: Variant, options: argparse.Namespace) -> None:
    """Train and save the networks of a variant."""
    rng = np.random.default_rng(options.seed)
    usual: dict[str, np.ndarray] = {}
    visit = 14 if variant.discards else 13
    for cards in VISITS:
        usual[f"visit{cards}"], usual[f"visit{cards}.rates"] = visiting_boards(cards, rng)
    valid, royalties = usual[f"visit{visit}.rates"]
    visiting = Rival.of_boards(
        usual[f"visit{visit}"], valid=float(valid), royalties=float(royalties)
    )
    ending = Ending(usual_rival(variant) if options.start else rough_rival(), visiting)
    networks = list(started(variant, options.start)) if options.start else []
    streets = len(variant.streets) - 1
    for number in range(options.rounds):
        last = number == options.rounds - 1
        states = options.states if last else options.states // 2
        judge = judge_with(networks, ending) if networks else _rough_then(ending, streets)
        start = time.perf_counter()
        played = [
            play(variant, judge, min(2000, states), rng, explore=0.35, keep=options.keep)
            for _ in range(max(1, states // 2000))
        ]
        hands = [
            Hands(
                *(
                    np.concatenate(column)
                    for column in zip(*(batch[s] for batch in played), strict=True)
                )
            )
            for s in range(streets + 1)
        ]
        if networks:
            plain = play(variant, judge, 6000, rng, explore=0.0)[-1]
            standard = (plain.conditions[:, 0] > 6) & (plain.conditions[:, 4] == 0)
            boards, rates = usual_boards(plain.places[standard])
            usual[variant.name], usual[f"{variant.name}.rates"] = boards, rates
            values = ending(plain.places, plain.conditions)
            print("  usual", rates, "Fantasyland", values[standard, 2].mean(), flush=True)
            ending = Ending(
                Rival.of_boards(boards, valid=float(rates[0]), royalties=float(rates[1])), visiting
            )
        print(f"round {number}: played {time.perf_counter() - start:.0f} s", flush=True)
        new: list[Network | None] = [None] * streets
        hands = [
            some_of(found, options.most if street < streets - 1 else len(found.places), rng)
            for street, found in enumerate(hands)
        ]
        for street in reversed(range(streets)):
            start = time.perf_counter()
            draws = options.draws * (4 if street == streets - 1 else 1)
            wanted = targets(variant, street, hands[street], judge_with(new, ending), draws, rng)
            judged = time.perf_counter()
            new[street] = fit(hands[street], wanted, options.epochs, rng)
            print(
                f"  street {street}: judged {judged - start:.0f} s,"
                f" learnt {time.perf_counter() - judged:.0f} s",
                flush=True,
            )
        networks = [network for network in new if network is not None]
        save(variant, networks, usual, options.out)


def some_of(hands: Hands, most: int, rng: np.random.Generator) -> Hands:
    """At most that many of these positions."""
    chosen = rng.permutation(len(hands.places))[:most]
    return Hands(hands.places[chosen], hands.conditions[chosen])


def started(variant: Variant, folder: Path) -> tuple[Network, ...]:
    """The networks of an earlier training."""
    with np.load(folder / f"{variant.name}.npz") as arrays:
        return tuple(map(_widened, read(arrays)))


def _widened(network: Network) -> Network:
    """The same network for more features: those added at the end count for nothing yet."""
    (weights, biases), *others = network.layers
    missing = FEATURES + CONDITIONS - len(weights)
    nothing = np.zeros((missing, weights.shape[1]), np.float32)
    parts = [weights[:-CONDITIONS], nothing, weights[-CONDITIONS:]]
    return Network(((np.concatenate(parts), biases), *others))


def _rough_then(ending: Ending, streets: int) -> Judge:
    def judge(street: int, places: Places, conditions: Floats) -> Floats:
        return (
            ending(places, conditions) if street == streets else rough(street, places, conditions)
        )

    return judge


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
    command.add_argument("--rounds", type=int, default=2)
    command.add_argument("--states", type=int, default=40_000)
    command.add_argument("--keep", type=int, default=8)
    command.add_argument("--draws", type=int, default=10)
    command.add_argument("--most", type=int, default=150_000, help="positions of early streets")
    command.add_argument("--start", type=Path, help="a folder with weights to begin with")
    command.add_argument("--epochs", type=int, default=12)
    command.add_argument("--out", type=Path, default=WEIGHTS)
    options = command.parse_args()
    train(VARIANTS[options.variant], options)


if __name__ == "__main__":
    main()
