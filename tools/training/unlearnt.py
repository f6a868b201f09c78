"""Usual boards of games that are not learnt: `uv run python -m tools.training.unlearnt`.

A training makes those of its own games by the way. Where there is none they are of hands of
*Steady*, who needs no learnt values, and are merged into `usual.npz` of the package. The same
command comes to the same bits where that has none of these games yet.
"""

from typing import Final

import numpy as np

from ofc_engine.players.levels import level
from ofc_engine.players.positions import Floats, Strengths, places_of
from ofc_engine.players.values import learnt_rules
from ofc_engine.variants import GAMES, Variant
from tools.benchmarks.skill import play
from tools.training.values import WEIGHTS, save, usual_boards

_HANDS: Final = 120


def boards_of_steady(game: Variant, hands: int) -> tuple[Strengths, Floats]:
    """The valid boards of so many hands of two, with rates (valid, royalties of all boards)."""
    rules, both = learnt_rules(game), [level("steady")] * 2
    ended = (play(rules, (0, 0), f"{game.game}/{number}", both).end for number in range(hands))
    boards = [seat.board for hand in ended for seat in hand.seats]
    return usual_boards(np.stack([places_of(each, (), game.deck) for each in boards]), rules)


def main() -> None:
    """Play, and write the boards."""
    for game in GAMES.values():
        if not game.learnt:
            boards, rates = boards_of_steady(game, _HANDS)
            print(game.game, rates, flush=True)
            save(game, [], {game.game: boards, f"{game.game}.rates": rates}, WEIGHTS)


if __name__ == "__main__":
    main()
