"""Tournaments in words: how they are played, how they stand, how they ended."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.screens.components import (
    ACCENT,
    Component,
    Screen,
    Style,
    button,
    container,
    link,
    note,
    row,
    select,
    text,
)
from bot.screens.presses import Rematch, ShowProof
from bot.screens.private_screen import lost_line
from bot.screens.tournaments.tournament_presses import (
    ChoosePast,
    Enter,
    ShowHistory,
    ShowManaging,
    ShowPast,
    ShowTournamentRules,
    StartTournament,
    Withdraw,
)
from bot.screens.tournaments.tournament_words import timed_lines
from bot.texts import Texts, marked
from bot.values.draft import Spot
from bot.values.options import FREE, TableOptions
from bot.values.phrases import in_points, plain, short, signed, time_words
from bot.values.standings import BestBoard, OutReason, OwnFinish, OwnRounds, Phase, TournamentPlace
from bot.values.tournament_views import PastResult, ScheduledStart
from ofc_engine.scoring import EXPOSED_CARD, MISSED_HAND
from ofc_engine.stacks import LEVELS

_SHOWN: Final = 1500
"""Characters of the history at most, well within Discord's limit."""

_BEST: Final = 9
"""How many of each one's places the history tells."""

NAMES_ROOM: Final = 2400
"""Characters for names, or for places, which leaves enough for the rest of a message."""


def fitting(parts: Iterable[str], room: int = NAMES_ROOM) -> list[str]:
    """As many parts, from the first, as a message has room for."""
    kept: list[str] = []
    for part in parts:
        if sum(map(len, kept)) + len(part) > room:
            return [*kept, "…"]
        kept.append(part)
    return kept


# --- how it is played ------------------------------------------------------------------------


def stack_facts(options: TableOptions, _: Texts) -> list[str]:
    """The stacks and levels of a tournament, in a few words each; nothing at other tables."""
    if options.stack is None:
        return []
    return [_("sit-and-go"), _("stacks of {points} points", points=options.stack)]


def stake_facts(options: TableOptions, number: int, _: Texts) -> list[str]:
    """The factor of points in a hand of a tournament, and when it changes (R14.1)."""
    if options.stack is None:
        return []
    levels = LEVELS[options.levels]
    facts = [_("points ×{stake}", stake=options.stake_in(number))]
    rise = levels.next_rise(number)
    if rise is not None:
        stake = options.stake_in(rise)
        facts.append(_("from hand {number} on ×{stake}", number=rise, stake=stake))
    return facts


def stack_lines(options: TableOptions, _: Texts) -> list[str]:
    """How stacks are played (R10, R14), in whole sentences; nothing at other tables."""
    if options.stack is None:
        return []
    return [
        _("Everybody begins with {points} points. At 0 you're out.", points=options.stack),
        _("In one hand you win or lose at most the stack you began it with."),
        penalties_line(_),
        _levels_line(options, _),
        _(
            "The last one left wins. Two who go out in the same hand rank by their stacks before "
            "it."
        ),
    ]


def penalties_line(_: Texts) -> str:
    """The penalties for being absent or showing a card (R11.3, R11.4)."""
    return _(
        "If you miss a hand, you pay everybody who plays it {missed} points times the stake. If "
        "you show a card out of turn, the host can have you pay each of them {shown}.",
        missed=MISSED_HAND,
        shown=EXPOSED_CARD,
    )


def _levels_line(options: TableOptions, _: Texts) -> str:
    levels = LEVELS[options.levels]
    if len(levels.stakes) == 1:
        return _("The stakes don't rise.")
    return _(
        "Every {hands} hands the stakes rise: points count ×{stakes}.",
        hands=levels.hands,
        stakes=", ×".join(map(str, levels.stakes)),
    )


def bank_facts(options: TableOptions, _: Texts) -> list[str]:
    """The time in everybody's time bank, in a few words; nothing without one (R14.5)."""
    if options.bank is None:
        return []
    return [_("time bank of {time}", time=time_words(options.bank, _))]


def bank_lines(options: TableOptions, _: Texts) -> list[str]:
    """How a time bank is spent, in whole sentences; nothing without one (R14.5)."""
    if options.bank is None:
        return []
    clock = time_words(FREE if options.clock is None else options.clock, _)
    return [
        _(
            "Everybody has a time bank of {time} for the whole tournament. It only runs while "
            "others wait for you, once the time for a decision is over: {clock}.",
            time=time_words(options.bank, _),
            clock=clock,
        )
    ]


def start_line(_: Texts) -> str:
    """When a sit-and-go starts."""
    return _("It starts when all seats are taken, or when the host presses Start with two or more.")


# --- how it stands ---------------------------------------------------------------------------


