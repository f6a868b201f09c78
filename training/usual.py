"""Keep the boards of a variant as its usual rivals: `uv run python -m training.usual classic`.

For variants without learnt values, whose training would keep them by the way.
"""

import argparse

import numpy as np

from bot.ofc.cards import DECK
from bot.ofc.deal import advance, deck
from bot.ofc.hand import Hand
from bot.ofc.operations import Placed
from bot.ofc.rulesets import STANDARD, Ruleset
from bot.ofc.variants import VARIANTS
from bot.ofc.views import view_for
from bot.players.deciding import decide
from bot.players.knowledge import Knowledge
from bot.players.levels import LEVELS, Level
from bot.players.positions import Places, places_of
from training.values import WEIGHTS, save, usual_boards


def play(rules: Ruleset, level: Level, rng: np.random.Generator) -> list[Places]:
    """Both boards of one hand between two players of this level."""
    hand, cards = Hand.start(rules, (0, 0)), deck(rng.bytes(32))
    while True:
        for operation in advance(hand, cards):
            hand = hand.apply(operation)
        if hand.is_finished:
            return [places_of(seat.board, DECK[:0]) for seat in hand.seats]
        seat = hand.waiting_on[0]
        placement = decide(level, Knowledge.of(view_for(hand, seat)), rng)
        hand = hand.apply(Placed(seat, placement))


def main() -> None:
    """Play and keep."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("variant", choices=list(VARIANTS))
    command.add_argument("--level", default="master", choices=list(LEVELS))
    command.add_argument("--hands", type=int, default=300)
    command.add_argument("--seed", type=int, default=1)
    options = command.parse_args()
    rng = np.random.default_rng(options.seed)
    rules = STANDARD.changed({"variant": options.variant})
    found = [
        board for _ in range(options.hands) for board in play(rules, LEVELS[options.level], rng)
    ]
    boards, rates = usual_boards(np.stack(found))
    kept = {options.variant: boards, f"{options.variant}.rates": rates}
    save(VARIANTS[options.variant], [], kept, WEIGHTS)
    print(options.variant, "valid and royalties", rates)


if __name__ == "__main__":
    main()
