"""Every view in words, for people who use a screen reader.

    text  := OFC variant, hand n. Street. board+ [who sits out] [legend]
    board := name (states), total plus 23, this hand minus 4: rows.
    rows  := front queen of hearts, 2 open; middle ...; back ... (royalty 6)

Cards are written out if that fits, else as two letters with a legend. On a player's own picture
opponents follow without their totals: name (states): rows. After a result each pair has a sentence:
who beats whom in how many rows, which rows the other won, and how many points changed hands.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from bot.pictures.states import (
    Mark,
    SeatState,
    Settled,
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
    LIMIT,
    LONGEST_NAME,
    by_suit,
    cut,
    length,
    outs_text,
    private_title,
    spoken_name,
    spoken_ranks,
    street_text,
)
from bot.texts import Texts, marked
from bot.values.draft import in_shown_order
from bot.values.phrases import (
    card_name,
    counted_name,
    game_name,
    hand_name,
    made_name,
    row_name,
    spoken_number,
    spoken_total,
    variant_name,
)
from bot.values.scenes import LedgerScene, ResultScene, ScenePlayer, TableScene
from ofc_engine.board import Row
from ofc_engine.cards import Card, Cards
from ofc_engine.ranking import Category, Shape

_SHORT_NAME: Final = 12
_MARKS: Final = {
    Mark.FANTASYLAND: marked("Fantasyland with {cards} cards"),
    Mark.FOUL: marked("foul"),
    Mark.DEAD: marked("dead hand"),
    Mark.GAVE_UP: marked("gave up"),
    Mark.MISSED: marked("missed the hand"),
    Mark.TO_ACT: marked("to act"),
    Mark.SET: marked("set"),
    Mark.AWAY: marked("away"),
}


def table(scene: TableScene, _: Texts) -> str:
    """The boards of a hand in play."""

    def say(speaker: _Speaker) -> Iterator[str]:
        yield speaker.title(scene, street_text(scene, _))
        for state in seat_states(scene):
            yield speaker.board(state)
        yield from speaker.sitting_out(scene)

    return _fitting(say, _)


def result(scene: ResultScene, _: Texts) -> str:
    """The boards of a finished hand, its points, and what each pair settled.

    To fit, cards and then names are shortened before cards are left out.
    """

    def say(speaker: _Speaker) -> Iterator[str]:
        yield speaker.title(scene.table, _("Result"))
        for state in result_states(scene):
            yield speaker.board(state, points=scene.points(state.seat))
        for pair in settled_pairs(scene):
            yield speaker.pair(pair, scene.table.players)
        yield from speaker.sitting_out(scene.table)

    whole = _Speaker(_, names=True)
    shorter = (replace(whole, cards=cards) for cards in (_Cards.LETTERS, _Cards.RANKS))
    shortest = (
        replace(whole, cards=cards, longest_name=_SHORT_NAME)
        for cards in (_Cards.RANKS, _Cards.LEFT_OUT)
    )
    return _first_fitting(say, (whole, *shorter, *shortest))


def private(scene: TableScene, theme: Theme, _: Texts) -> str:
    """The viewer's hand and board, the opponents' boards, and the cards still to come.

    Raises NoViewerError for a public scene. The cards to come are left out if the text would
    otherwise be too long.
    """
    seat = viewer_of(scene)
    own = scene.view.seats[seat]

    def say(speaker: _Speaker) -> Iterator[str]:
        yield speaker.title(scene, private_title(scene, _, room=None))
        if own.pending:
            shown = in_shown_order(own.pending, by_suit=theme.by_suit)
            cards = (f"{n}: {speaker.card(card)}" for n, card in enumerate(shown, 1))
            yield _("Your cards: {cards}.", cards=", ".join(cards))
        yield speaker.board(seat_state(scene, seat), name=_("Your board"))
        if own.discards:
            yield _("Discarded: {cards}.", cards=", ".join(map(speaker.card, own.discards)))
        outs = outs_of(scene) if theme.outs else {}
        if outs:
            rows = (f"{row_name(row, _).lower()} {outs_text(outs[row], _)}" for row in outs)
            yield _("Outs: {outs}.", outs="; ".join(rows))
        for state in opponent_states(scene):
            yield speaker.opponent(state)
        if speaker.live and theme.live_grid and not scene.view.is_finished:
            yield _("Still to come: {cards}.", cards=by_suit(scene.view.live, _))

    return _fitting(say, _)


def ledger(scene: LedgerScene, _: Texts) -> str:
    """Total, best and worst hand of every player."""
    count = len(scene.hands)
    if not count:
        head = _("No hands yet.")
    elif scene.per_day:
        head = _.count(
            "Running points over {number} day.", "Running points over {number} days.", count
        )
    else:
        head = _.count(
            "Running points over {number} hand.", "Running points over {number} hands.", count
        )
    people = (_standing(scene, place, each, _) for place, each in enumerate(scene.players))
    return cut(" ".join([head, *people]))


def _standing(scene: LedgerScene, place: int, player: ScenePlayer, _: Texts) -> str:
    points = [entry.points for hand in scene.hands if (entry := hand[place])]
    name, total = spoken_name(player), spoken_number(player.total, _)
    if not points:
        return _("{name}: total {total}.", name=name, total=total)
    extremes = (
        _("{name}: total {total}, best day {best}, worst day {worst}.")
        if scene.per_day
        else _("{name}: total {total}, best hand {best}, worst hand {worst}.")
    )
    return extremes.format(
        name=name,
        total=total,
        best=spoken_number(max(points), _),
        worst=spoken_number(min(points), _),
    )


class _Cards(Enum):
    """How the cards on a board are put into words, from long to short."""

    NAMED = auto()
    LETTERS = auto()
    """Two letters each, which a legend explains."""
    RANKS = auto()
    LEFT_OUT = auto()
    """Only the hands that they make are named."""


@dataclass(frozen=True)
class _Speaker:
    """Puts a view into words of one length: how `cards` are named, and how long names may be.

    Optional parts: `news`, the cards just placed; `names`, the hands that rows make; `live`, the
    cards still to come.
    """

    texts: Texts
    cards: _Cards = _Cards.NAMED
    news: bool = False
    names: bool = False
    live: bool = True
    longest_name: int = LONGEST_NAME

    def card(self, card: Card) -> str:
        return card_name(card, self.texts) if self.cards is _Cards.NAMED else str(card)

    def name(self, player: ScenePlayer) -> str:
        return spoken_name(player, self.longest_name)

    def title(self, scene: TableScene, what: str) -> str:
        _, rules = self.texts, scene.view.rules
        game = _("OFC {variant}", variant=variant_name(rules, _))
        if rules.variant.closed:
            game = game_name(rules, _)
        return _("{game}, hand {number}. {what}.", game=game, number=scene.number, what=what)

    def sitting_out(self, scene: TableScene) -> Iterator[str]:
        _ = self.texts
        if scene.sits_out:
            people = (f"{self.name(each)} {spoken_total(each, _)}" for each in scene.sits_out)
            yield _("Sitting out: {people}.", people=", ".join(people))

    def board(self, state: SeatState, name: str = "", points: int | None = None) -> str:
        """The player's name, marks and points, then the rows."""
        _ = self.texts
        head = self._head(state, name or self.name(state.player))
        total, rows = spoken_total(state.player, _), self._rows(state)
        if state.player.has_stack and points is None:
            return _("{name}, stack {stack}: {rows}.", name=head, stack=total, rows=rows)
        if state.player.has_stack:
            return _(
                "{name}, stack {stack}, this hand {points}: {rows}.",
                name=head,
                stack=total,
                points=spoken_number(points or 0, _),
                rows=rows,
            )
        if points is None:
            return _("{name}, total {total}: {rows}.", name=head, total=total, rows=rows)
        return _(
            "{name}, total {total}, this hand {points}: {rows}.",
            name=head,
            total=total,
            points=spoken_number(points, _),
            rows=rows,
        )

    def opponent(self, state: SeatState) -> str:
        """An opponent's board in words, without points, for a player who has a hand to place."""
        _ = self.texts
        head = self._head(state, self.name(state.player))
        return _("{name}: {rows}.", name=head, rows=self._rows(state))

    def pair(self, pair: Settled, players: Sequence[ScenePlayer]) -> str:
        """The settlement of two players: `Ann beats Mia 2–1 (Mia: middle), plus 7.`."""
        _, winner, loser = self.texts, *(self.name(players[n]) for n in (pair.winner, pair.loser))
        if not any(pair.rows) and (pair.points or pair.is_limited):
            return _(
                "{winner} gets {points} from {loser}.",
                winner=winner,
                loser=loser,
                points=pair.points,
            )
        sentence = _("{winner} beats {loser} {won}–{lost}{rows}, {points}.")
        if not (pair.points or pair.is_limited):
            sentence = _("{winner} and {loser} are level, {won}–{lost}{rows}.")
        return sentence.format(
            winner=winner,
            loser=loser,
            won=pair.count(1),
            lost=pair.count(-1),
            rows=self._rows_of(pair, winner, loser),
            points=spoken_number(pair.points, _),
        )

    def _rows_of(self, pair: Settled, winner: str, loser: str) -> str:
        """Who won which rows, unless all went the same way: ` (Mia: middle; level: back)`."""
        _ = self.texts
        if len(set(pair.rows)) == 1:
            return ""
        # If the pair has a winner, the rows that are not named are theirs.
        whose = {**({} if pair.points else {1: winner}), -1: loser, 0: _("level")}
        told = [
            f"{name}: {', '.join(rows)}"
            for won, name in whose.items()
            if (rows := [row_name(r, _).lower() for r in Row if pair.rows[r] == won])
        ]
        return f" ({'; '.join(told)})"

    def _head(self, state: SeatState, name: str) -> str:
        _ = self.texts
        states = ", ".join(self._states(state))
        return _("{name} ({states})", name=name, states=states) if states else name

    def _states(self, state: SeatState) -> Iterator[str]:
        _ = self.texts
        if state.player.is_computer:
            yield _("computer player")
        if state.rank == 1:
            yield _("winner")
        if state.has_button:
            yield _("dealer")
        for mark in state.marks:
            yield self._mark(mark, state)
        fresh = [card for card in state.board.cards if card in state.fresh]
        if fresh and self.news:
            yield _("just placed {cards}", cards=", ".join(map(self.card, fresh)))

    def _mark(self, mark: Mark, state: SeatState) -> str:
        return self.texts(_MARKS[mark], cards=state.visit)

    def _rows(self, state: SeatState) -> str:
        _ = self.texts
        if state.face_down:
            return _("{number} hidden cards", number=state.face_down)
        if not state.board.cards:
            return _("empty")
        return "; ".join(self._row(state, row) for row in Row)

    def _row(self, state: SeatState, row: Row) -> str:
        _, cards = self.texts, state.board[row]
        names = self.names and not (state.is_out and state.board.open_places(row))
        named = state.made[row] if names else None
        made = _made(row, cards, named, _) if named else ""
        is_left_out = self.cards is _Cards.LEFT_OUT
        words = [made if is_left_out else self._cards(cards, state)]
        places = row.capacity - len(cards)
        if places:
            open_ = _("{number} open", number=places)
            words = [*filter(None, words), open_] if cards else [_("empty")]
        text = f"{row_name(row, _).lower()} {', '.join(words)}"
        notes = [made] if made and not is_left_out else []
        if state.royalties[row]:
            notes.append(_("royalty {points}", points=state.royalties[row]))
        return f"{text} ({', '.join(notes)})" if notes else text

    def _cards(self, cards: Cards, state: SeatState) -> str:
        if self.cards is _Cards.RANKS:
            return spoken_ranks(cards)
        if self.cards is _Cards.LETTERS:
            return " ".join(map(str, cards))
        return ", ".join(counted_name(card, state.stands.get(card), self.texts) for card in cards)


