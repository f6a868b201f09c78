"""A hand of a table, folded from its stored operations."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce

from bot.store import hands
from bot.store.engine import Connection
from bot.store.hands import HandRow, HandState, LineupRow
from bot.store.ledger import bookings
from bot.store.schema import UnreadableError, unless_damaged
from bot.values.scenes import ScenePlayer, TableScene
from ofc_engine.board import Board
from ofc_engine.cards import Cards
from ofc_engine.deal import Deal
from ofc_engine.hand import Hand
from ofc_engine.operations import Dealt, Operation, actor_in, parse_operation
from ofc_engine.rulesets import Ruleset
from ofc_engine.seat import Fate, Seat
from ofc_engine.variants import Variant
from ofc_engine.views import HandView, view_for


@dataclass(frozen=True)
class PlayedHand:
    """A hand of a table, running or over; `log` are its operations as they are written.

    `on_behalf` are the positions in it of decisions made for a player who was late or away.
    """

    row: HandRow
    lineup: tuple[LineupRow, ...]
    log: tuple[str, ...]
    hand: Hand
    on_behalf: frozenset[int] = frozenset()

    @property
    def is_running(self) -> bool:
        """True if it is still being played."""
        return self.row.state is HandState.PLAYING

    @property
    def is_finished(self) -> bool:
        """True if it was played to its end."""
        return self.row.state is HandState.FINISHED

    @property
    def is_void(self) -> bool:
        """True if it was ended before its end."""
        return self.row.state is HandState.VOID

    @cached_property
    def acting(self) -> tuple[LineupRow, ...]:
        """The players of the hand, in acting order."""
        playing = [row for row in self.lineup if row.seat is not None]
        return tuple(sorted(playing, key=lambda row: row.seat or 0))

    def seat_of(self, player_id: int) -> int | None:
        """A player's seat in the hand, None if they do not play it."""
        return self._seats.get(player_id)

    @cached_property
    def _seats(self) -> Mapping[int, int | None]:
        return {row.player_id: row.seat for row in self.lineup}

    def sits_out(self, player_id: int) -> bool:
        """True if a player is at the table but watches this hand."""
        return any(row.player_id == player_id and row.seat is None for row in self.lineup)

    def sits_out_with_button(self, player_id: int) -> bool:
        """R1.4: whether a player watches because they have the button."""
        return any(
            row.player_id == player_id and row.table_seat == self.watcher for row in self.lineup
        )

    @property
    def watcher(self) -> int | None:
        """R1.4: the table seat that sits the hand out because it has the button."""
        watching = (row.table_seat for row in self.lineup if row.seat is None)
        return next((seat for seat in watching if seat == self.row.button), None)

    def player_at(self, seat: int) -> int:
        """The id of the player in a seat of the hand."""
        return self.acting[seat].player_id

    def acted_since(self, seat: int) -> frozenset[int] | None:
        """The players who have acted since a seat last did.

        None if it has not acted in this hand, or its latest decision was made on its behalf.
        """
        acted: set[int] = set()
        for number, line in reversed(tuple(enumerate(self.log))):
            actor = actor_in(line)
            if actor is None:
                continue
            if actor == seat:
                return None if number in self.on_behalf else frozenset(acted)
            acted.add(self.player_at(actor))
        return None

    def was_decided_for(self, seat: int) -> bool:
        """True if the latest decision of a seat was made on behalf of its player."""
        acted = (number for number, line in enumerate(self.log) if actor_in(line) == seat)
        return max(acted, default=-1) in self.on_behalf

    def decided_for(self, seat: int) -> int:
        """How many decisions of a seat were made on behalf of its player."""
        return sum(actor_in(self.log[number]) == seat for number in self.on_behalf)

    def next_of(self, seat: int) -> tuple[int, int]:
        """The player id of a seat, and the number of the street they place next."""
        return self.player_at(seat), self.hand.streets_played[seat]

    def view(self, player_id: int | None) -> HandView:
        """The hand as a player, or the public, may see it."""
        seat = None if player_id is None else self.seat_of(player_id)
        if seat not in self._views:
            self._views[seat] = view_for(self.hand, seat)
        return self._views[seat]

    def scene(
        self, viewer: int | None, named: Callable[[int], ScenePlayer], away: Collection[int]
    ) -> TableScene:
        """The hand as a player, or the public for None, may see it.

        `named` gives a player by id; `away` are the players whose hands are played for them.
        """
        button = next(row for row in self.lineup if row.table_seat == self.row.button)
        # Who is away now does not matter to a hand that is over.
        absent = away if self.is_running else ()
        return TableScene(
            number=self.row.number,
            view=self.view(viewer),
            players=tuple(named(row.player_id) for row in self.acting),
            order=tuple(row.seat for row in self.lineup if row.seat is not None),
            button=button.seat,
            sits_out=tuple(named(row.player_id) for row in self.lineup if row.seat is None),
            away=frozenset(seat for seat, row in enumerate(self.acting) if row.player_id in absent),
        )

    @cached_property
    def _views(self) -> dict[int | None, HandView]:
        """Views made so far, by seat: every tap on a street asks for one."""
        return {}


