"""What is played through: each rule set, each way to deal and to score, and each mode."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from bot import alone
from bot.challenges import handlers as challenges
from bot.challenges.screens import PlayChallenge
from bot.daily import daily_handlers as daily
from bot.game.lobby import NewTable
from bot.handlers import new_tables
from bot.handlers.serving import asked_by
from bot.handlers.tournaments import entering
from bot.screens.presses import Join, Ready
from bot.screens.tournaments.tournament_presses import ChangeTournament, Enter
from bot.values.options import Length, TableOptions
from bot.values.tournament_views import DUPLICATE, KNOCK_OUT, SIT_AND_GO
from ofc_engine.rulesets import PRESETS
from ofc_engine.variants import VARIANTS
from tests.playthroughs.stage import Stage
from tests.playthroughs.tours import TOURS

Play: TypeAlias = Callable[[Stage], Awaitable[None]]


async def _table(stage: Stage, opening: NewTable, *, hands: int = 1, told: str = "/play") -> None:
    """A table from its lobby to the result of its last hand."""
    await stage.ask(stage.people[0], told, new_tables.new(opening))
    await stage.gather()
    await stage.play_hands(hands)


async def _sit_and_go(stage: Stage) -> None:
    opening = NewTable(TableOptions(stack=20, books=False), seats=3)
    host, *others = stage.people
    await stage.ask(host, "/tournament new", entering.new(opening, SIT_AND_GO))
    for member in others:
        await stage.press(member, Join, Enter)
    await _play_out(stage)


async def _knock_out(stage: Stage) -> None:
    opening = NewTable(TableOptions(stack=20, books=False), seats=3)
    host = stage.people[0]
    asked = entering.new(opening, KNOCK_OUT)
    await stage.ask(host, "/tournament new format:knock-out", asked)
    await stage.gather()
    await _play_out(stage)


async def _play_out(stage: Stage) -> None:
    """Play hand after hand until nothing goes on any more."""
    await stage.play_hand()
    stage.is_brief = True
    while not await stage.is_over():
        for member in stage.people:
            if stage.desk.find(member, Ready):
                await stage.press(member, Ready)
        if not await stage.is_in_play():
            await stage.let_pass(300)
        await stage.play_hand()
    stage.show_end()


async def _duplicate(stage: Stage) -> None:
    host = stage.people[0]
    opening = NewTable(TableOptions(stack=20, books=False), variant="turbo")
    asked = entering.new(opening, DUPLICATE)
    await stage.ask(host, "/tournament new format:duplicate variant:turbo", asked)
    rounds = {"rounds": "2", "hands": "1", "deadline": "48h"}
    await stage.desk.ask(host, asked_by(str(ChangeTournament(1))), entries=rounds)
    await stage.gather()
    await _play_out(stage)


async def _daily(stage: Stage) -> None:
    (member,) = stage.people
    await stage.play_alone(member, "/daily", daily.play_day())


async def _alone(stage: Stage) -> None:
    (member,) = stage.people
    await stage.play_alone(member, "/play in a direct message", alone.play(NewTable()))


async def _challenge(stage: Stage) -> None:
    ann, bob = stage.people
    await stage.play_alone(ann, "Challenge Bob", challenges.challenge(bob.person))
    await stage.play_alone_by(bob, PlayChallenge)


def _variant(name: str, **options: str) -> NewTable:
    changes = " ".join(f"{key}={value}" for key, value in options.items())
    return NewTable(TableOptions(), variant=name, changes=changes)


_TWO: Final = ("Ann", "Bob")
_THREE: Final = ("Ann", "Bob", "Mia")

PLAYS: Final[Mapping[str, tuple[tuple[str, ...], Play]]] = {
    **{
        f"rules-{preset}": (
            _TWO,
            partial(_table, opening=NewTable(preset=preset), told=f"/play rules:{preset}"),
        )
        for preset in PRESETS
    },
    **{
        f"variant-{name}": (
            _THREE,
            partial(_table, opening=_variant(name), told=f"/play variant:{name}"),
        )
        for name in VARIANTS
    },
    "scoring-2-4": (_TWO, partial(_table, opening=_variant("turbo", scoring="2-4"))),
    "jokers": (_TWO, partial(_table, opening=_variant("pineapple", jokers="2"))),
    "all-at-once": (_THREE, partial(_table, opening=_variant("turbo", deal_mode="simultaneous"))),
    "fantasyland": (_TWO, partial(_table, opening=_variant("pineapple"), hands=4)),
    "duplicate-match": (
        _TWO,
        partial(_table, opening=NewTable(TableOptions(duplicate=3), variant="chinese"), hands=6),
    ),
    "to-the-end": (
        _TWO,
        partial(_table, opening=NewTable(TableOptions(length=Length.parse("2 hands"))), hands=2),
    ),
    "sit-and-go": (_THREE, _sit_and_go),
    "knock-out": (("Ann", "Bob", "Mia", "Zoe"), _knock_out),
    "duplicate-tournament": (("Ann", "Bob", "Mia", "Zoe", "Tom"), _duplicate),
    "daily": (("Ann",), _daily),
    "alone": (("Ann",), _alone),
    "challenge": (_TWO, _challenge),
    **TOURS,
}
LANGUAGES: Final = ("de", "it", "cs")
"""In each of them one hand is told, too."""
