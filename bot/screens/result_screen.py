"""The end of a hand, in the channel and in one's own message, and the score of typed boards."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens.board_screen import Announced, deal_lines, late_lines, waiting_lines
from bot.screens.components import Component, PictureOrWords, Screen, Style, button, rows, text
from bot.screens.match_lines import MatchNote, match_lines
from bot.screens.pace_lines import next_hand_lines
from bot.screens.presses import ComeBackInChannel, Ready, ShowMore, ShowReplay, ShowReview
from bot.screens.skill_lines import given_lines
from bot.texts import Texts
from bot.values.draft import Spot
from bot.values.hand_skill import HandSkill
from bot.values.open_tables import NextHand
from bot.values.phrases import FOULS, plain, row_name, signed, variant_name
from bot.values.scenes import ResultScene
from ofc_engine.board import Row
from ofc_engine.match import Transfer
from ofc_engine.scoring import Pair, Result
from ofc_engine.seat import Fate


@dataclass(frozen=True)
class ResultNote:
    """The lines of a result besides the boards.

    `next_hand` is None if there is none; `news` are lines to announce; `void` is why the hand was
    taken out of the server's ledger, if it was. `out` are the names of those who sit out from now
    on, `late` of those for whom the bot placed the last cards, as their time ran out, `waiting` of
    those who wait for a seat. `deal` is that of the next hand. `skills` are what each player, by
    name, gave away, once judged. `match` is the state of a duplicate match, if it is one.
    """

    next_hand: NextHand | None
    news: tuple[str, ...] = ()
    void: str | None = None
    out: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    deal: Announced | None = None
    skills: tuple[tuple[str, HandSkill], ...] = ()
    match: MatchNote | None = None


def result_screen(
    result: ResultScene,
    picture: PictureOrWords,
    spot: Spot,
    _: Texts,
    note: ResultNote,
) -> Screen:
    """A finished hand."""
    number = result.table.number
    buttons = [
        *_next_buttons(note, spot, _),
        button(ShowReplay(spot), _("Replay")),
        button(ShowReview(spot), _("Review")),
        button(ShowMore(spot), _("More")),
    ]
    title = f"## {_('Hand {number}', number=number)}"
    heading = "\n".join([title, *summary_lines(result, note, _)])
    lines = [] if picture.pictures else pair_lines(result, _)
    lines += _next_lines(number, note, _)
    components: list[Component] = [text(heading), picture.component]
    if lines:
        components.append(text("\n".join(lines)))
    return Screen((*components, *rows(buttons)), picture.pictures)


def covered_result_screen(result: ResultScene, spot: Spot, _: Texts, note: ResultNote) -> Screen:
    """A finished hand whose deal comes again (R14.6): points alone, and what is next."""
    number = result.table.number
    title = f"## {_('Hand {number}', number=number)}"
    lines = [title, *covered_lines(result, note, _), *_next_lines(number, note, _)]
    buttons = [*_next_buttons(note, spot, _), button(ShowMore(spot), _("More"))]
    return Screen((text("\n".join(lines)), *rows(buttons)))


def covered_lines(result: ResultScene, note: ResultNote, _: Texts) -> list[str]:
    """The points won in a hand whose boards are not shown yet."""
    return [*point_lines(result), *late_lines(note.late, _), *match_lines(note.match, _)]


def point_lines(result: ResultScene) -> list[str]:
    """Everybody's points, best first."""
    players = result.table.players
    return [
        f"{plain(players[seat].name)} **{signed(result.points(seat))}**"
        for seat in result.best_first
    ]


def _next_buttons(note: ResultNote, spot: Spot, _: Texts) -> list[Component]:
    if not note.next_hand:
        return []
    ready = button(Ready(spot), _("Ready"), Style.BLURPLE)
    return [ready, button(ComeBackInChannel(spot), _("I'm back"))] if note.out else [ready]


