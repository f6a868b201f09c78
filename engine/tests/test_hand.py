"""R3, R7.2, R7.3, R8, R11: dealing, turns, placing."""

from collections import Counter
from functools import reduce
from itertools import islice
from random import Random

import pytest
from hypothesis import given

from engine.tests.dealing import SECRET, all_to_back, begin, dealt
from engine.tests.hands import Game, fitting, games, play, random_placement
from ofc_engine.board import Placement
from ofc_engine.cards import Cards
from ofc_engine.deal import advance, deck
from ofc_engine.errors import DealError, PlacementError, TurnError
from ofc_engine.hand import Hand
from ofc_engine.legal import legal_placements
from ofc_engine.operations import Dealt, Placed
from ofc_engine.rulesets import PRESETS
from ofc_engine.variants import VARIANTS
from ofc_engine.views import view_for


def placed_by(game: Game) -> list[int]:
    return [op.seat for op in game.log if isinstance(op, Placed)]


# --- what is forced (R3.6) --------------------------------------------------------------------


@given(games())
def test_r3_6_who_has_decisions_can_choose_and_who_has_none_is_never_asked(game: Game):
    hand = reduce(Hand.apply, advance(game.hand, game.deck), game.hand)
    for seat in hand.actors:
        if hand.seats[seat].pending:
            assert hand.has_decisions(seat)
            assert len(list(islice(legal_placements(hand, seat), 2))) == 2
    free = [seat for seat in range(len(hand.seats)) if not hand.has_decisions(seat)]
    ended = finish(hand, game.deck)
    assert free == [seat for seat in free if len(ended[seat]) == 0]


def finish(hand: Hand, deck: Cards) -> list[list[Placement]]:
    """Play a hand to its end; returns what each seat had to be asked for."""
    asked: list[list[Placement]] = [[] for _ in hand.seats]
    random = Random(1)
    while not hand.is_finished:
        seat = next(seat for seat in hand.actors if hand.seats[seat].pending)
        asked[seat].append(random_placement(hand, seat, random))
        hand = hand.place(seat, asked[seat][-1])
        hand = reduce(Hand.apply, advance(hand, deck), hand)
    return asked


# --- dealing --------------------------------------------------------------------------------


@given(games())
def test_r1_1_no_card_is_dealt_twice(game: Game):
    cards = [card for seat in game.hand.seats for card in seat.cards]
    assert len(cards) == len(set(cards)) <= len(game.deck)


@given(games(mishaps=False, finished=True))
def test_r3_2_everybody_ends_with_a_full_board(game: Game):
    for seat in game.hand.seats:
        assert seat.board.is_full
        own = seat.fantasyland or game.rules.variant.cards
        assert len(seat.cards) == own
        assert len(seat.discards) == own - 13


@given(games())
def test_cards_leave_the_deck_in_its_order(game: Game):
    out = [card for op in game.log if isinstance(op, Dealt) for card in op.cards]
    assert tuple(out) == game.deck[: len(out)]


@pytest.mark.parametrize("preset", ["standard", "czech-tournament"])
def test_r3_4_on_turn_the_first_street_comes_together_and_every_later_one_in_turn(preset: str):
    hand, operations = begin(PRESETS[preset], 0, 0, 0)
    assert [(op.seat, len(op.cards)) for op in operations if isinstance(op, Dealt)] == [
        (0, 5),
        (1, 5),
        (2, 5),
    ]
    assert hand.waiting_on == hand.actors == (0,)
    for seat in (0, 1):
        hand, operations = dealt(all_to_back(hand, seat))
        assert operations == []
        assert hand.waiting_on == hand.actors == (seat + 1,)
    for seat in (2, 0, 1, 2):
        hand, operations = dealt(hand.place(seat, random_placement(hand, seat, Random(1))))
        assert [op.seat for op in operations] == [(seat + 1) % 3]


def test_r3_4_nobody_sees_the_first_cards_of_others_before_they_are_placed():
    hand, _ = begin(PRESETS["standard"], 0, 0, 0)
    assert len(hand.seats[2].pending) == 5
    assert [len(view_for(hand, viewer).seen) for viewer in (0, 2, None)] == [5, 5, 0]