def standing_screen(
    standing: Sequence[TournamentPlace],
    options: TableOptions,
    number: int,
    _: Texts,
    starting: ScheduledStart | None = None,
) -> Screen:
    """How a tournament stands, and what is played for in its next hand, of that number.

    Before it has begun, also when it starts by itself.
    """
    heading = "## " + _("The tournament")
    facts = " · ".join([*stack_facts(options, _), *stake_facts(options, number, _)])
    lines = [heading, f"-# {facts}", *_lines(standing, _), *timed_lines(starting, _)]
    return note("\n".join(lines))


def end_screen(
    standing: Sequence[TournamentPlace], spot: Spot, _: Texts, *, is_won: bool
) -> Screen:
    """The message that stays when it is over, won or ended by people before.

    The spot has a hand if the last one was not finished.
    """
    lines = [over_heading(_, is_won=is_won), *places_lines(standing, _, is_won=is_won)]
    buttons = [button(Rematch(Spot(spot.table)), _("Rematch"), Style.GREEN)]
    if spot.hand:
        lines.append(unfinished_line(_))
        buttons.append(button(ShowProof(spot), _("Deal proof")))
    return Screen((text("\n".join(lines)), row(*buttons)))


def over_heading(_: Texts, *, is_won: bool) -> str:
    """The heading once it is over, won or ended by people before."""
    return "## " + (_("The tournament is over") if is_won else _("The tournament was ended"))


def unfinished_line(_: Texts) -> str:
    """A line on the hand during which the game ended."""
    return _("The last hand doesn't count: it wasn't finished.")


def places_lines(standing: Sequence[TournamentPlace], _: Texts, *, is_won: bool) -> list[str]:
    """Who has won, if somebody has, and everybody's place."""
    best = [plain(each.name) for each in standing if each.place == 1 and is_won]
    return [*winner_lines(best, _), *_lines(standing, _)]


def winner_lines(best: Sequence[str], _: Texts) -> list[str]:
    """Who has won, or shares the first place, by their names; nothing if nobody has."""
    if len(best) == 1:
        return ["🏆 " + _("**{name}** wins.", name=best[0])]
    return ["🏆 " + _("**{names}** share first place.", names=", ".join(best))] if best else []


def _lines(standing: Sequence[TournamentPlace], _: Texts) -> list[str]:
    return [f"{each.place}. {plain(each.name)}: {each.stands(_)}" for each in standing]


def best_lines(best: BestBoard, _: Texts) -> str:
    """Whose hand was the best, what it brought, and its board."""
    name, points = plain(best.name), signed(best.points)
    told = _(
        "Best hand: **{name}** in hand {number}, {points}",
        name=name,
        number=best.hand,
        points=points,
    )
    royalties = sum(best.royalties)
    if royalties:
        told += " · " + _.count("{number} royalty point", "{number} royalty points", royalties)
    return f"{told}\n-# {best.board}"


# --- for somebody who plays no more ----------------------------------------------------------


_HEADINGS: Final = {
    OutReason.OVER: marked("The tournament is over"),
    OutReason.ENDED: marked("The tournament was ended"),
}
_OUT: Final = marked("You're out of the tournament")
_REASONS: Final = {
    OutReason.ENDED: marked("It was ended in the middle, so nobody wins."),
    OutReason.MISSED: marked(
        "You've missed two rounds. To play the next one, press Join in the announcement."
    ),
    OutReason.REMOVED: marked("You were taken out, by the host or by a vote."),
}
_WHERE: Final = {
    Phase.WAITING: marked(
        "It starts in <#{channel}>. If you'd like to play after all, ask its host first."
    ),
    Phase.ON: marked("It goes on in <#{channel}>."),
    Phase.OVER: marked("Everybody's results are in <#{channel}>."),
}


def finish_screen(own: OwnFinish, url: str | None, _: Texts) -> Screen:
    """Tells somebody how they ended, and where everybody's results are: the address, if known."""
    if own.why is OutReason.UNSEATED:
        heading = "## " + _("You've lost your seat")
        said = _(
            "You were taken off the table in <#{channel}>. Your points stay as they are.",
            channel=own.channel_id,
        )
        return Screen((text(f"{heading}\n{lost_line(_) if own.is_lost else said}"),))
    lines = ["## " + _(_HEADINGS.get(own.why, _OUT)), *_own_lines(own, _)]
    parts: list[Component] = [text("\n".join(lines))]
    if url is not None:
        parts.append(row(link(url, _("All results"))))
    return Screen(tuple(parts))


def _own_lines(own: OwnFinish, _: Texts) -> Iterator[str]:
    if own.why in _REASONS:
        yield _(_REASONS[own.why])
    if own.place is not None and own.why is not OutReason.ENDED:
        yield _place(own, own.place, _)
        if own.rounds is not None:
            yield from _rounds(own.rounds, _)
    if own.is_lost:
        yield _(
            "I can't write in its channel any more. To see everybody's results, type /tournament "
            "show in another channel of the server, and press History."
        )
        return
    yield _(_WHERE[own.phase], channel=own.channel_id)


