"""A duplicate match in words (R14.6): its rules, a deal's result, how it stands, its deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.components import Screen, note
from bot.screens.rules_of_fantasyland import visits_worth
from bot.texts import Texts
from bot.values.options import TableOptions
from bot.values.phrases import checkable, plain, signed

Points = Sequence[tuple[str, int]]
"""Names and what each is ahead, the best first."""


@dataclass(frozen=True)
class DealNote:
    """A deal that has been played from every seat, in the `hands` of these numbers.

    `first` is what each made of the first seat's cards, in the order of the hands; `ahead` what
    each is ahead. Not `counts`: one of its hands was taken back.
    """

    deal: int
    hands: Sequence[int]
    first: Points
    ahead: Points
    counts: bool


@dataclass(frozen=True)
class MatchNote:
    """How a match of `deals` deals stands: `over` of them count, `standing` is by them.

    The hand `is_covered` if its deal comes again; else `latest` is its deal, if that is complete.
    `each` are all deals that are complete. It is `seen` if its deals may be known because a backup
    was restored.
    """

    deals: int
    over: int
    standing: Points
    is_covered: bool = False
    latest: DealNote | None = None
    each: Sequence[DealNote] = ()
    seen: bool = False


def match_lines(match: MatchNote | None, _: Texts) -> list[str]:
    """The lines about the match below a result; none where there is none."""
    if match is None:
        return []
    lines = _deal_lines(match.latest, _)
    if match.over:
        lines.append(
            _(
                "Match after {over} of {deals} deals: {points}",
                over=match.over,
                deals=match.deals,
                points=_points(match.standing),
            )
        )
    if match.seen:
        warning = _(
            "The bot was restored from a backup during this match, so somebody may know its deals. "
            "If that spoils it, ask the host to end the game."
        )
        lines.append(f"⚠️ {warning}")
    if match.is_covered:
        lines.append("-# " + _("This deal comes again. Its boards stay covered until then."))
    return lines


def _deal_lines(deal: DealNote | None, _: Texts) -> list[str]:
    if deal is None:
        return []
    if not deal.counts:
        said = _("Deal {deal} doesn't count: one of its hands was taken back.", deal=deal.deal)
        return [said]
    hands = ", ".join(map(str, deal.hands))
    ahead = _points(deal.ahead)
    return [
        _("Deal {deal} (hands {hands}): {points}", deal=deal.deal, hands=hands, points=ahead),
        "-# " + _("The first seat's cards: {points}", points=_points(deal.first)),
    ]


def _points(points: Points) -> str:
    return ", ".join(f"{plain(name)} **{signed(won)}**" for name, won in points)


def ending_lines(match: MatchNote, _: Texts) -> list[str]:
    """The lines about a match at its end: every deal, and those that do not count."""
    lines = [
        "-# "
        + _("Deal {deal}", deal=each.deal)
        + ": "
        + (_points(_leading(each.ahead)) if each.counts else _("doesn't count"))
        for each in match.each
    ]
    if match.over < match.deals:
        lines.append(
            "-# "
            + _(
                "{over} of {deals} deals count: those played from every seat.",
                over=match.over,
                deals=match.deals,
            )
        )
    return lines


_TWO: Final = 2


def _leading(ahead: Points) -> Points:
    """Of two players only the leader: the other is as far behind."""
    return ahead[:1] if len(ahead) == _TWO else ahead


def match_facts(options: TableOptions, _: Texts) -> list[str]:
    """A few words that say that a table plays a duplicate match; empty if it does not."""
    if options.plan is None:
        return []
    return [_.count("duplicate: {number} deal", "duplicate: {number} deals", options.plan.deals)]


def match_rules(options: TableOptions, _: Texts) -> list[str]:
    """How a duplicate match is played, in whole sentences; none where none is."""
    plan = options.plan
    if plan is None:
        return []
    lines = [
        _(
            "Every deal is played {times} times, so that everybody gets the same cards once "
            "from each seat: first all {deals} deals, then again in a secret order. The better "
            "score with the same cards wins.",
            times=plan.seats,
            deals=plan.deals,
        ),
        _(
            "Boards, replays and reviews of a hand stay covered, and out of the ledger, until its "
            "deal has been played from every seat."
        ),
    ]
    return [*lines, *_visits(options, _)]


def _visits(options: TableOptions, _: Texts) -> list[str]:
    if options.rules.fantasyland is None:
        return []
    return [
        _(
            "You don't play Fantasyland here. Earning it counts in the match, points from each "
            "opponent: {worth}. The ledger counts the hands without it.",
            worth=visits_worth(options.rules, _),
        )
    ]


def deals_screen(proof: str, commitment: str, _: Texts) -> Screen:
    """The published facts of a match's deals: the commitment, and the proof once it is over."""
    if not proof:
        said = _(
            "All deals and their order come from one secret. Its SHA-256 was shown when the table "
            "was opened: {commitment}. The secret follows when the match is over.",
            commitment=commitment,
        )
        return note(said)
    return note(checkable(proof, _))
