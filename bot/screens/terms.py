"""Under what terms a match is played: how long, what may be lost, what two agreed (R9.2, R9.3)."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.ofc.match import Length, Unit
from bot.texts import Texts
from bot.values.options import TableOptions
from bot.values.phrases import plain


@dataclass(frozen=True)
class Terms:
    """The terms of a match.

    `stakes` are the names of two players and what points between them are multiplied by, where
    the table plays for something else. `orbit` counts from 1, `ends_at` is Unix seconds; both
    are known once a hand was dealt. If the game `stops`, the running hand is its last.
    """

    options: TableOptions
    stakes: tuple[tuple[str, str, int], ...] = ()
    orbit: int = 0
    ends_at: int | None = None
    stops: bool = False


def agreed_facts(terms: Terms, _: Texts) -> list[str]:
    """The terms before a hand was dealt, in a few words each."""
    return [*_length(terms, _), *_limits(terms, _)]


def running_facts(terms: Terms, number: int, _: Texts) -> list[str]:
    """The terms during a hand, and how far the match is."""
    last = [_("the game ends after this hand")] if terms.stops else []
    return [*_progress(terms, number, _), *_limits(terms, _), *last]


def terms_lines(terms: Terms, _: Texts) -> list[str]:
    """The terms in whole sentences."""
    lines: list[str] = []
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
                time=_time(length, _),
            )
        )
    if terms.options.loss_limit is not None:
        lines.append(
            _(
                "Nobody loses more than {points} points: what goes beyond is not settled, and the "
                "match ends with that hand.",
                points=terms.options.loss_limit,
            )
        )
    for one, other, stake in terms.stakes:
        lines.append(
            _(
                "Between {one} and {other} points count {stake} times.",
                one=plain(one),
                other=plain(other),
                stake=stake,
            )
        )
    return lines


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
            yield _("{time} from the first hand", time=_time(length, _))


def _time(length: Length, _: Texts) -> str:
    """In words, since `2h` is a card as well."""
    number, span = length.span
    if span == "d":
        return _.count("{number} day", "{number} days", number)
    if span == "h":
        return _.count("{number} hour", "{number} hours", number)
    return _.count("{number} minute", "{number} minutes", number)


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
    for one, other, stake in terms.stakes:
        yield f"{plain(one)} – {plain(other)} x{stake}"