def _made(row: Row, cards: Cards, made: Shape, _: Texts) -> str:
    """The hand that a row makes, even with open places; empty if it makes nothing yet."""
    if len(cards) == row.capacity:
        return hand_name(made, _)
    return made_name(made, _) if made.category > Category.HIGH_CARD else ""


def _fitting(say: Callable[[_Speaker], Iterator[str]], _: Texts) -> str:
    """The longest form that fits the limit."""
    # The names of hands go first: the cards tell them anyway.
    whole, nameless = (True, True, True), (True, False, True)
    forms = (whole, nameless, (False, False, True), (False, False, False))
    speakers = (_Speaker(_, news=news, names=names, live=live) for news, names, live in forms)
    return _first_fitting(say, (*speakers, _Speaker(_, cards=_Cards.LETTERS)))


def _first_fitting(say: Callable[[_Speaker], Iterator[str]], speakers: Iterable[_Speaker]) -> str:
    """The first of these texts that keeps to the limit, else the last, cut to it."""
    text = ""
    for speaker in speakers:
        text = " ".join(say(speaker))
        if speaker.cards is _Cards.LETTERS:
            _ = speaker.texts
            text += " " + _("(s spades, h hearts, d diamonds, c clubs)")
        if length(text) <= LIMIT:
            break
    return cut(text)