def _next_lines(number: int, note: ResultNote, _: Texts) -> list[str]:
    """The lines about the next hand below a result."""
    lines: list[str] = []
    if note.next_hand and note.out:
        names = ", ".join(map(plain, note.out))
        lines.append(_("Sitting out from now on: {names}", names=names))
    if note.next_hand:
        lines += next_hand_lines(note.next_hand, _)
    lines += waiting_lines(note.waiting, _)
    if number == 1 and note.next_hand:
        lines.append("-# " + _("New to the game? /learn teaches it step by step."))
    return lines + deal_lines(note.deal, _)


@dataclass(frozen=True)
class FinishedHandView:
    """A finished hand; with `note.next_hand` its player may be ready for another.

    It `is_past` once that has been dealt.
    """

    result: ResultScene
    note: ResultNote
    is_past: bool = False


def ended_parts(
    ended: FinishedHandView,
    picture: PictureOrWords,
    spot: Spot,
    controls: Sequence[Component],
    _: Texts,
) -> list[Component]:
    """Who won what, and the buttons for what may come next, `controls` among them.

    The `picture` above tells the points pair by pair; if it is in words, they follow here.
    """
    lines = summary_lines(ended.result, ended.note, _)
    if not picture.pictures:
        lines += pair_lines(ended.result, _)
    if ended.is_past:
        lines.append(_("The next hand has been dealt."))
    buttons = [
        *controls,
        button(ShowReplay(spot), _("Replay")),
        button(ShowReview(spot), _("Review")),
        button(ShowMore(spot), _("More")),
    ]
    if ended.note.next_hand:
        buttons.insert(0, button(Ready(spot), _("Ready"), Style.BLURPLE))
    return [text("\n".join(lines)), *rows(buttons)]


def covered_parts(
    ended: FinishedHandView, spot: Spot, controls: Sequence[Component], _: Texts
) -> list[Component]:
    """A finished hand whose deal comes again (R14.6): the lines without its boards, the buttons."""
    lines = covered_lines(ended.result, ended.note, _)
    if ended.is_past:
        lines.append(_("The next hand has been dealt."))
    ready = [button(Ready(spot), _("Ready"), Style.BLURPLE)] if ended.note.next_hand else []
    return [text("\n".join(lines)), *rows([*ready, *controls])]


def score_screen(result: ResultScene, picture: PictureOrWords, _: Texts) -> Screen:
    """Everybody's points, best first, fouls and royalties, and what every two settled."""
    heading = [f"## {_('Score')}", f"-# {variant_name(result.table.view.rules, _)}"]
    lines = [*heading, *score_lines(result, _)]
    settled = text("\n".join(pair_lines(result, _)))
    return Screen((text("\n".join(lines)), picture.component, settled), picture.pictures)


def score_lines(result: ResultScene, _: Texts) -> list[str]:
    """Everybody's points without totals, best first, with fouls and royalties."""
    return [_score_line(result, seat, _) for seat in result.best_first]


def _score_line(result: ResultScene, seat: int, _: Texts) -> str:
    name, points = plain(result.table.players[seat].name), signed(result.points(seat))
    said = remarks(result.score.results[seat], _, has_next=result.has_next)
    return " · ".join([f"**{name} {points}**", *said])


# --- lines -----------------------------------------------------------------------------------


def summary_lines(result: ResultScene, note: ResultNote, _: Texts) -> list[str]:
    """Who won how much, best first, and what is new; why, if the hand does not count."""
    summary, late = _summary(result, _), late_lines(note.late, _)
    if note.void is None:
        news = [*note.news, *late, *given_lines(note.skills, _), *match_lines(note.match, _)]
        return summary + news
    why = _("This hand doesn't count: {reason}", reason=plain(note.void))
    struck = [f"~~{line}~~" for line in summary]
    return [f"**{why}**", *struck, *late, *match_lines(note.match, _)]