def _place(own: OwnFinish, place: int, _: Texts) -> str:
    told = _("You're in place **{place}** of {of}.", place=place, of=own.of)
    if own.won:
        left = "" if place == 1 else " " + _("Everybody ahead of you has left, so you win.")
        return f"🏆 {told}{left}"
    out = "" if own.hand is None else _("Out in hand {hand}.", hand=own.hand) + " "
    return out + told


def _rounds(own: OwnRounds, _: Texts) -> Iterator[str]:
    points = in_points(sum(each or 0 for each in own.scores), _)
    rounds = " ".join("–" if score is None else str(score) for score in own.scores)
    yield _("You have {points}, round by round: {rounds}.", points=points, rounds=rounds)
    if own.compared is not None:
        yield _(
            "Against the same seats in the other groups: {points} points.",
            points=_.decimal(float(own.compared), signed=True),
        )


# --- its announcement ------------------------------------------------------------------------


def announced(lines: Iterable[str], *below: Component) -> Screen:
    """The message in the tournament's channel."""
    return Screen((container(text("\n".join(lines)), *below, accent=ACCENT),))


def open_buttons(tournament: int, _: Texts, *, may_start: bool) -> list[Component]:
    """The buttons of one that has not begun, except that for its deals."""
    return [
        button(Enter(tournament), _("Join"), Style.GREEN),
        button(Withdraw(tournament), _("Leave")),
        button(StartTournament(tournament), _("Start"), Style.BLURPLE, disabled=not may_start),
        button(ShowTournamentRules(tournament), _("Rules")),
    ]


def all_anew_line(at: int, _: Texts) -> str:
    """Says that the upcoming deals of a tournament were made anew at a moment (Unix seconds)."""
    return _(
        "The bot was restored from a backup <t:{at}:R>, so all deals to come were made anew. What "
        "joining had added before no longer counts.",
        at=at,
    )


def commitment_lines(commitment: str, anew: int | None, _: Texts) -> list[str]:
    """The commitment to all its deals, and when those to come were fixed anew, if they were."""
    lines = [_("All deals: {commitment}", commitment=short(commitment))]
    return lines if anew is None else [*lines, all_anew_line(anew, _)]


# --- the ones that are over ------------------------------------------------------------------


def history_screen(past: Sequence[PastResult], _: Texts) -> Screen:
    """The latest tournaments of a server, the newest first."""
    heading = "## " + _("Tournaments")
    if not past:
        nothing = _("No tournament has been played here yet. Open one with /tournament new.")
        return note(f"{heading}\n{nothing}")
    lines: list[str] = []
    for each in past:
        told = _past(each, _)
        if sum(map(len, lines)) + len(told) > _SHOWN:
            break
        lines.append(told)
    offered = [(each.key, _label(each, _)) for each in past]
    menu = select(ChoosePast(), offered, "", placeholder=_("Open a tournament"))
    return Screen((text("\n".join([heading, *lines])), menu))


def past_buttons(key: str, _: Texts, *, pictured: bool) -> tuple[Component, Component]:
    """Below a tournament of the history: the other way to see it, and back to the list."""
    other = _("Text") if pictured else _("Picture")
    return (
        button(ShowPast(key, int(not pictured)), other),
        button(ShowHistory(), _("Back")),
    )


def tournament_ways(
    tournament: int, stage: str, _: Texts, *, is_in: bool, runs_it: bool
) -> tuple[Component, ...]:
    """The buttons of somebody in a tournament, and of whoever runs it."""
    ways: list[Component] = []
    if stage != "over":
        ways.append(
            button(Withdraw(tournament), _("Leave"))
            if is_in
            else button(Enter(tournament), _("Join"), Style.GREEN)
        )
    if stage == "open" and runs_it:
        ways.append(button(StartTournament(tournament), _("Start"), Style.BLURPLE))
        ways.append(button(ShowTournamentRules(tournament), _("House rules")))
    if stage != "over" and runs_it:
        ways.append(button(ShowManaging(tournament), _("Manage")))
    return (*ways, history_button(_))


def history_button(_: Texts) -> Component:
    """The way to the tournaments that are over."""
    return button(ShowHistory(), _("History"))


def _label(each: PastResult, _: Texts) -> str:
    """A tournament in the menu: who won it, its variant and length."""
    names = ", ".join(one.name for one in each.standing if one.place == 1)[:50]
    hands = _.count("{number} hand", "{number} hands", each.hands)
    return f"{names} · {each.variant} · {hands}"


def _past(each: PastResult, _: Texts) -> str:
    hands = _.count("{number} hand", "{number} hands", each.hands)
    facts = f"<t:{each.ended_at}:d> · {each.variant} · {hands}"
    places = " · ".join(f"{one.place}. {plain(one.name)}" for one in each.standing[:_BEST])
    more = len(each.standing) - _BEST
    if more > 0:
        places += " · " + _.count("and {number} more", "and {number} more", more)
    return f"{places}\n-# {facts}"
