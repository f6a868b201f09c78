"""Finished matches of every kind, which are played again: what was decided, and what came of it.

Each is a few lines of `matches.txt`: the plan, the decisions, a line for each hand with its boards,
fates and points, and how it stood in the end. `python -m tests.playthroughs.matches` plays them
again and keeps what comes of them now; `more` plays others, until there are enough.
"""

import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from bot.game.table import Table
from bot.store.cache import FileMemory
from bot.store.connection import connect
from bot.store.players import Player
from bot.values.draft import Draft
from bot.values.tournament_views import DUPLICATE, SIT_AND_GO
from engine.tests.hands import random_placement
from ofc_engine.errors import RulesetError
from ofc_engine.players.knowledge import Knowledge
from ofc_engine.players.levels import LEVELS
from ofc_engine.players.thinking import decide
from ofc_engine.rulesets import OPTIONS, PRESETS, Ruleset
from ofc_engine.variants import VARIANTS
from tests.playthroughs.match import DUPLICATE_MATCH, KINDS, TABLE, Choose, Match, Plan

KEPT: Final = Path(__file__).parent / "matches.txt"
_MATCHES: Final = 200
_SEATS: Final = 4
_LEAST: Final = 3
"""How many people a tournament takes."""
_CARELESS: Final = 0.25
_MISHAPS: Final = 0.02


class Kept(NamedTuple):
    """A match as it was kept."""

    plan: Plan
    words: tuple[str, ...]
    outcome: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"= {self.plan}", " ".join(self.words), *self.outcome])


def kept() -> list[Kept]:
    """The matches that are kept."""
    matches = KEPT.read_text("utf-8").strip().split("\n\n")
    return [_parsed(each.splitlines()) for each in matches]


def _parsed(lines: list[str]) -> Kept:
    plan, words, *outcome = lines
    return Kept(Plan.parse(plan.removeprefix("= ")), tuple(words.split()), tuple(outcome))


def keep(matches: Iterable[Kept]) -> None:
    """Keep these matches."""
    KEPT.write_text("\n\n".join(map(str, matches)) + "\n", "utf-8")


def replayed(match: Kept) -> Kept:
    """A match played again with the same decisions."""
    words = iter(match.words)

    def next_word(_match: Match, _table: Table, _player: Player, _draft: Draft) -> str:
        return next(words)

    return _played(match.plan, next_word)


def _played(plan: Plan, choose: Choose) -> Kept:
    db, memory = _database()
    db.execute("BEGIN")
    memory.begin(writes=True)
    try:
        match = Match(db, plan, choose)
        match.play()
        return Kept(plan, tuple(match.words), tuple(match.outcome()))
    finally:
        db.execute("ROLLBACK")
        memory.undo()


@cache
def _database() -> tuple[sqlite3.Connection, FileMemory]:
    """An empty database for all matches, as a bot has it: none is committed, it stays empty."""
    with TemporaryDirectory() as folder:
        db = connect(Path(folder) / "ofc.sqlite3")
        memory = db.memory = FileMemory(db)
        return db, memory


# --- others --------------------------------------------------------------------------------------


_QUICK: Final = ("turbo", "chinese")
"""Variants of matches that take many hands, but for each sixth."""


def plans(after: int) -> Iterator[Plan]:
    """Plans of all kinds, rules, variants and numbers of people, with options by chance."""
    for number in range(after + 1, _MATCHES + 1):
        random = Random(f"match {number}")
        kind = KINDS[number % len(KINDS)]
        is_long = kind not in {TABLE, DUPLICATE_MATCH}
        rules = _rules(random, [*VARIANTS] if not is_long or not number % 6 else _QUICK)
        most = min(rules.variant.most_players, 3 if kind == DUPLICATE_MATCH else _SEATS)
        people = random.randint(2, most)
        if is_long:
            is_one_table = kind == SIT_AND_GO or most < _SEATS
            people = random.randint(_LEAST, most if is_one_table else 7)
        yield Plan(kind, people, str(rules), number)


def _rules(random: Random, variants: Sequence[str]) -> Ruleset:
    rules = random.choice([*PRESETS.values()]).with_variant(random.choice(variants))
    names = [name for name in OPTIONS if name != "variant"]
    for name in [*random.sample(names, random.randint(0, 2)), "jokers"]:
        with suppress(RulesetError):  # what does not go with the variant
            rules = rules.changed({name: random.choice([*OPTIONS[name]])})
    return rules


class _Chooser:
    """Decides as Steady does, at times carelessly; now and then something else happens."""

    def __init__(self, number: int) -> None:
        self._random = Random(number)

    def __call__(self, match: Match, table: Table, player: Player, draft: Draft) -> str:
        assert table.running is not None
        seat = table.running.seat_of(player.id)
        assert seat is not None
        letters = self._letters(table, seat, draft)
        if player.is_computer or self._random.random() > _MISHAPS:
            return letters
        ways = ["late" if table.rules.time_out_kills else f"late:{letters}"]
        if match.plan.kind != DUPLICATE:  # where nobody leaves a table, but the tournament
            ways.append("leave")
        if table.running.hand.can_surrender(seat):
            ways = ["up"]
        return self._random.choice(ways)

    def _letters(self, table: Table, seat: int, draft: Draft) -> str:
        assert table.running is not None
        if self._random.random() < _CARELESS:
            return draft.letters_of(random_placement(table.running.hand, seat, self._random))
        knowledge = Knowledge.of(draft.view)
        placement = decide(LEVELS["steady"], knowledge, self._random.getrandbits(32))
        return draft.letters_of(
            placement or random_placement(table.running.hand, seat, self._random)
        )


def main() -> None:
    """Keep what comes of the matches now, or also others."""
    matches = [replayed(match) for match in kept()]
    if sys.argv[1:] == ["more"]:
        matches += [_played(plan, _Chooser(plan.number)) for plan in plans(len(matches))]
    keep(matches)


if __name__ == "__main__":
    main()