def _summary(result: ResultScene, _: Texts) -> list[str]:
    """Who won how much, best first, with fouls and Fantasyland."""
    return [_summary_line(result, seat, _) for seat in result.best_first]


def _summary_line(result: ResultScene, seat: int, _: Texts) -> str:
    player = result.table.players[seat]
    points, name = signed(result.points(seat)), plain(player.name)
    if player.has_stack:
        stack = player.total
        line = _("**{name} {points}** (stack {stack})", name=name, points=points, stack=stack)
    else:
        total = signed(player.total)
        line = _("**{name} {points}** (total {total})", name=name, points=points, total=total)
    out = [_("out")] if player.has_stack and not player.total else []
    said = remarks(
        result.score.results[seat],
        _,
        visit=result.visit_points(seat),
        has_next=result.has_next,
    )
    return " · ".join([line, *out, *said])


def remarks(
    result: Result, _: Texts, *, visit: int | None = None, has_next: bool = True
) -> list[str]:
    """Remarks on a board besides its points, in a few words each.

    `visit` is what an earned Fantasyland counts where it is not played, None where it is: in the
    next hand, if it `has_next`.
    """
    said = _remarks(result, _)
    if result.fantasyland and visit is not None:
        said.append(_("⭐ Fantasyland counts {points}", points=signed(visit)))
    elif result.fantasyland and has_next:
        said.append(_("⭐ Fantasyland next, {cards} cards", cards=result.fantasyland))
    elif result.fantasyland:
        said.append(_("⭐ Fantasyland, but no hand follows"))
    if result.exposed:
        count = _.count("{number} exposed card", "{number} exposed cards", result.exposed)
        said.append(count)
    return said


def _remarks(result: Result, _: Texts) -> list[str]:
    if result.fate is Fate.SURRENDERED:
        return [_("gave up")]
    if result.fate is Fate.DEAD:
        return [_("dead hand, counts as a foul")]
    if result.fate is Fate.UNCONTESTED:
        return [_("nobody else plays on")]
    if result.fate is Fate.MISSED:
        return [_("missed the hand")]
    said = [_("foul: {reason}", reason=_(FOULS[foul])) for foul in result.fouls]
    if sum(result.royalties):
        said.append(
            _.count("{number} royalty point", "{number} royalty points", sum(result.royalties))
        )
    return said


def pair_lines(result: ResultScene, _: Texts) -> list[str]:
    """Row by row what every two players settled."""
    by_pair = {(t.a, t.b): t for t in result.transfers}
    return [_pair_line(result, pair, by_pair[pair.a, pair.b], _) for pair in result.score.pairs]


def _pair_line(result: ResultScene, pair: Pair, transfer: Transfer, _: Texts) -> str:
    players, paid = result.table.players, transfer.points
    if pair.points < 0:
        pair, paid = pair.flipped(), -paid
    names = f"{plain(players[pair.a].name)} – {plain(players[pair.b].name)}"
    parts = [_row_result(row_, won, _) for row_, won in zip(Row, pair.rows, strict=True)]
    if pair.surrender:
        parts = [_("surrender {points}", points=signed(pair.surrender))]
    if pair.bonus:
        is_majority = result.table.view.rules.scoring.majority
        bonus = _("majority {points}") if is_majority else _("scoop {points}")
        parts.append(bonus.format(points=signed(pair.bonus)))
    if pair.royalties:
        parts.append(_("royalties {points}", points=signed(pair.royalties)))
    if pair.penalty:
        parts.append(_("penalty {points}", points=signed(pair.penalty)))
    factor = f" × {transfer.factor}" if transfer.factor > 1 else ""
    limit = f" ({_('limit')})" if paid < pair.points * transfer.factor else ""
    return f"-# {names}: {', '.join(parts)}{factor} = **{signed(paid)}**{limit}"


def _row_result(row_: Row, won: int, _: Texts) -> str:
    return f"{row_name(row_, _)} {signed(won)}"
