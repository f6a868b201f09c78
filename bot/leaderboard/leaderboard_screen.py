"""A server's leaderboard in words: standing, ratings, the best hand of the week before."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import Screen, button, row, text
from bot.screens.ledger.lists import seal_lines
from bot.screens.ledger.queries import LedgerView, Query, ShowPage
from bot.store.leaderboards import BestHand, MonthLine
from bot.texts import Texts
from bot.values.ledger_records import NOTHING_COUNTS
from bot.values.phrases import named_game, plain, signed
from bot.values.scenes import RatedPlayer, Standing

_LEVEL: Final = 3
"""Best hands of a week that are told where more are level."""


@dataclass(frozen=True)
class Leaderboard:
    """A leaderboard: the `standing` of all time and the ratings in a `variant`, the best first.

    `rated` is empty where nobody has a rating, or the server does not tell ratings; `best` are the
    best hands of the week before, all that are level, none where nobody won points in it. It was
    made at `made_at`, and the next is due at `next_at` (Unix seconds). `seal` is the newest.
    """

    standing: Sequence[Standing]
    variant: str
    rated: Sequence[RatedPlayer]
    best: Sequence[BestHand]
    made_at: int
    next_at: int
    seal: str = ""


def leaderboard_screen(shown: Leaderboard, _: Texts) -> Screen:
    """A server's leaderboard as a message for everybody; it notifies nobody."""
    parts = [
        f"## {_('Leaderboard')}",
        *(_standing(shown, _) if shown.standing else [_(NOTHING_COUNTS)]),
        "-# "
        + _(
            "As of {date}. New every Monday, next time {next}.",
            date=f"<t:{shown.made_at}:D>",
            next=f"<t:{shown.next_at}:R>",
        ),
        *seal_lines(shown.seal, _),
    ]
    ways = [button(ShowPage(Query(LedgerView.STANDING)), _("Standing"))]
    if shown.rated:
        ways.append(button(ShowPage(Query(LedgerView.RATING)), _("Rating")))
    buttons = (row(*ways),) if shown.standing else ()
    return Screen((text("\n".join(parts)), *buttons), is_silent=True)


def _standing(shown: Leaderboard, _: Texts) -> list[str]:
    lines = [place_line(each, _) for each in shown.standing]
    return [*lines, *_ratings(shown, _), *_best(shown.best, _)]


def place_line(each: Standing | MonthLine, _: Texts) -> str:
    """Somebody's place, with their points and hands."""
    return (
        f"{each.place}. **{plain(each.name)} {signed(each.points)}** · {hands_text(each.hands, _)}"
    )


def _ratings(shown: Leaderboard, _: Texts) -> list[str]:
    if not shown.rated:
        return []
    title = _("Rating in {variant}, in points a hand", variant=named_game(shown.variant, _))
    return [f"### {title}", *(_rated(each, _) for each in shown.rated)]


def _rated(each: RatedPlayer, _: Texts) -> str:
    points, low, high = (
        _.decimal(value, signed=True) for value in (each.points, each.low, each.high)
    )
    span = _("{low} to {high}", low=low, high=high)
    name = plain(each.player.name)
    return f"{each.place}. **{name} {points}** ({span}) · {hands_text(each.hands, _)}"


def best_lines(best: Sequence[BestHand], _: Texts) -> list[str]:
    """Hands that are level, a few of them by name."""
    lines = [
        _(
            "{name} {points} in hand #{number}",
            name=f"**{plain(each.name)}**",
            points=signed(each.points),
            number=each.number,
        )
        for each in best[:_LEVEL]
    ]
    if len(best) > _LEVEL:
        more = len(best) - _LEVEL
        lines.append(_.count("and {number} more", "and {number} more", more))
    return lines


def _best(best: Sequence[BestHand], _: Texts) -> list[str]:
    lines = best_lines(best, _) or [_("No hand was won last week. Open a table with /play.")]
    title = _.count("Last week's best hand", "Last week's best hands", max(1, len(best)))
    return [f"### {title}", *lines]


def hands_text(count: int, _: Texts) -> str:
    """So many hands, in words."""
    return _.count("{number} hand", "{number} hands", count)
