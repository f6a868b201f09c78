"""What nobody may see: R3.3 discards, R7.3 face-down boards, cards in hand, the deck."""

from hypothesis import given

from engine.tests.hands import Game, games
from ofc_engine.board import Placement
from ofc_engine.cards import Card
from ofc_engine.deal import advance, deck
from ofc_engine.hand import Hand
from ofc_engine.operations import Placed
from ofc_engine.rule_options import DealMode
from ofc_engine.rulesets import PRESETS
from ofc_engine.views import HandView, public_view, view_for


def known(view: HandView) -> set[Card]:
    """Every card that appears anywhere in a view, found without knowing its fields."""

    def cards_in(value: object) -> set[Card]:
        if isinstance(value, Card):
            return {value}
        if isinstance(value, (tuple, frozenset)):
            return set().union(*map(cards_in, value)) if value else set()
        if hasattr(value, "__dataclass_fields__"):
            return cards_in(tuple(vars(value).values()))
        return set()

    return cards_in((view.seats, view.fresh))


def open_to(game: Game, viewer: int | None) -> set[Card]:
    """What a viewer may know by the rules, from the log alone."""
    hand = game.hand
    allowed: set[Card] = set()
    if viewer is not None:
        allowed.update(hand.seats[viewer].cards)
    open_ops = [op for op in game.log if isinstance(op, Placed)]
    together = hand.rules.deal_mode is DealMode.SIMULTANEOUS and not hand.is_finished
    for op in open_ops:
        face_down = hand.sets_face_down(op.seat) and not hand.is_finished
        unrevealed = together and _street_of(game, op) >= hand.street
        if not face_down and not unrevealed:
            allowed.update(op.placement.placed)
    return allowed


def _street_of(game: Game, op: Placed) -> int:
    own = [each for each in game.log if isinstance(each, Placed) and each.seat == op.seat]
    return own.index(op)


@given(games())
def test_a_view_shows_nothing_but_open_cards_and_the_viewers_own(game: Game):
    for viewer in (None, *range(len(game.hand.seats))):
        assert known(view_for(game.hand, viewer)) <= open_to(game, viewer)


@given(games())
def test_every_card_that_lies_open_is_shown_to_everybody(game: Game):
    for viewer in (None, *range(len(game.hand.seats))):
        assert open_to(game, None) <= known(view_for(game.hand, viewer))


@given(games(finished=True))
def test_r3_3_discards_stay_hidden_after_the_hand(game: Game):
    discards = {card for seat in game.hand.seats for card in seat.discards}
    assert not discards & known(public_view(game.hand))
    for viewer, seat in enumerate(game.hand.seats):
        assert set(seat.discards) <= known(view_for(game.hand, viewer))


@given(games(finished=True, mishaps=False))
def test_at_the_end_every_board_is_open(game: Game):
    seen = public_view(game.hand).seats
    assert [seat.board for seat in seen] == [seat.board for seat in game.hand.seats]
    assert not any(seat.face_down for seat in seen)


@given(games())
def test_live_cards_are_those_not_seen(game: Game):
    for viewer in (None, *range(len(game.hand.seats))):
        view = view_for(game.hand, viewer)
        assert set(view.live).isdisjoint(known(view))
        assert len(view.live) + len(known(view)) == len(view.rules.variant.deck)


def test_r7_3_nobody_sees_how_far_a_fantasyland_is():
    hand = Hand.start(PRESETS["standard"], (14, 0))
    for operation in advance(hand, deck(bytes(32))):
        hand = hand.apply(operation)
    before = public_view(hand)
    cards = hand.seats[0].pending
    hand = hand.place(0, Placement(cards[:3], cards[3:8], cards[8:13], cards[13:]))
    after = public_view(hand)
    assert (before.actors, after.actors) == ((0, 1), (1,))
    assert before.seats[0].face_down == after.seats[0].face_down == 14
    assert before.seats[0].board == after.seats[0].board


def test_the_owner_sees_their_cards_and_what_to_discard():
    hand = Hand.start(PRESETS["standard"], (14, 0))
    for operation in advance(hand, deck(bytes(32))):
        hand = hand.apply(operation)
    own = view_for(hand, 0)
    assert own.own is not None
    assert len(own.own.pending) == 14
    assert own.to_discard == 1
    assert view_for(hand, 1).to_discard == 0
    assert public_view(hand).to_discard == 0
