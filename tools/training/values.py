"""The values of a variant, learnt round by round.

Backwards from the last street, a network learns for each street what a position is worth if one
plays on as well as the networks after it know. There are several rounds, each of more
positions than the one before. The first knows only positions on the way to boards solved with all
cards known; each later one plays with the networks of the round before, whose boards also become
the usual rivals.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import ofc_engine.players
from ofc_engine.board import Board
from ofc_engine.players.aims import usual_rival
from ofc_engine.players.network import CAUTION, VISITING, Network, read
from ofc_engine.players.positions import (
    ABSENT,
    Floats,
    Places,
    Strengths,
    row_key,
    row_strengths,
    strengths,
)
from ofc_engine.players.solver import solve
from ofc_engine.players.values import learnt_rules
from ofc_engine.players.worth import NOBODY, Aim, RivalBoard, board_royalties, fouls
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.variants import Variant, games_of
from tools.training.fit import LAST_RATE, LATER_RATE, RATE, fit
from tools.training.hindsight import positions, solved_boards
from tools.training.play import Hands, play
from tools.training.progress import Progress, layers
from tools.training.targets import Ending, Rivals, judge_with, targets

WEIGHTS = Path(ofc_engine.players.__file__).with_name("weights")
_HIGH_BOARDS = (
    "Kc9d4h / JcJd8h5s2c / 9c9h3h3s5c",
    "Ac8d5h / AhAd8h5s2c / 6c6d6h3s5c",
    "5c5d9h / 7c7d3h3s2c / 5s6d7h8s9c",
    "9c9dAh / AcAd5h5s2s / 2c5c8cTcKc",
    "QcQd5h / KcKdQh5s2c / 8c8d8h5d5c",
)
_LOW_BOARDS = (
    "Kc9d4d / 8c7d4h3s2c / 9s9h3h3d5c",
    "Ac8d5c / 9c7d5h4s2c / AdAh6c6d5s",
    "5c5d9h / Tc8d6h4s2c / 5s6d7h8s9c",
    "9c9dAh / 8s7h5h3s2s / 2c5c8cTcKc",
    "KcKd5h / Td9c6d4c3h / AcAd8h5d5c",
)
"""Of a game whose Middle is a low."""
KEPT_BOARDS = 400
_BATCH = 2000
_RIVALS_FROM = 6000
"""Hands of which the boards of the usual rivals are taken."""
_EXPLORE = 0.35
"""The share of placements with noise."""
_SOLVED = 0.3
"""The share of positions on the way to solved boards, once there are networks to play with."""
_MOST_SOLVED = 8000
VISITS = range(13, 18)


def visit_name(game: Variant, cards: int) -> str:
    """The name of the boards of a Fantasyland of so many cards."""
    own = f"{game.name}." if game.has_low else f"+{game.jokers}." if game.jokers else ""
    return f"{own}visit{cards}"


def rough_rival(variant: Variant) -> RivalBoard:
    """A rival before any hand was played."""
    boards = map(Board.parse, _LOW_BOARDS if variant.has_low else _HIGH_BOARDS)
    return RivalBoard.of_boards(
        np.array(list(map(variant.rows.strengths, boards)), np.int16), valid=0.8, royalties=4.0
    )


def visiting_boards(
    cards: int, rules: Ruleset, rng: np.random.Generator
) -> tuple[Strengths, Floats]:
    """Boards of a Fantasyland of so many cards, with rates (valid, royalties of all hands)."""
    aim = Aim(rules, [NOBODY], {rules.visit_cards: 10.0}, fantasyland=cards)
    found, deck = list[list[int]](), rules.variant.deck
    for _ in range(KEPT_BOARDS):
        deal = tuple(deck[n] for n in rng.choice(len(deck), cards, replace=False))
        rows = solve(deal, aim)[0].placement.rows
        keys = [np.array([row_key(row)], np.int32) for row in rows]
        found.append([int(of[0]) for of in row_strengths(keys, rules)])
    return _with_rates(np.array(found, np.int16), rules)


def usual_boards(places: Places, rules: Ruleset) -> tuple[Strengths, Floats]:
    """Full boards of a variant, with rates (valid, royalties of all hands)."""
    return _with_rates(np.stack(strengths(places, rules), axis=1), rules)


def _with_rates(boards: Strengths, rules: Ruleset) -> tuple[Strengths, Floats]:
    """Those that are valid, with rates of all of them."""
    valid = ~fouls([*boards.T], rules)
    royalties = float(board_royalties(boards[valid], rules).mean()) * valid.mean()
    return boards[valid][:KEPT_BOARDS], np.array([valid.mean(), royalties], np.float32)


@dataclass(frozen=True)
class Recipe:
    """How a variant is learnt, which with the seed decides every bit of the weights.

    `positions` are those of each street in the last of the `rounds`, each of which has `growth`
    times as many as the one before; `keep` are the placements kept of each decision, `draws` those
    tried from each position, `dream` the share of hands in which high cards are drawn to the
    Front, `pat` of those that begin with five cards that make a straight or better, `hidden` the
    sizes of a network's layers. Learnt once more at the end are `refined` positions of the first
    street, of which a share `rare` hardly ever comes, and `of_three` of each street at tables of
    three.
    """

    rounds: int = 4
    positions: int = 200_000
    growth: int = 2
    keep: int = 8
    draws: int = 8
    epochs: int = 8
    hidden: str = "256,64,32"
    dream: float = 0.175
    pat: float = 0.0
    refined: int = 0
    of_three: int = 0
    rare: float = 0.3
    seed: int = 1


class Training:
    """The networks of some values (`Variant.values`), round by round; until the last is done, what
    is reached is kept in the folder `out`, too.
    """

    def __init__(self, values: str, recipe: Recipe, out: Path, start: Path | None = None) -> None:
        self.recipe, self.out = recipe, out
        self.games = games_of(values)
        self.variant = variant = self.games[-1]
        self.rules = learnt_rules(variant)
        self.rng = np.random.default_rng(recipe.seed)
        self.streets = len(variant.streets) - 1
        self.number = 0
        self.networks: list[Network] = []
        self.new: list[Network | None] = [None] * self.streets
        self.hands: list[Hands] = []
        self.usual: dict[str, np.ndarray] = {}
        if self._reached.exists():
            self._go_on()
        else:
            self._set_visits()
            if start:
                with np.load(start / f"{values}.npz") as arrays:
                    self.networks = list(read(arrays, variant.rows))
        self._meet({game: (usual_rival if start else rough_rival)(game) for game in self.games})

    def _set_visits(self) -> None:
        """Boards of Fantasylands, the same for all variants whose rows rank alike."""
        for game in self.games:
            own = self.rules if game.has_low else STANDARD.changed({"jokers": str(game.jokers)})
            for cards in own.possible_visits if game.has_low else VISITS:
                name = visit_name(game, cards)
                boards = visiting_boards(cards, own, self.rng)
                self.usual[name], self.usual[f"{name}.rates"] = boards

    def _meet(self, rough: Mapping[Variant, RivalBoard]) -> None:
        """Meet the usual rivals of each game, or these where it has none yet."""
        met: dict[int, Rivals] = {}
        for game in self.games:
            known = self._rival(game.game) if game.game in self.usual else rough[game]
            visit = visit_name(game, 14 if game.discards else 13)
            met[game.jokers] = Rivals(known, self._rival(visit))
        self.ending = Ending(self.rules, met)

    @property
    def _reached(self) -> Path:
        return self.out / f"{self.variant.values}.progress.npz"

    def run(self) -> None:
        """Train and save; every round is better than the one before."""
        for number in range(self.number, self.recipe.rounds):
            count = self.recipe.positions // self.recipe.growth ** (self.recipe.rounds - 1 - number)
            print(f"round {number}: {count} positions of each street", flush=True)
            if not self.hands:
                if self.networks:
                    self._meet_better_rivals()
                self.hands = self._positions(count)
                self._keep()
            self._learn()
            self.networks = [network for network in self.new if network is not None]
            self.number, self.hands, self.new = number + 1, [], [None] * self.streets
            save(self.variant, self.networks, self.usual, self.out)
            if self.number < self.recipe.rounds or self.recipe.refined:
                self._keep()
        if self.recipe.refined and self.number <= self.recipe.rounds:
            self._refine()
        if self.recipe.of_three:
            self._refine_of_three()
        self._reached.unlink(missing_ok=True)

    def _refine(self) -> None:
        """Learn the first street once more, from what is written: whoever begins with that comes to
        the same.
        """
        self.rng = np.random.default_rng([self.recipe.seed, 1])
        self.networks = list(read(written(self.networks), self.variant.rows))
        self.hands, self.new = [self._firsts()], [None, *self.networks[1:]]
        self._learn(LAST_RATE)
        self.networks = [network for network in self.new if network]
        save(self.variant, self.networks, self.usual, self.out)

    def _refine_of_three(self) -> None:
        """Learn all streets once more, from what is written, as tables of three see them."""
        self.number, self.rng = self.recipe.rounds + 1, np.random.default_rng([self.recipe.seed, 2])
        self.networks = list(read(written(self.networks), self.variant.rows))
        count = self.recipe.of_three
        played = self._played(self.variant, count, dream=self.recipe.dream, of_three=True)
        self.hands = [some_of(each, count, self.rng) for each in played[:-1]]
        self.new = [None] * self.streets
        self._learn(LAST_RATE)
        save(self.variant, [network for network in self.new if network], self.usual, self.out)

    def _firsts(self) -> Hands:
        """Positions after the first street, many of which are rare."""
        count = self.recipe.refined
        (first,) = self._played(self.variant, count, rare=self.recipe.rare, streets=1)
        return some_of(first, count, self.rng)

    def _keep(self) -> None:
        chance = dict(self.rng.bit_generator.state)
        Progress(self.number, self.networks, self.new, self.hands, self.usual, chance).keep(
            self._reached
        )

    def _go_on(self) -> None:
        reached = Progress.read(self._reached, self.variant)
        self.number, self.networks, self.new, self.hands, self.usual, chance = reached
        self.rng.bit_generator.state = chance

    def _rival(self, name: str) -> RivalBoard:
        valid, royalties = self.usual[f"{name}.rates"]
        return RivalBoard.of_boards(
            self.usual[name], valid=float(valid), royalties=float(royalties)
        )

    def _meet_better_rivals(self) -> None:
        """Make the boards of these networks the usual rivals."""
        judge = judge_with(self.networks, self.ending)
        for game in self.games:
            name = game.game
            end = play(game, judge, _RIVALS_FROM, self.rng, explore=0.0)[-1]
            worths, caution = end.conditions[:, 0], end.conditions[:, CAUTION]
            usual = (worths > 6) & (end.conditions[:, VISITING] == 0) & (caution > 2)
            boards = usual_boards(end.places[usual], learnt_rules(game))
            self.usual[name], self.usual[f"{name}.rates"] = boards
            entered = self.ending(end.places, end.conditions)[usual, 2].mean()
            print(f"  usual {self.usual[f'{name}.rates']} Fantasyland {entered:.3f}", flush=True)
        self._meet({})

    def _positions(self, count: int) -> list[Hands]:
        """Positions after each street, of each game as many."""
        each = [self._of_game(game, count // len(self.games)) for game in self.games]
        if len(each) == 1:
            return each[0]
        together = (joined(list(parts)) for parts in zip(*each, strict=True))
        return [some_of(hands, len(hands.places), self.rng) for hands in together]

    def _of_game(self, game: Variant, count: int) -> list[Hands]:
        """Positions after each street, those after the last but one twice as many."""
        share = _SOLVED if self.networks else 1.0
        most, rival = min(count // 8, _MOST_SOLVED), self.ending.rivals[game.jokers].usual
        full = solved_boards(rival, learnt_rules(game), most, self.rng)
        counts = [count] * (self.streets - 1) + [2 * count]
        played: list[Hands] = []
        if share < 1:
            played = self._played(game, round(2 * count * (1 - share)), dream=self.recipe.dream)
        found: list[Hands] = []
        for street, wanted in enumerate(counts):
            solved = positions(full, game, street, round(wanted * share), self.rng)
            parts = [solved]
            if played:
                parts.append(some_of(played[street], wanted - len(solved.places), self.rng))
            found.append(some_of(joined(parts), wanted, self.rng))
        return found

    def _played(
        self,
        game: Variant,
        count: int,
        *,
        dream: float = 0.0,
        rare: float = 0.0,
        streets: int | None = None,
        of_three: bool = False,
    ) -> list[Hands]:
        """At least so many positions after each street, or the first ones, as the networks play."""
        keep, judge = self.recipe.keep, judge_with(self.networks, self.ending)
        batches = [
            play(
                game,
                judge,
                _BATCH,
                self.rng,
                explore=_EXPLORE,
                dream=dream,
                keep=keep,
                pat=self.recipe.pat,
                rare=rare,
                streets=streets,
                of_three=of_three,
            )
            for _ in range(-(-count // (_BATCH * keep)))
        ]
        return [joined(list(parts)) for parts in zip(*batches, strict=True)]

    def _learn(self, fastest: float = LATER_RATE) -> None:
        """New networks for those streets that have none yet, the last street's first."""
        for street in reversed(range(self.streets)):
            if self.new[street] is not None:
                continue
            start = time.perf_counter()
            draws = self.recipe.draws * (4 if street == self.streets - 1 else 1)
            judge, hands = judge_with(self.new, self.ending), self.hands[street]
            wanted = targets(self.variant, street, hands, judge, draws, self.rng)
            judged = time.perf_counter()
            before = self.networks[street] if self.networks else None
            sizes = [int(size) for size in self.recipe.hidden.split(",")]
            rate = fastest if before else RATE
            self.new[street] = fit(
                hands,
                wanted,
                self.recipe.epochs,
                self.rng,
                sizes,
                self.variant.rows,
                before,
                fastest=rate,
            )
            self._keep()
            taken = judged - start, time.perf_counter() - judged
            print(
                f"  street {street}: judged {taken[0]:.0f} s, learnt {taken[1]:.0f} s", flush=True
            )


