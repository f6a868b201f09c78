"""The results of a day's or week's deals: compared with others, and as lines to share."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.daily.daily_presses import PlayDaily, PlayWeek
from bot.daily.days import date_of, number_of, week_number
from bot.screens.components import Component, Screen, Style, button, note, row, select, text
from bot.screens.press import Press
from bot.solo.solo_game import SoloGame
from bot.store.deal_sets import DAY, WEEK, DealSet, FieldStanding, SetScore
from bot.texts import Texts, marked
from bot.values.phrases import plain, signed
from ofc_engine.places import shared_places

_LIMITS: Final = (0.3, 1.5, 4.0)
"""Points from which a decision is a slip, a mistake, a blunder; the judge's error is smaller."""
_BELOW_PAR: Final = (0, 6, 15)
"""Points below par that are still green, yellow, orange; a hand's points vary by about 11.5."""
_SQUARES: Final = ("🟩", "🟨", "🟧", "🟥")
_WORDS: Final = (marked("good"), marked("slip"), marked("mistake"), marked("blunder"))


@dataclass(frozen=True)
class SetTerms:
    """A set of deals as it is played in one place, where it ends at `ends_at` (Unix seconds).

    `here` is the server, None outside servers; `may_share`: the player may post there. `aloud`:
    everything is said in words. `before` is the set before if they have played it. `digest`
    commits to all its deals, `following` to those of the next set, None if it is not shown yet.
    Once one of its deals is over, `past` are the sets that can be practised.
    """

    which: DealSet
    ends_at: int
    here: int | None
    may_share: bool
    aloud: bool
    before: DealSet | None = None
    digest: bytes = b""
    following: bytes | None = None
    past: Sequence[DealSet] = ()

    @property
    def day(self) -> int:
        """Its first day."""
        return self.which.day


@dataclass(frozen=True)
class SetResult:
    """The deals of a set that somebody has played, judged and with par; other players; the streak.

    `here` is the comparison with the others of the server, None outside servers.
    """

    which: DealSet
    games: Sequence[SoloGame]
    here: FieldStanding | None
    everywhere: FieldStanding
    streak: int

    @property
    def points(self) -> int:
        """The points in all its deals."""
        return sum(each.attempt.points or 0 for each in self.games)

    @property
    def par(self) -> int:
        """The points of the master in these deals."""
        return sum(each.deal.par or 0 for each in self.games)

    @property
    def against_par(self) -> list[int]:
        """The points above the master's in each deal, negative if below."""
        return [(each.attempt.points or 0) - (each.deal.par or 0) for each in self.games]

    @property
    def is_whole(self) -> bool:
        """True if all deals are played."""
        return len(self.games) == self.which.period.deals


def day_title(day: int, _: Texts) -> str:
    """The name of a day's deal."""
    return _("Daily deal {number}", number=number_of(day))


def week_title(week: int, _: Texts) -> str:
    """The name of a week's deals."""
    return _("Deals of week {number}", number=week_number(week))


def par_line(points: int, par: int, _: Texts) -> str:
    """A sentence with par and how one's points compare with it."""
    return _(
        "The master scores {par} with these cards, which is par: **{points} against par**.",
        par=signed(par),
        points=signed(points - par),
    )


def comparison_line(result: SetResult, _: Texts) -> str:
    """How many players the result beats, here and everywhere."""
    here, everywhere = result.here, result.everywhere
    if not everywhere.others:
        return _("Nobody else has played this yet.")
    words: list[str] = []
    if here is not None and here.others:
        words.append(_("better than {beaten} of {others} here", **vars(here)))
    words.append(_("better than {beaten} of {others} players worldwide", **vars(everywhere)))
    told = ", ".join(words)
    return told[0].upper() + told[1:] + "."


def past_menu(press: Press, names: Sequence[tuple[int, str]], placeholder: str) -> list[Component]:
    """The menu of past sets; `names` has their first days with names; nothing if it is empty."""
    offered = [(str(day), f"{name} · {date_of(day)}") for day, name in names]
    return [select(press, offered, "", placeholder=placeholder)] if offered else []


