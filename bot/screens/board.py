"""The message of a hand in the channel: open boards, whose turn it is, the result, its deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.ofc.board import Row
from bot.ofc.match import Transfer
from bot.ofc.scoring import Pair, Result
from bot.ofc.seat import Fate
from bot.screens.components import Component, PictureOrWords, Screen, Style, button, row, rows, text
from bot.screens.pace import NextHand, next_hand_lines
from bot.screens.presses import (
    ComeBackInChannel,
    Ready,
    ShowCards,
    ShowLedger,
    ShowMore,
    ShowProof,
    ShowReplay,
    ShowReview,
    ShowRules,
    ShowText,
    Spot,
)
from bot.texts import Texts
from bot.values.phrases import FOULS, mention, plain, row_name, signed, variant_name
from bot.values.scenes import ResultScene, TableScene


@dataclass(frozen=True)
class Announced:
    """A deal that is committed to: the hand's number, the commitment (SHA-256 of its secret).

    `seeds` are what players have added, each with their name; it `is_open` until it is dealt.
    """

    number: int
    commitment: bytes
    seeds: Sequence[tuple[str, str]] = ()
    is_open: bool = False


def deal_lines(deal: Announced | None, _: Texts) -> list[str]:
    """Small lines with the commitment, the seeds, and how to add one; none for no deal."""
    if deal is None:
        return []
    told = _("Deal {number}: {commitment}", number=deal.number, commitment=deal.commitment.hex())
    lines = [told]
    if deal.seeds:
        seeds = ", ".join(f"{plain(name)} {seed}" for name, seed in deal.seeds)
        lines.append(_("Seeds: {seeds}", seeds=seeds))
    if deal.is_open:
        lines.append(_("Make sure nobody can choose it: add a seed of your own with /ofc seed."))
    return [f"-# {line}" for line in lines]


_MOST_WAITING: Final = 10


def waiting_lines(names: Sequence[str], _: Texts) -> list[str]:
    """A small line with those who wait for a seat, the first first; none for nobody."""
    if not names:
        return []
    told = ", ".join(map(plain, names[:_MOST_WAITING]))
    more = len(names) - _MOST_WAITING
    if more > 0:
        told += ", " + _.count("and {number} more", "and {number} more", more)
    return ["-# " + _("Waiting for a seat: {names}", names=told)]


@dataclass(frozen=True)
class BoardNote:
    """What the messages in the channel need besides the scene.

    `user_ids` are by seat of the hand, None for a computer player; `until` (Unix seconds) is when
    the time of whoever has to act runs out; `facts` tell the terms of the match. `late` are the
    names of those whose time ran out, and for whom the bot placed last.
    """

    picture: PictureOrWords
    user_ids: Sequence[int | None]
    until: int | None = None
    facts: Sequence[str] = ()
    late: Sequence[str] = ()


def board_screen(scene: TableScene, public: BoardNote, spot: Spot, _: Texts) -> Screen:
    """A hand in play."""
    heading = f"## {_('Hand {number}', number=scene.number)}\n{_turn(scene, public, _)}"
    buttons = row(
        button(ShowCards(spot), _("My cards"), Style.BLURPLE),
        button(ShowText(spot), _("Text")),
        button(ShowMore(spot), _("More")),
    )
    components: list[Component] = [text(heading), public.picture.component, buttons]
    if public.facts:
        components.append(text(f"-# {' · '.join(public.facts)}"))
    return Screen(tuple(components), public.picture.pictures)


def _turn(scene: TableScene, public: BoardNote, _: Texts) -> str:
    view = scene.view
    street = _("street {street} of {streets}", street=view.street, streets=view.streets)
    waiting = ", ".join(_called(scene, public, seat, _) for seat in view.waiting_on)
    act = _("{players} to act", players=waiting)
    if public.until is not None:
        act += " · " + _("time runs out <t:{at}:R>", at=public.until)
    others = sorted(scene.away.difference(view.waiting_on))
    if others:
        away = ", ".join(plain(scene.players[seat].name) for seat in others)
        act += " · " + _("away: {players}", players=away)
    lines = [f"{variant_name(view.rules, _)} · {street}", act, *_late(public.late, _)]
    return "\n".join(lines)


def _late(names: Sequence[str], _: Texts) -> list[str]:
    if not names:
        return []
    players = ", ".join(map(plain, names))
    return ["-# " + _("Time ran out, so I placed the cards of: {players}", players=players)]


def _called(scene: TableScene, public: BoardNote, seat: int, _: Texts) -> str:
    user_id = public.user_ids[seat]
    name = plain(scene.players[seat].name) if user_id is None else mention(user_id)
    return _("{name} (away)", name=name) if seat in scene.away else name


@dataclass(frozen=True)
class Call:
    """People to be called in the channel (user ids), and which of them the message notifies.

    `until` (Unix seconds) is when the first one's time runs out, `reminder` a sentence about that.
    """

    user_ids: Sequence[int]
    notified: Sequence[int]
    until: int | None = None
    reminder: str = ""


def call_screen(call: Call, spot: Spot, _: Texts) -> Screen:
    """A call for people whose cards do not come by direct message but are behind the button."""
    called = ", ".join(map(mention, call.user_ids))
    words = _("{players}, it is your turn. Press My cards to see your cards.", players=called)
    if call.until is not None:
        words += " " + _("Your time runs out <t:{at}:R>.", at=call.until)
    if call.reminder:
        words += f"\n**{call.reminder}**"
    cards = button(ShowCards(spot), _("My cards"), Style.BLURPLE)
    return Screen((text(words), row(cards)), pings=tuple(call.notified))


@dataclass(frozen=True)
class ResultNote:
    """What a result says besides the boards.

    `next_hand` is what is to be said of it, if there is to be one; `news` are lines to announce;
    `void` is why it has been taken out of the server's ledger, if it has; `out` are the names of
    those who sit out from now on, `late` of those whose last cards the bot placed because their
    time ran out, `waiting` of those who wait for a seat; `deal` is that of the next hand.
    """

    next_hand: NextHand | None
    news: tuple[str, ...] = ()
    void: str | None = None
    out: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    deal: Announced | None = None


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
        button(ShowReplay(spot), _("Replay")),
        button(ShowReview(spot), _("Review")),
        button(ShowMore(spot), _("More")),
    ]
    if note.next_hand:
        buttons.insert(0, button(Ready(spot), _("Ready"), Style.BLURPLE))
        if note.out:
            buttons.insert(1, button(ComeBackInChannel(spot), _("I'm back")))
    told = summary_lines(result, note, _)
    heading = "\n".join([f"## {_('Hand {number}', number=number)}", *told])
    lines = [] if picture.pictures else pair_lines(result, _)
    if note.next_hand and note.out:
        names = ", ".join(map(plain, note.out))
        lines.append(_("Sitting out from now on: {names}", names=names))
    if note.next_hand:
        lines += next_hand_lines(note.next_hand, _)
    lines += waiting_lines(note.waiting, _)
    if number == 1 and note.next_hand:
        lines.append("-# " + _("New to the game? /ofc learn teaches it step by step."))
    lines += deal_lines(note.deal, _)
    components: list[Component] = [text(heading), picture.component]
    if lines:
        components.append(text("\n".join(lines)))
    return Screen((*components, *rows(buttons)), picture.pictures)


def more_screen(
    spot: Spot,
    _: Texts,
    *,
    result: ResultScene | None,
    deal: Announced,
    counts: bool,
    has_ledger: bool,
    has_proof: bool,
) -> Screen:
    """What else there is about a hand: pair by pair if it is over, its deal, further buttons.

    Not `counts`: it stays out of the server's ledger. `has_ledger`: it is shown in a server, whose
    ledger can be asked for. `has_proof`: its deal can be checked.
    """
    lines = ["### " + _("Hand {number}", number=deal.number)]
    lines += [] if result is None else pair_lines(result, _)
    if not counts:
        lines.append("-# " + _("Hands with computer players do not count in the server's ledger."))
    if deal.commitment:
        lines += deal_lines(deal, _)
    buttons = [button(ShowText(spot), _("Text")), button(ShowRules(spot), _("Rules"))]
    if has_ledger:
        buttons.insert(1, button(ShowLedger(spot), _("Ledger")))
    if has_proof:
        buttons.append(button(ShowProof(spot), _("Deal proof")))
    return Screen((text("\n".join(lines)), *rows(buttons)))


def summary_lines(result: ResultScene, note: ResultNote, _: Texts) -> list[str]:
    """Who won how much, best first, and what is new; why, if the hand does not count."""
    summary, late = _summary(result, _), _late(note.late, _)
    if note.void is None:
        return [*summary, *note.news, *late]
    why = _("This hand does not count: {reason}", reason=plain(note.void))
    return [f"**{why}**", *(f"~~{line}~~" for line in summary), *late]


def _summary(result: ResultScene, _: Texts) -> list[str]:
    """Who won how much, best first, with fouls and Fantasyland."""
    seats = sorted(range(len(result.table.players)), key=lambda seat: -result.points(seat))
    return [_summary_line(result, seat, _) for seat in seats]


def _summary_line(result: ResultScene, seat: int, _: Texts) -> str:
    player = result.table.players[seat]
    points, total = signed(result.points(seat)), signed(player.total)
    line = _(
        "**{name} {points}** (total {total})", name=plain(player.name), points=points, total=total
    )
    return " · ".join([line, *remarks(result.score.results[seat], _)])


def remarks(result: Result, _: Texts) -> list[str]:
    """What there is to say of a board besides its points, in a few words each."""
    if result.fate is Fate.SURRENDERED:
        return [_("gave up")]
    if result.fate is Fate.DEAD:
        return [_("dead hand, counts as a foul")]
    if result.fate is Fate.UNCONTESTED:
        return [_("everybody else gave up")]
    said = [_("foul: {reason}", reason=_(FOULS[foul])) for foul in result.fouls]
    if sum(result.royalties):
        said.append(
            _.count("{number} royalty point", "{number} royalty points", sum(result.royalties))
        )
    if result.fantasyland:
        said.append(_("⭐ Fantasyland next, {cards} cards", cards=result.fantasyland))
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
        bonus = _("scoop {points}") if pair.is_scoop else _("bonus {points}")
        parts.append(bonus.format(points=signed(pair.bonus)))
    if pair.royalties:
        parts.append(_("royalties {points}", points=signed(pair.royalties)))
    factor = f" × {transfer.factor}" if transfer.factor > 1 else ""
    limit = f" ({_('limit')})" if paid < pair.points * transfer.factor else ""
    return f"-# {names}: {', '.join(parts)}{factor} = **{signed(paid)}**{limit}"


def _row_result(row_: Row, won: int, _: Texts) -> str:
    return f"{row_name(row_, _)} {signed(won)}"
