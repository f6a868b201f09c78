"""The levels: legal in every game, blind to what is hidden, and of the manner they promise."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tests.hands import rulesets
from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import DECK, parse_cards
from ofc_engine.deal import advance, deck
from ofc_engine.errors import CardError, NotationError, TurnError
from ofc_engine.hand import Hand
from ofc_engine.operations import Placed, Surrendered
from ofc_engine.players.deciding import decide, gives_up, judged
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.players.levels import CAUTIOUS, LEVELS, LevelError, level
from ofc_engine.players.values import knows_values, learnt_rules
from ofc_engine.rule_options import FRONT_TRIPS, ROYALTIES
from ofc_engine.rulesets import PRESETS, STANDARD, Ruleset
from ofc_engine.scoring import score_hand
from ofc_engine.seat import Fate
from ofc_engine.variants import GAMES
from ofc_engine.views import view_for

PLAYERS = {**LEVELS, CAUTIOUS.name: CAUTIOUS}


def play(rules: Ruleset, fantasyland: tuple[int, ...], secret: bytes, names: list[str]) -> Hand:
    """A hand played by these levels to its end; the rules check every placement."""
    hand, rng = Hand.start(rules, fantasyland), np.random.default_rng(list(secret))
    cards = deck(secret, rules.variant.deck)
    while True:
        for operation in advance(hand, cards):
            hand = hand.apply(operation)
        if hand.is_finished:
            return hand
        seat = hand.actors[-1]
        player, knowledge = PLAYERS[names[seat]], Knowledge.of(view_for(hand, seat))
        if hand.can_surrender(seat) and gives_up(player, knowledge, rng):
            hand = hand.apply(Surrendered(seat))
        else:
            hand = hand.apply(Placed(seat, decide(player, knowledge, rng)))


@settings(max_examples=8)
@given(rulesets, st.data())
def test_every_level_finishes_every_game_by_the_rules(rules: Ruleset, data: st.DataObject):
    players = data.draw(st.integers(2, rules.variant.most_players))
    visits = st.sampled_from([0, 0, 0, 13, 14, 15, 16, 17])
    most = rules.variant.most_cards(players)
    fantasyland = tuple(min(data.draw(visits), most) for _ in range(players))
    names = [data.draw(st.sampled_from(sorted(LEVELS))) for _ in range(players)]
    hand = play(rules, fantasyland, data.draw(st.binary(min_size=32, max_size=32)), names)
    assert sum(score_hand(hand).points) == 0


@pytest.mark.parametrize("game", [game for game in GAMES if game != "chinese"])
def test_rules_say_whether_values_of_such_games_are_learnt(game: str):
    usual = learnt_rules(GAMES[game])
    known = dict(usual.variant.fits)
    for royalties, trips in product(known.get("royalties", ROYALTIES), FRONT_TRIPS):
        rules = usual.changed({"royalties": royalties, "front_trips": trips})
        assert knows_values(rules) is rules.learnt


@pytest.mark.parametrize("name", LEVELS)
def test_hidden_cards_do_not_change_a_decision(name: str):
    """What an opponent threw away and what the deck holds may differ: the placement does not."""
    mine, others = parse_cards("KhKd9s8s2c"), parse_cards("AcAdTh7h3d")
    found = set()
    for thrown in parse_cards("4c Qs 8d"):
        hand = Hand.start(STANDARD, (0, 0))
        hand = hand.deal(0, others).place(0, Placement((), others[:2], others[2:]))
        hand = hand.deal(1, mine).place(1, Placement((), mine[:2], mine[2:]))
        street = (*parse_cards("AsTs"), thrown)
        hand = hand.deal(0, street).place(0, Placement((), street[:1], street[1:2], street[2:]))
        hand = hand.deal(1, parse_cards("QhQd5c"))
        view = view_for(hand, 1)
        assert thrown not in view.seen
        found.add(decide(level(name), Knowledge.of(view), np.random.default_rng(1)))
    assert len(found) == 1


def test_levels_are_named_and_described_for_people():
    assert list(LEVELS) == ["beginner", "steady", "bold", "master"]
    assert all(each.human and each.manner.endswith(".") for each in LEVELS.values())
    with pytest.raises(LevelError, match="Choose one of: beginner, steady, bold, master"):
        level("genius")


def test_nobody_is_asked_who_has_nothing_to_place():
    with pytest.raises(TurnError):
        Knowledge.of(view_for(Hand.start(STANDARD, (0, 0)), 1))


@pytest.mark.parametrize(
    ("board", "pending", "error"),
    [
        ("- / - / -", "AhKhQhJh", NotationError),
        ("- / - / -", "AhKhQhJhTh9h", NotationError),
        ("Ah / - / -", "KhQhJh", NotationError),
        ("Ah / Kh Qh / Jh Th", "9h 8h Ah", CardError),
    ],
)
def test_what_cannot_be_drawn_is_no_decision(board: str, pending: str, error: type[Exception]):
    with pytest.raises(error):
        Knowledge(STANDARD, Board.parse(board), parse_cards(pending))


def test_r8_the_master_gives_up_when_it_pays_and_never_where_it_may_not():
    rags = parse_cards("2c 4d 7h 9s Jd")
    kings = parse_cards("Kc Kd Kh As Ad")
    visiting = (Opponent(fantasyland=13),)
    german = PRESETS["german"]
    master, rng = level("master"), np.random.default_rng(1)
    assert gives_up(master, Knowledge(german, Board(), rags, opponents=visiting), rng)
    assert not gives_up(master, Knowledge(german, Board(), kings, opponents=(Opponent(),)), rng)
    assert not gives_up(master, Knowledge(STANDARD, Board(), rags, opponents=visiting), rng)
    assert not gives_up(
        level("beginner"), Knowledge(german, Board(), rags, opponents=visiting), rng
    )


def test_r15_1_a_level_gives_up_a_board_that_is_sure_to_foul_where_it_still_may():
    lost = Board.parse("AcAdAh / 2c3d4h5s7c / 8c8dThJs")
    fine = Board.parse("2c3dQh / 4c4d5h5s7c / AsAhKsKd")
    rng, pending, met = np.random.default_rng(1), parse_cards("9h"), (Opponent(),)
    late = PRESETS["german"].changed({"surrender_until": "last"})
    for name in ("steady", "master"):
        assert gives_up(level(name), Knowledge(late, lost, pending, opponents=met), rng)
        assert not gives_up(level(name), Knowledge(late, fine, pending, opponents=met), rng)
        early = Knowledge(PRESETS["german"], lost, pending, opponents=met)
        assert not gives_up(level(name), early, rng)


def test_opponents_who_gave_up_compare_no_rows_and_dead_ones_lose_all():
    knowledge = Knowledge(
        PRESETS["german"],
        Board(),
        parse_cards("2c 4d 7h 9s Jd"),
        opponents=(Opponent(fate=Fate.SURRENDERED), Opponent(fate=Fate.DEAD)),
    )
    found = judged(level("master"), knowledge, np.random.default_rng(1))
    assert (found.outlook.points > 0).any()


@pytest.mark.parametrize("name", ["steady", "master"])
def test_no_certain_foul_is_chosen_while_there_is_another_way(name: str):
    board = Board.parse("Kh2c / 3c3d4h5h6s / 7c7d7h8s")
    knowledge = Knowledge(STANDARD, board, parse_cards("Kd 9d Jc"))
    placement = decide(level(name), knowledge, np.random.default_rng(1))
    assert not STANDARD.fouls(board.with_rows(placement.rows))


@pytest.mark.parametrize(
    ("variant", "board", "pending", "row"),
    [
        ("classic", "Qs6c / 7h5sKdJd7c / 8h8c4d", "7d", Row.FRONT),
        ("classic", "Kh2c / 3c3d4h5h6s / 7c7d7h8s", "Kd", Row.BACK),
    ],
)
def test_r11_1_a_placement_that_cannot_become_a_foul_is_never_passed_up(
    variant: str, board: str, pending: str, row: Row
):
    rules = STANDARD.changed({"variant": variant})
    knowledge = Knowledge(rules, Board.parse(board), parse_cards(pending))
    placement = decide(CAUTIOUS, knowledge, np.random.default_rng(1))
    assert placement.rows[row] == parse_cards(pending)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("variant", "first"), [("classic", 0), ("pineapple", 15)])
def test_r11_1_who_is_played_for_fouls_less_than_who_plays_for_points(variant: str, first: int):
    rules = STANDARD.changed({"variant": variant})

    def fouls(name: str) -> int:
        secrets = (bytes([n] * 32) for n in range(first, first + 8))
        hands = (play(rules, (0, 0), secret, [name, name]) for secret in secrets)
        return sum(bool(STANDARD.fouls(seat.board)) for hand in hands for seat in hand.seats)

    assert fouls("cautious") < fouls("steady")


def test_a_whole_board_is_set_at_once_in_fantasyland_and_closed_chinese():
    cards = DECK[::4]
    chinese = STANDARD.changed({"variant": "chinese"})
    assert Knowledge(chinese, Board(), cards).sets_at_once
    assert Knowledge(STANDARD, Board(), cards, fantasyland=13).sets_at_once
    assert not Knowledge(STANDARD, Board(), cards[:5]).sets_at_once
