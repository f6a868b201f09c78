"""The proof of every hand that the rules allow holds; of no other does it."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.tests.hands import Game, games
from ofc_engine.errors import DealError, OfcError
from ofc_engine.origin import Origin
from ofc_engine.proof import Proof


def holds(proof: Proof) -> bool:
    try:
        proof.verify()
    except OfcError:
        return False
    return True


@given(games(finished=True) | games(finished=True, by_seat=True))
def test_the_proof_of_any_hand_holds_also_written_down(game: Game):
    """Whoever gave up, whose hand is dead, who was in Fantasyland, in every deal mode."""
    game.proof.verify()
    Proof.parse(str(game.proof)).verify()


@given(games(finished=True) | games(finished=True, by_seat=True), st.data())
def test_no_card_can_stand_elsewhere(game: Game, data: st.DataObject):
    seats = [seat for seat, board in enumerate(game.proof.boards) if board.cards]
    assume(len(seats) > 1)
    one, other = data.draw(st.permutations(seats))[:2]
    boards = list(game.proof.boards)
    mine, theirs = (data.draw(st.sampled_from(boards[seat].cards)) for seat in (one, other))
    turned = {mine: theirs, theirs: mine}
    for seat in (one, other):
        rows = (tuple(turned.get(card, card) for card in row) for row in boards[seat])
        boards[seat] = type(boards[seat])(*rows)
    assert not holds(replace(game.proof, boards=tuple(boards)))


@given(games(finished=True) | games(finished=True, by_seat=True), st.data())
def test_no_portion_can_be_left_out_or_come_at_another_time(game: Game, data: st.DataObject):
    deals = list(game.proof.deals)
    at = data.draw(st.integers(0, len(deals) - 1))
    portion = deals.pop(at)
    assert not holds(replace(game.proof, deals=tuple(deals))) or not _shows(game, portion[0])
    to = data.draw(st.integers(0, len(deals)))
    deals.insert(to, portion)
    assume(deals != list(game.proof.deals))
    assert not holds(replace(game.proof, deals=tuple(deals)))


@given(games(finished=True))
def test_one_seed_more_is_refused_where_everybody_at_the_table_has_a_board(game: Game):
    proof, variant = game.proof, game.proof.rules.variant
    watched = len(proof.boards) == variant.most_players < variant.most_seats
    assume(proof.deal.seeds and not watched)
    deal = replace(proof.deal, seeds=(*proof.deal.seeds, "more"))
    with pytest.raises(DealError, match="is missing"):
        Proof.parse(str(replace(proof, deal=deal)))


def _shows(game: Game, seat: int) -> bool:
    """True if a seat's board shows all that it was dealt; the last cards of a dead hand are not."""
    return not game.hand.seats[seat].pending


@given(games(finished=True), st.none() | st.binary(min_size=32, max_size=32))
def test_where_a_secret_comes_from_is_read_as_it_is_written(game: Game, secret: bytes | None):
    proof = replace(game.proof, origin=Origin(bytes(range(32)), 7, secret))
    assert Proof.parse(str(proof)).origin == proof.origin