def joined(parts: list[Hands]) -> Hands:
    """All these positions, of one game or of several."""
    most = max(part.places.shape[1] for part in parts)
    return Hands(
        np.concatenate([_widened(part.places, most) for part in parts]),
        np.concatenate([part.conditions for part in parts]),
    )


def _widened(places: Places, cards: int) -> Places:
    """The same positions among those of a game with so many cards."""
    more = cards - places.shape[1]
    return np.pad(places, ((0, 0), (0, more)), constant_values=ABSENT) if more else places


def some_of(hands: Hands, most: int, rng: np.random.Generator) -> Hands:
    """At most that many of these positions, in any order."""
    chosen = rng.permutation(len(hands.places))[:most]
    return Hands(hands.places[chosen], hands.conditions[chosen])


def written(networks: list[Network]) -> dict[str, np.ndarray]:
    """The arrays of these networks as they are kept, by their names."""
    known = layers(dict(enumerate(networks)))
    return {name: values.astype(np.float16) for name, values in known.items()}


def save(
    variant: Variant, networks: list[Network], usual: dict[str, np.ndarray], out: Path
) -> None:
    """Write the weights, and merge the usual boards into those of other variants."""
    out.mkdir(exist_ok=True, parents=True)
    if networks:
        np.savez_compressed(out / f"{variant.values}.npz", **written(networks))
    path = out / "usual.npz"
    others = dict(np.load(path)) if path.exists() else {}
    np.savez_compressed(path, **{**others, **usual})
