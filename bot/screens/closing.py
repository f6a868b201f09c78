"""The terms of a match (R9.1, R9.2), and its end: the reason, totals, a rematch."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import Component, Screen, Style, button, row, text
from bot.screens.decision_screens import asking_screen
from bot.screens.match_lines import MatchNote, ending_lines, match_facts, match_rules
from bot.screens.presses import (
    AgreeToStop,
    Rematch,
    ShowMatchDeals,
    ShowProof,
    Stop,
    StopAfter,
    StopNow,
)
from bot.screens.tournaments.tournament_lines import (
    bank_facts,
    bank_lines,
    fitting,
    stack_facts,
    stack_lines,
    stake_facts,
    unfinished_line,
)
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.options import TableOptions, Terms, Unit
from bot.values.phrases import mention, plain, signed, time_words

_DEALS_ROOM: Final = 3000
"""Characters for the deals of a match, which leaves enough for the rest of the message."""


def agreed_facts(terms: Terms, _: Texts) -> list[str]:
    """The terms before a hand was dealt, in a few words each."""
    options = terms.options
    own = [*stack_facts(options, _), *match_facts(options, _)]
    return [*own, *_length(terms, _), *_limits(terms, _), *bank_facts(options, _)]


def running_facts(terms: Terms, number: int, _: Texts) -> list[str]:
    """The terms during a hand, and how far the match is."""
    last = [_("the game ends after this hand")] if terms.stops else []
    stakes = stake_facts(terms.options, number, _)
    return [*stakes, *_progress(terms, number, _), *_limits(terms, _), *last]


def terms_lines(terms: Terms, _: Texts) -> list[str]:
    """The terms in whole sentences, except `stake_lines`."""
    options = terms.options
    lines = [*stack_lines(options, _), *bank_lines(options, _), *match_rules(options, _)]
    length = terms.options.length
    if length is not None and length.unit is Unit.HANDS:
        lines.append(
            _.count(
                "The match lasts {number} hand.", "The match lasts {number} hands.", length.number
            )
        )
    elif length is not None and length.unit is Unit.ORBITS:
        lines.append(
            _.count(
                "The match lasts until the button has come round {number} time.",
                "The match lasts until the button has come round {number} times.",
                length.number,
            )
        )
    elif length is not None:
        lines.append(
            _(
                "The match lasts {time} from the first hand; a hand in play is finished.",
                time=time_words(length.number, _),
            )
        )
    if terms.options.loss_limit is not None:
        lines.append(
            _(
                "Nobody loses more than {points} points: anything beyond that doesn't count, "
                "and the match ends with that hand.",
                points=terms.options.loss_limit,
            )
        )
    lines += [
        _(
            "{name} loses at most {points} points: anything beyond that doesn't count, and the "
            "match ends with that hand.",
            name=plain(name),
            points=points,
        )
        for name, points in terms.limits
    ]
    return lines


def stake_lines(terms: Terms, _: Texts) -> list[str]:
    """The stakes that two players have agreed to play for (R9.2)."""
    return [
        _(
            "Points between {one} and {other} are multiplied by {stake}.",
            one=plain(one),
            other=plain(other),
            stake=stake,
        )
        for one, other, stake in terms.stakes
    ]


def _length(terms: Terms, _: Texts) -> Iterator[str]:
    length = terms.options.length
    if length is None:
        return
    match length.unit:
        case Unit.HANDS:
            yield _.count("{number} hand", "{number} hands", length.number)
        case Unit.ORBITS:
            yield _.count("{number} orbit", "{number} orbits", length.number)
        case Unit.TIME:
            yield _("{time} from the first hand", time=time_words(length.number, _))


def _progress(terms: Terms, number: int, _: Texts) -> Iterator[str]:
    length = terms.options.length
    if length is None:
        return
    match length.unit:
        case Unit.HANDS:
            yield _("hand {number} of {last}", number=number, last=length.number)
        case Unit.ORBITS:
            yield _("orbit {number} of {last}", number=terms.orbit, last=length.number)
        case Unit.TIME:
            yield _("no new hand after <t:{at}:f>", at=terms.ends_at)


def _limits(terms: Terms, _: Texts) -> Iterator[str]:
    if terms.options.loss_limit is not None:
        yield _("nobody loses more than {points}", points=terms.options.loss_limit)
    for name, points in terms.limits:
        yield _("{name} at most {points}", name=plain(name), points=points)
    for one, other, stake in terms.stakes:
        yield f"{plain(one)} – {plain(other)} x{stake}"


def stop_question(spot: Spot, _: Texts, *, may_manage: bool, plays: bool) -> Screen:
    """Asks when the game should end; those who play may ask the others, too."""
    lines = [_("A hand is being played. When should the game end?")]
    buttons = [button(StopAfter(spot), _("After this hand"), Style.BLURPLE)]
    if plays:
        buttons.append(button(Stop(spot), _("Now, if all agree")))
    if may_manage:
        lines.append(_("If you end it now, this hand doesn't count."))
        buttons.append(button(StopNow(spot), _("Now"), Style.RED))
    if plays:
        lines.append("-# " + _("To leave alone, use /ofc leave: your hand then counts as a foul."))
    return Screen((text("\n".join(lines)), row(*buttons)))


def stop_call(
    agreed: Sequence[str], waiting: Sequence[int], spot: Spot, _: Texts, *, calls: bool
) -> Screen:
    """Asks the others (user ids) to agree that the game ends; they are notified if it `calls`.

    `agreed` are the names of those who have.
    """
    names = ", ".join(map(plain, agreed))
    lines = [
        "## " + _("End the game?"),
        _("In favour: {names}.", names=names) + " " + _("A hand in play won't count."),
    ]
    agree = button(AgreeToStop(spot), _("Agree"), Style.GREEN)
    return asking_screen(lines, waiting, [agree], _, calls=calls)


@dataclass(frozen=True)
class Ending:
    """How a table ended: totals by name, and what ended its match, empty if people did.

    `ended_by` is a unit of its length or `limit`. It `has_own_limits` if players had set limits of
    their own. Of a duplicate match its `match` counts, and not the totals.
    """

    totals: Sequence[tuple[str, int]]
    ended_by: str
    options: TableOptions
    has_own_limits: bool = False
    match: MatchNote | None = None


def closing_screen(ending: Ending, spot: Spot, _: Texts) -> Screen:
    """The message that stays in the channel of a closed table.

    The spot has a hand if the last one was not finished.
    """
    heading = _("The match is over") if ending.ended_by else _("The table is closed")
    totals, deals, ways = ending.totals, list[str](), list[Component]()
    if ending.match is not None:
        totals = ending.match.standing
        deals = fitting(ending_lines(ending.match, _), _DEALS_ROOM)
        ways.append(button(ShowMatchDeals(spot), _("Deals")))
    ranked = sorted(totals, key=lambda item: -item[1])
    lines = [f"## {heading}", *_reason(ending, _)]
    if ending.ended_by and ranked:
        lines.append(_winners(ranked, _))
    lines += [f"{plain(name)} **{signed(points)}**" for name, points in ranked]
    if not ending.totals:
        lines.append(_("No hand was finished."))
    buttons = [button(Rematch(Spot(spot.table)), _("Rematch"), Style.GREEN)]
    if spot.hand:
        lines.append(unfinished_line(_))
        buttons.append(button(ShowProof(spot), _("Deal proof")))
    return Screen((text("\n".join([*lines, *deals])), row(*buttons, *ways)))


def _reason(ending: Ending, _: Texts) -> Iterator[str]:
    length = ending.options.length
    number = 0 if length is None else length.number
    match ending.ended_by:
        case "hands":
            yield _.count(
                "The match was one hand long.", "All {number} hands have been played.", number
            )
        case "orbits":
            yield _.count(
                "The button has come round.", "The button has come round {number} times.", number
            )
        case "time":
            yield _("Time is up.")
        case "limit" if ending.has_own_limits:
            yield _("Somebody has reached their loss limit.")
        case "limit":
            yield _(
                "The loss limit of {points} points has been reached.",
                points=ending.options.loss_limit,
            )
        case _other:
            pass


def _winners(ranked: Sequence[tuple[str, int]], _: Texts) -> str:
    best = ranked[0][1]
    names = [plain(name) for name, points in ranked if points == best]
    if len(names) == 1:
        return "🏆 " + _("**{name}** wins with **{points}**.", name=names[0], points=signed(best))
    return "🏆 " + _(
        "**{names}** share first place with **{points}**.",
        names=", ".join(names),
        points=signed(best),
    )


def rematch_screen(name: str, invited: Sequence[int], _: Texts) -> Screen:
    """Calls the people of the match before (user ids) to another one."""
    call = _(
        "{name} wants a rematch. {players}, press Join or Rematch to sit down again.",
        name=plain(name),
        players=", ".join(map(mention, invited)),
    )
    return Screen((text(call),), pings=tuple(invited))
