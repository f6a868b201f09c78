"""Playing on from a decision: what was seen stays, the rest is dealt anew or comes as it came."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.tutorial.playing_on import AS_IT_CAME, Position, played_on
from ofc_engine.board import Placement
from ofc_engine.cards import Card
from ofc_engine.deal import advance
from ofc_engine.hand import Hand
from ofc_engine.operations import Operation, Placed
from ofc_engine.rulesets import Ruleset
from ofc_engine.street import DISCARD, LETTERS
from ofc_engine.views import view_for

_GAMES = (
    ("standard", (0, 0)),
    ("standard", (0, 0, 0)),
    ("standard", (14, 0)),
    ("progressive", (0, 17)),
    ("standard deal_mode=simultaneous", (0, 0, 0)),
    ("standard variant=turbo deal_mode=ahead", (0, 0, 0)),
    ("german", (0, 0)),
    ("czech", (0, 13, 0)),
    ("standard variant=chinese", (0, 0)),
)
"""Rules, and each seat's Fantasyland."""


def _played(rules: Ruleset, visits: tuple[int, ...], random: Random) -> list[Operation]:
    """The log of a hand that is played by chance."""
    deck = tuple(random.sample(rules.variant.deck, len(rules.variant.deck)))
    log: list[Operation] = []
    hand = Hand.start(rules, visits)
    while not hand.is_finished:
        done = advance(hand, deck)
        for operation in done:
            hand = hand.apply(operation)
        log += done
        if hand.waiting_on:
            seat = random.choice([s for s in hand.actors if hand.seats[s].pending])
            log.append(Placed(seat, _by_chance(hand, seat, random)))
            hand = hand.apply(log[-1])
    return log


def _by_chance(hand: Hand, seat: int, random: Random) -> Placement:
    cards, board = list(hand.seats[seat].pending), hand.seats[seat].board
    random.shuffle(cards)
    discarded = hand.next_street(seat).discarded
    discards, rows = cards[:discarded], ([], [], [])
    for card in cards[discarded:]:
        open_ = [row for row in board.open_rows if len(rows[row]) < board.open_places(row)]
        rows[random.choice(open_)].append(card)
    return Placement(*map(tuple, rows), tuple(discards))


def _positions(rules: str, visits: tuple[int, ...]) -> Iterator[tuple[Position, Placement, Hand]]:
    """All decisions of some hands, with what was placed, and the hand as it ended."""
    named = Ruleset.parse(rules)
    for number in range(3):
        log = _played(named, visits, Random(number))
        end = Hand.replay(named, visits, log)
        for at, operation in enumerate(log):
            if isinstance(operation, Placed):
                before = Hand.replay(named, visits, log[:at])
                yield Position(before, operation.seat, tuple(log[at:])), operation.placement, end


def _letters(position: Position, placement: Placement) -> str:
    parts = zip(LETTERS + DISCARD, placement, strict=True)
    letters = {card: letter for letter, cards in parts for card in cards}
    return "".join(letters[c] for c in view_for(position.before, position.seat).pending)


def _boards(hand: Hand) -> list[list[list[Card]]]:
    """Every row and discard, in whatever order the cards stand."""
    return [[*map(sorted, seat.board), sorted(seat.discards)] for seat in hand.seats]


@pytest.mark.parametrize(("rules", "visits"), _GAMES)
def test_a_player_sees_just_what_they_saw(rules: str, visits: tuple[int, ...]):
    found = list(_positions(rules, visits))
    assert len(found) > 3
    for position, _, _ in found:
        hand = played_on(position, 5, "")
        assert hand is not None
        if not hand.is_finished and hand.seats[position.seat].pending:
            now, then = (view_for(each, position.seat) for each in (hand, position.before))
            assert (now.seats, now.fresh, now.street) == (then.seats, then.fresh, then.street)


@pytest.mark.parametrize(("rules", "visits"), _GAMES)
def test_nothing_that_was_hidden_stays(rules: str, visits: tuple[int, ...]):
    """Whoever plays on twice meets others' cards and their own next ones anew each time."""
    hidden, kept = 0, 0
    for position, placement, _ in list(_positions(rules, visits))[:12]:
        placed = _letters(position, placement)
        ends = [played_on(position, seed, placed) for seed in (1, 2)]
        assert None not in ends
        one, other = (tuple(seat.cards for seat in end.seats) for end in ends if end)
        hidden += one != other
        kept += one == other
    assert hidden > kept


@pytest.mark.parametrize(("rules", "visits"), _GAMES)
def test_as_it_came_the_same_placement_ends_the_same(rules: str, visits: tuple[int, ...]):
    for position, placement, end in _positions(rules, visits):
        hand = played_on(position, AS_IT_CAME, _letters(position, placement))
        assert hand is not None
        assert _boards(hand) == _boards(end)


def test_what_came_later_is_asked_for_where_it_does_not_fit_any_more():
    """With all first five in the Back what was put there later has to go elsewhere."""
    asked = 0
    for position, _, end in _positions("standard", (0, 0)):
        if position.before.streets_played[position.seat]:
            continue
        hand = played_on(position, AS_IT_CAME, "bbbbb")
        assert hand is not None
        while not hand.is_finished:
            asked += 1
            assert hand.seats[position.seat].pending
            break
        else:
            others = [seat for n, seat in enumerate(end.seats) if n != position.seat]
            assert [seat for n, seat in enumerate(hand.seats) if n != position.seat] == others
    assert asked


@pytest.mark.parametrize("placed", ["f", "bbbbbb", "ffffm", "zzzzz", "xxxxx", "bbbbbfff"])
@pytest.mark.parametrize("seed", [AS_IT_CAME, 3])
def test_what_cannot_be_placed_is_nothing(placed: str, seed: int):
    position, _, _ = next(_positions("standard", (0, 0)))
    assert played_on(position, seed, placed) is None
