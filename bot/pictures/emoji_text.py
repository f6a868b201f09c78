"""Boards as text with the application's own emoji, where no picture can be shown."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.pictures.states import (
    Mark,
    SeatState,
    opponent_states,
    outs_of,
    result_states,
    seat_state,
    seat_states,
    settled_pairs,
    viewer_of,
)
from bot.pictures.theme import Theme
from bot.pictures.wording import (
    factor_text,
    mark_text,
    outs_text,
    private_title,
    street_text,
    title,
)
from bot.texts import Texts
from bot.values.draft import in_shown_order
from bot.values.phrases import (
    BACK,
    Emoji,
    card_emoji,
    plain,
    row_name,
    signed,
    slot_emoji,
    total_text,
    total_word,
)
from bot.values.scenes import ResultScene, ScenePlayer, TableScene
from ofc_engine.board import CAPACITIES, Row
from ofc_engine.cards import Card


def table(scene: TableScene, theme: Theme, emoji: Emoji, _: Texts) -> str:
    """The boards of a hand in play."""
    writer = _EmojiText(theme, emoji, _)
    head = f"**{title(scene, _)}** · {street_text(scene, _)}"
    boards = (writer.board(state) for state in seat_states(scene))
    return "\n".join([head, *boards, *_sitting_out(scene, _)])


def result(scene: ResultScene, theme: Theme, emoji: Emoji, _: Texts) -> str:
    """The boards of a finished hand, its points, and what each pair settled."""
    writer = _EmojiText(theme, emoji, _)
    boards = (writer.board(state, scene.points(state.seat)) for state in result_states(scene))
    head = f"**{title(scene.table, _)}** · {_('Result')}"
    return "\n".join([head, *boards, *_pairs(scene, _), *_sitting_out(scene.table, _)])


def private(scene: TableScene, theme: Theme, emoji: Emoji, _: Texts) -> str:
    """The viewer's hand and board, and the opponents' boards; NoViewerError for a public scene."""
    seat = viewer_of(scene)
    own = scene.view.seats[seat]
    writer = _EmojiText(theme, emoji, _)
    lines = [f"**{private_title(scene, _, room=None)}**"]
    if own.pending:
        shown = in_shown_order(own.pending, by_suit=theme.by_suit)
        lines.append(" ".join(f"{n} {writer.card(card)}" for n, card in enumerate(shown, 1)))
    lines.append(writer.board(seat_state(scene, seat), name=_("Your board")))
    if own.discards:
        lines.append(f"{_('Discarded')} {writer.cards(own.discards)}")
    outs = outs_of(scene) if theme.outs else {}
    lines += (f"-# {row_name(row, _)} {outs_text(found, _)}" for row, found in outs.items())
    lines += map(writer.board, opponent_states(scene))
    return "\n".join(lines)


@dataclass(frozen=True)
class _EmojiText:
    """Writes boards with the emoji that exist, and with letters for those that do not."""

    theme: Theme
    emoji: Emoji
    texts: Texts

    def card(self, card: Card) -> str:
        return self.emoji.markup.get(card_emoji(card, self.theme.deck), f"{card} ")

    def cards(self, cards: Iterable[Card]) -> str:
        return "".join(map(self.card, cards))

    def board(self, state: SeatState, points: int | None = None, name: str = "") -> str:
        """Head and three rows."""
        _ = self.texts
        head = [f"**{name or _name(state.player)}**"]
        if state.is_to_act:
            head.insert(0, "▶")
        if state.has_button:
            head.append(f"· {_('dealer')}")
        marks = (mark for mark in state.marks if mark is not Mark.TO_ACT)
        head += (f"· {mark_text(mark, state.visit, _)}" for mark in marks)
        if points is not None:
            head.append(f"· {_('hand')} **{signed(points)}**")
        head.append(f"· {total_word(state.player, _)} {total_text(state.player)}")
        return "\n".join([" ".join(head), *(self._row(state, row) for row in Row)])

    def _row(self, state: SeatState, row: Row) -> str:
        size = CAPACITIES[row]
        if state.face_down:
            return self.emoji.markup.get(BACK, "?? ") * size
        cards = state.board[row]
        slot = self.emoji.markup.get(slot_emoji(row), "-- ")
        text = self.cards(cards) + slot * (size - len(cards))
        points = state.royalties[row]
        return f"{text} **{signed(points)}**" if points else text


def _name(player: ScenePlayer) -> str:
    """The name on one line, without anything that Discord would take for markup."""
    return plain(" ".join(player.name.split()) or player.handle)


def _pairs(scene: ResultScene, _: Texts) -> Iterator[str]:
    for pair in settled_pairs(scene):
        winner, loser = (_name(scene.table.players[seat]) for seat in (pair.winner, pair.loser))
        text = _("{winner} v {loser}", winner=winner, loser=loser)
        yield f"{text} **{signed(pair.points)}** {factor_text(pair, _)}".rstrip()


def _sitting_out(scene: TableScene, _: Texts) -> Iterator[str]:
    if scene.sits_out:
        people = (f"**{_name(player)}** {total_text(player)}" for player in scene.sits_out)
        yield f"{_('Sitting out')} {', '.join(people)}"
