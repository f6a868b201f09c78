"""Pages of the ledger about one player, and about two against each other."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.screens.ledger import Page, heading, paragraph
from bot.screens.queries import Query
from bot.texts import Texts
from bot.values.ledger import Record, Rival, Streak
from bot.values.phrases import plain, signed

_MOST_RIVALS: Final = 15
_NINETEEN_IN_TWENTY: Final = 1.96
"""Standard errors on either side of an average that hold the true one 19 times in 20."""


def player_page(
    query: Query,
    record: Record,
    rivals: Sequence[Rival],
    streak: Streak | None,
    _: Texts,
    *,
    season: str = "",
) -> Page:
    """A player's sums and record against each opponent; `streak` None if it is not counted."""
    head = heading(plain(record.name), query.scope, _, season=season)
    lines = [head, *_sums(record, _)]
    if streak is None:
        lines.append("-# " + _("Streaks are counted over all channels and variants only."))
    else:
        lines += _streaks(streak, _)
    parts = [paragraph(lines)]
    if rivals:
        listed = [f"### {_('Against')}", *(_rival_line(r, _) for r in rivals[:_MOST_RIVALS])]
        more = len(rivals) - _MOST_RIVALS
        if more > 0:
            listed.append(_.count("and {number} more player", "and {number} more players", more))
        parts.append(paragraph(listed))
    return Page(query, tuple(parts))


def _sums(record: Record, _: Texts) -> Iterator[str]:
    hands = _.count("{number} hand", "{number} hands", record.hands)
    yield _("**{points}** points in {hands}", points=signed(record.points), hands=hands)
    average = _decimal(record.average)
    if record.error is None:
        yield _("{average} a hand", average=average)
    else:
        margin = f"{_NINETEEN_IN_TWENTY * record.error:.1f}"
        yield _("{average} a hand, give or take {margin}", average=average, margin=margin)
    share = f"{100 * record.fouls / record.hands:.0f}"
    yield _("Fouls: {number} ({share} % of the hands)", number=record.fouls, share=share)
    visits = _.count("{number} visit", "{number} visits", record.visits)
    stays = _.count("{number} stay", "{number} stays", record.stays)
    yield _("Fantasyland: {visits}, {stays}", visits=visits, stays=stays)
    yield _("Opponents scooped: {number}", number=record.scoops)
    yield _(
        "Royalties: Front {front}, Middle {middle}, Back {back}",
        front=record.front,
        middle=record.middle,
        back=record.back,
    )
    yield _(
        "Best hand {best}, worst hand {worst}", best=signed(record.best), worst=signed(record.worst)
    )


def _streaks(streak: Streak, _: Texts) -> Iterator[str]:
    if streak.run > 0:
        yield _.count("Now: {number} hand won", "Now: {number} hands won in a row", streak.run)
    elif streak.run < 0:
        yield _.count("Now: {number} hand lost", "Now: {number} hands lost in a row", -streak.run)
    yield _("Longest streaks: {won} won, {lost} lost", won=streak.won, lost=streak.lost)


def _rival_line(rival: Rival, _: Texts) -> str:
    hands = _.count("{number} hand", "{number} hands", rival.hands)
    tally = _("{won} won, {lost} lost", won=rival.won, lost=rival.lost)
    return f"{plain(rival.name)} **{signed(rival.points)}**\n-# {hands}, {tally}"


def rivals_page(query: Query, name: str, rival: Rival, _: Texts, *, season: str = "") -> Page:
    """Two players against each other, seen by the first."""
    title = _("{one} against {two}", one=plain(name), two=plain(rival.name))
    even = rival.hands - rival.won - rival.lost
    lines = [
        heading(title, query.scope, _, season=season),
        _.count("{number} hand together", "{number} hands together", rival.hands),
        _("{name}: **{points}** points", name=plain(name), points=signed(rival.points)),
        _("{average} a hand", average=_decimal(rival.points / rival.hands)),
        _(
            "{one} won {won}, {two} won {lost}, even {even}",
            one=plain(name),
            two=plain(rival.name),
            won=rival.won,
            lost=rival.lost,
            even=even,
        ),
    ]
    return Page(query, (paragraph(lines),))


def _decimal(number: float) -> str:
    """One decimal with its sign, a true minus."""
    text = f"{number:+.1f}"
    return "0.0" if text in {"+0.0", "-0.0"} else text.replace("-", "−")
