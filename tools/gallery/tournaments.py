"""Scenes of tournaments, for the gallery and the tests."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Final

from bot.values.scenes import LedgerEntry, LedgerScene, ScenePlayer
from bot.values.standings import (
    BestBoard,
    Ranked,
    RoundsScene,
    StacksScene,
    StandingScene,
    TournamentPlace,
)
from ofc_engine.board import Board
from ofc_engine.rows import HIGH_ROWS
from ofc_engine.stacks import Elimination

_NAMES: Final = (
    "Ann",
    "Bertrand_du_Guesclin",
    "Mia",
    "Chidi",
    "Zoë",
    "Maximilian von und zu Beispielstadt",
    "✨Nova🎲 ★ Łucja✨",
    "李小龍",
)
_SCORES: Final = ((6, 6, 4), (6, 4, 4), (4, 6, None), (2, 4, 6), (4, 2, 2), (0, None, None))


def _player(number: int, total: int) -> ScenePlayer:
    if number % 7 == 3:
        return ScenePlayer(f"Steady {number} (bot)", f"steady_{number}", total, is_computer=True)
    name = _NAMES[number] if number < len(_NAMES) else f"Player {number}"
    return ScenePlayer(name, f"player_{number}", total)


def _stacks(stacks: tuple[int, ...], outs: tuple[int, ...], *, hand: int) -> StacksScene:
    """People who are in with these stacks, then others who are out in these hands."""
    left = [TournamentPlace(n + 1, _player(n, stack)) for n, stack in enumerate(stacks)]
    fallen = [
        TournamentPlace(n, _player(n - 1, 0), Elimination(fell, 10))
        for n, fell in enumerate(outs, len(stacks) + 1)
    ]
    return StacksScene(hand, (*left, *fallen))


def _rounds(over: int, people: int) -> RoundsScene:
    """Rounds of people alone: computer players fill groups, and have no place."""
    scores = [(_SCORES[n % len(_SCORES)] * 3)[:over] for n in range(people)]
    scores.sort(key=lambda each: -sum(each_round or 0 for each_round in each))
    ranked = tuple(
        Ranked(
            n + 1,
            replace(_player(n, 0), is_computer=False),
            each,
            Fraction(95 - 17 * n, 2),
            is_in=None not in each[:2],
        )
        for n, each in enumerate(scores)
    )
    return RoundsScene(over, max(5, over), ranked)


def standings() -> dict[str, StandingScene]:
    """How tournaments stand, by name."""
    sit_and_go = _stacks((162, 97, 41), (), hand=5)
    many = tuple(range(1400, 100, -60))
    return {
        "3 people": sit_and_go,
        "10 people, 5 out": _stacks((312, 208, 207, 180, 93), (9, 7, 7, 4, 2), hand=11),
        "10 people, over": replace(
            _stacks((1000,), (19, 17, 14, 11, 9, 7, 7, 4, 2), hand=19), is_over=True
        ),
        "40 people": _stacks(many, tuple(range(20, 1, -1)), hand=21),
        "duplicate, 1 round": _rounds(1, 6),
        "duplicate, 3 rounds": _rounds(3, 9),
        "duplicate, 9 rounds": _rounds(9, 12),
        "duplicate, 5 rounds, 30 people": replace(_rounds(5, 30), is_over=True),
    }


def courses() -> dict[str, LedgerScene]:
    """Stacks over the hands of tournaments, by name."""
    return {
        "stacks, 3 people": _course((100, 100, 100), 14),
        "stacks, 5 people, long": _course((100,) * 5, 61),
        "stacks, one out": _course((12, 90, 90), 9),
        "stacks, 1 hand": _course((16, 16), 1),
    }


def _course(start: tuple[int, ...], hands: int) -> LedgerScene:
    """Made-up hands, always the same: each goes to one of those in, until one has all."""
    random, stacks, rows = Random(hands), list(start), list[tuple[LedgerEntry, ...]]()
    outs: list[int | None] = [None] * len(start)
    for number in range(1, hands + 1):
        there = [n for n, stack in enumerate(stacks) if stack]
        if len(there) < 2:
            break
        winner = there[random.randrange(len(there))]
        lost = [min(s, random.randint(2, 30)) * (n != winner) for n, s in enumerate(stacks)]
        points = [sum(lost) if n == winner else -each for n, each in enumerate(lost)]
        stacks = [stack + won for stack, won in zip(stacks, points, strict=True)]
        outs = [out or (None if stack else number) for out, stack in zip(outs, stacks, strict=True)]
        rows.append(tuple(map(LedgerEntry, points)))
    players = tuple(_player(n, stack) for n, stack in enumerate(stacks))
    return LedgerScene(players, 1, tuple(rows), outs=tuple(outs))


def best_board() -> BestBoard:
    """The best board of a tournament."""
    board = Board.parse("QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh")
    return BestBoard(_NAMES[5], 7, board, HIGH_ROWS.made(board), (7, 8, 6), 34)