def standing_screen(week: int, ranked: Sequence[tuple[str, SetScore]], _: Texts) -> Screen:
    """The standing of a server's people in a week; `ranked` has their names, best first."""
    title = "### " + _("{week}: the standing", week=week_title(week, _))
    if not ranked:
        return note(f"{title}\n" + _("Nobody here has played yet."))
    lines = [title]
    places = shared_places((each.deals, each.points) for _name, each in ranked)
    for place, (name, each) in zip(places, ranked, strict=True):
        line = f"{place}. **{plain(name)} {signed(each.points)}**"
        if each.deals < WEEK.deals:
            line += " · " + _("{place} of {deals}", place=each.deals, deals=WEEK.deals)
        lines.append(line)
    return note("\n".join(lines))


# --- the block -------------------------------------------------------------------------------


def day_share_lines(result: SetResult, _: Texts, *, squares: bool = True) -> list[str]:
    """A day's result as lines to share; without `squares` for people who use a screen reader."""
    (at,) = result.games
    kinds = [bisect_right(_LIMITS, cost) for cost in at.attempt.costs or ()]
    drawn = ["".join(_SQUARES[kind] for kind in kinds)] if squares else []
    marks = [mark for holds, mark in _marks(at, _) if holds]
    words = _("Street by street: {words}", words=", ".join(_(_WORDS[kind]) for kind in kinds))
    return [
        _first_line(day_title(result.which.day, _), result, _),
        *([" ".join([*drawn, *marks])] if drawn or marks else []),
        f"-# {words}",
        "-# " + _.count("Streak: {number} day", "Streak: {number} days", result.streak),
    ]


def _marks(at: SoloGame, _: Texts) -> list[tuple[bool, str]]:
    own = at.play.outcome.own
    return [(own.fantasyland > 0, "⭐ " + _("Fantasyland")), (own.is_foul, "✗ " + _("foul"))]


def week_share_lines(result: SetResult, _: Texts, *, squares: bool = True) -> list[str]:
    """A week's result as lines to share; without `squares` for people who use a screen reader."""
    drawn = "".join(_SQUARES[bisect_left(_BELOW_PAR, -each)] for each in result.against_par)
    deals = ", ".join(map(signed, result.against_par))
    given = sum(each.attempt.given_away for each in result.games) / max(len(result.games), 1)
    return [
        _first_line(week_title(result.which.day, _), result, _),
        *([drawn] if squares else []),
        "-# " + _("Deal by deal, against par: {points}", points=deals),
        "-# " + _("gave away {points} a hand", points=_.decimal(given)),
        "-# " + _.count("Streak: {number} week", "Streak: {number} weeks", result.streak),
    ]


def _first_line(title: str, result: SetResult, _: Texts) -> str:
    par = _("{points} against par", points=signed(sum(result.against_par)))
    return f"**{title}** · {par}"


def block(lines: Sequence[str], of_set: SetTerms, _: Texts) -> Component:
    """The lines to share as they will look, or as text to copy for people who may not post."""
    if of_set.may_share:
        return text("\n".join(f"> {line}" for line in lines))
    copied = [line.replace("**", "").removeprefix("-# ") for line in lines]
    said = _("You can't post here. Copy this to share it:")
    return text("\n".join([said, "```", *copied, "```"]))


def shared_screen(name: str, result: SetResult, _: Texts) -> Screen:
    """The result that somebody shares, with a button for others to try the deals."""
    if result.which.period is DAY:
        lines = day_share_lines(result, _)
        play = button(PlayDaily(), _("Play today's deal"), Style.BLURPLE)
    else:
        lines = week_share_lines(result, _)
        play = button(PlayWeek(), _("Play this week's deals"), Style.BLURPLE)
    return Screen((text("\n".join([f"**{plain(name)}**", *lines])), row(play)))