def load_hand(db: Connection, rules: Ruleset, row: HandRow) -> PlayedHand:
    """A hand of a table with its operations folded; raises UnreadableError."""
    return _readable(db, row, lambda: _loaded(db, rules, row))


def _readable(db: Connection, row: HandRow, look: Callable[[], PlayedHand]) -> PlayedHand:
    """A hand as `look` reads it, whose own errors would quote cards to a person or a log."""
    played = unless_damaged(db, look, None)
    if played is None:
        raise UnreadableError(f"Hand {row.id} cannot be read.")
    return played


def _loaded(db: Connection, rules: Ruleset, row: HandRow) -> PlayedHand:
    lineup = hands.lineup(db, row.id)
    acting = sorted((part.seat, part.fantasyland) for part in lineup if part.seat is not None)
    log, on_behalf = hands.log(db, row.id)
    if row.state is HandState.FINISHED and not log:
        return PlayedHand(row, lineup, log, _on_paper(db, rules, row.id))
    hand = fold(rules, tuple(cards for _, cards in acting), log)
    return PlayedHand(row, lineup, log, hand, on_behalf)


def carried_on(db: Connection, played: PlayedHand) -> PlayedHand:
    """A running hand with the operations stored since it was loaded; raises UnreadableError."""
    return _readable(db, played.row, lambda: _carried_on(db, played))


def _carried_on(db: Connection, played: PlayedHand) -> PlayedHand:
    more, on_behalf = hands.log(db, played.row.id, first=len(played.log))
    hand = reduce(Hand.apply, map(parse_operation, more), played.hand)
    log = (*played.log, *more)
    return PlayedHand(played.row, played.lineup, log, hand, played.on_behalf | on_behalf)


def _on_paper(db: Connection, rules: Ruleset, hand_id: int) -> Hand:
    """A hand that was played with real cards, of which only the boards are known."""
    return Hand(
        rules,
        tuple(
            Seat(Board.parse(part.board), fantasyland=part.fantasyland, fate=Fate(part.fate))
            for part in bookings.parts(db, hand_id)
        ),
    )


def is_dealt_from(log: Iterable[Operation], deal: Deal, seats: int, variant: Variant) -> bool:
    """True if the cards dealt in a hand, finished or not, are those of its deal, in order."""
    deck = deal.deck_of(variant.deck)
    cards: dict[int, Cards] = {}
    for each in log:
        if isinstance(each, Dealt):
            seat = each.seat if deal.by_seat else 0
            cards[seat] = (*cards.get(seat, ()), *each.cards)
    size = len(deck) // max(1, seats) if deal.by_seat else 0
    return all(
        dealt == deck[seat * size : seat * size + len(dealt)] for seat, dealt in cards.items()
    )


def fold(rules: Ruleset, fantasyland: tuple[int, ...], log: Iterable[str]) -> Hand:
    """The hand after a log."""
    return reduce(Hand.apply, map(parse_operation, log), Hand.start(rules, fantasyland))