def test_r3_4_ahead_the_whole_street_is_dealt_and_placed_in_turn():
    hand, operations = begin(PRESETS["german"], 0, 0, 0)
    assert [op.seat for op in operations] == [0, 1, 2]
    assert hand.actors == (0,)
    with pytest.raises(TurnError, match="your turn"):
        all_to_back(hand, 1)


def test_r3_4_simultaneous_everybody_places_the_street_at_once():
    rules = PRESETS["standard"].changed({"deal_mode": "simultaneous"})
    hand, _ = begin(rules, 0, 0, 0)
    assert hand.actors == (0, 1, 2)
    hand, operations = dealt(all_to_back(hand, 1))
    assert not operations
    assert hand.actors == (0, 2)
    hand, operations = dealt(all_to_back(all_to_back(hand, 2), 0))
    assert [op.seat for op in operations] == [0, 1, 2]
    assert hand.fresh == frozenset(card for seat in hand.seats for card in seat.board.cards)


def test_r3_1_turns_go_round_from_the_left_of_the_button():
    game = play(PRESETS["standard"], (0, 0, 0), SECRET, Random(1))
    assert placed_by(game) == [0, 1, 2] * 5


def test_r3_2_chinese_is_set_by_everybody_together():
    rules = PRESETS["german"].changed({"variant": "chinese"})
    hand, operations = begin(rules, 0, 0, 0, 0)
    assert [len(op.cards) for op in operations if isinstance(op, Dealt)] == [13] * 4
    assert hand.actors == (0, 1, 2, 3)


# --- placing --------------------------------------------------------------------------------


def test_r1_3_a_full_row_takes_no_more_and_every_reason_is_listed():
    hand, _ = begin(PRESETS["standard"], 0, 0)
    five = hand.seats[0].pending
    faults = list(hand.place_faults(0, Placement(front=five[:4], discards=five[4:])))
    assert [type(fault) for fault in faults] == [PlacementError, PlacementError]
    assert str(faults[0]) == "The Front only has room for 3 more."
    assert str(faults[1]) == "Discard 0 of these cards, not 1."


def test_r3_2_only_the_cards_dealt_can_be_placed():
    hand, _ = begin(PRESETS["standard"], 0, 0)
    five = hand.seats[0].pending
    stranger = next(card for card in deck(SECRET) if card not in five)
    for cards in (five[:4], (*five[:4], stranger), (*five[:4], five[0])):
        with pytest.raises(PlacementError, match="exactly the cards"):
            hand.place(0, Placement(back=tuple(cards)))


def test_r3_5_a_placement_is_final():
    hand, _ = begin(PRESETS["standard"], 0, 0)
    five = hand.seats[0].pending
    hand = all_to_back(hand, 0)
    with pytest.raises(TurnError):
        hand.place(0, Placement(middle=five))


def test_r3_6_cards_for_the_only_open_row_play_themselves():
    game = play(PRESETS["german"], (0, 0), SECRET, Random(4))
    for before, operation in zip(game.positions, game.log, strict=False):
        if isinstance(operation, Dealt):
            seat = before.seats[operation.seat]
            if len(seat.board.open_rows) == 1:
                index = game.log.index(operation)
                later = [op for op in game.log[index + 1 :] if op.seat == operation.seat]
                assert isinstance(later[0], Placed)


def test_r3_6_the_last_card_of_thirteen_is_never_a_question():
    hand, _ = begin(PRESETS["german"], 0, 0)
    random = Random(9)
    decisions: Counter[int] = Counter()
    while not hand.is_finished:
        seat = hand.actors[0]
        decisions[seat] += 1
        hand, _ = dealt(hand.place(seat, random_placement(hand, seat, random)))
    assert max(decisions.values()) <= 8


@pytest.mark.parametrize(
    ("variant", "counts"),
    [
        # 3^5 ways less the 11 with four or five cards in the Front; 13!/(3!5!5!) closed.
        ("classic", [232, 3]),
        ("pineapple", [232, 27]),
        ("turbo", [232, 81]),
        ("chinese", [72072]),
    ],
)
def test_r3_2_how_many_placements_are_legal_on_the_first_streets(variant: str, counts: list[int]):
    hand, _ = begin(PRESETS["standard"].changed({"variant": variant, "deal_mode": "on_turn"}), 0, 0)
    assert sum(1 for _ in legal_placements(hand, 0)) == counts[0]
    if len(counts) > 1:
        five = hand.seats[0].pending
        hand, _ = dealt(hand.place(0, Placement(five[:1], five[1:3], five[3:])))
        five = hand.seats[1].pending
        hand, _ = dealt(hand.place(1, Placement(five[:1], five[1:3], five[3:])))
        expected = counts[1] if variant != "turbo" else sum(
            1
            for a in range(3) for b in range(3) for c in range(3) for d in range(3)
            if (row := (a, b, c, d)).count(0) <= 2 and row.count(1) <= 3 and row.count(2) <= 3
        )  # fmt: skip
        assert sum(1 for _ in legal_placements(hand, 0)) == expected


@given(games(mishaps=False))
def test_every_placement_listed_as_legal_is_accepted_and_different(game: Game):
    hand = game.hand
    for seat in hand.actors:
        if 0 < len(hand.seats[seat].pending) <= 5:
            options = list(legal_placements(hand, seat))
            for option in options:
                hand.verify_place(seat, option)
            assert len({tuple(map(frozenset, option)) for option in options}) == len(options)


def test_all_27_pineapple_choices_are_3_discards_times_9():
    hand, _ = begin(PRESETS["standard"], 0, 0)
    hand, _ = dealt(all_to_back(hand, 0))
    hand, _ = dealt(all_to_back(hand, 1))
    choices = list(legal_placements(hand, 0))
    # The Back is full: 3 discards times 4 ways over Front and Middle.
    assert len(choices) == 12
    assert Counter(choice.discards for choice in choices).most_common(1)[0][1] == 4


# --- Fantasyland ----------------------------------------------------------------------------


def test_r7_3_at_end_a_fantasyland_may_be_set_at_any_time():
    hand, operations = begin(PRESETS["standard"], 14, 0)
    assert [len(op.cards) for op in operations if isinstance(op, Dealt)] == [14, 5]
    assert hand.waiting_on == (1,)
    assert hand.actors == (0, 1)


def test_r7_3_at_end_the_others_done_first_it_is_the_visitors_turn():
    hand, _ = begin(PRESETS["standard"], 14, 0)
    random = Random(2)
    while hand.waiting_on == (1,):
        hand, _ = dealt(hand.place(1, random_placement(hand, 1, random)))
    assert hand.waiting_on == (0,)
    hand, _ = dealt(hand.place(0, random_placement(hand, 0, random)))
    assert hand.is_finished


def test_r7_3_on_turn_a_fantasyland_is_laid_open_in_its_turn():
    hand, operations = begin(PRESETS["czech"], 0, 13, 0)
    assert [len(op.cards) for op in operations if isinstance(op, Dealt)] == [5, 13, 5]
    assert hand.actors == (0,)
    hand, _ = dealt(all_to_back(hand, 0))
    assert hand.actors == (1,)
    hand, _ = dealt(hand.place(1, random_placement(hand, 1, Random(1))))
    assert hand.actors == (2,)
    assert len(hand.fresh) == 13


def test_r7_2_everybody_can_be_in_fantasyland_at_once():
    hand, _ = begin(PRESETS["progressive"], 17, 14, 16)
    assert hand.actors == hand.waiting_on == (0, 1, 2)


def test_r1_5_a_visit_that_the_deck_cannot_serve_is_refused():
    with pytest.raises(DealError, match="13 to 13"):
        Hand.start(PRESETS["german"], (14, 0, 0, 0))


def test_r3_2_all_variants_can_be_played_to_the_end():
    for name, variant in VARIANTS.items():
        for players in range(2, variant.most_players + 1):
            rules = fitting("german", {"variant": name})
            assert play(rules, (0,) * players, SECRET, Random(5)).hand.is_finished
