"""The cases of `conformance`, asked of the engine and of a naive reading of the same rules."""

from itertools import pairwise

import pytest
from hypothesis import given

from engine.tests import naive
from engine.tests.cases import FOLDER, Case, each, read
from engine.tests.hands import Game, games
from engine.tests.naive import Held, Options
from engine.tests.players.brute import best_points
from ofc_engine.board import Board, Row
from ofc_engine.cards import DECK, JOKERS, format_cards, parse_cards
from ofc_engine.deal import Deal, commitment
from ofc_engine.errors import OfcError
from ofc_engine.hand import Hand
from ofc_engine.match import limit_reached, settle
from ofc_engine.notation import format_position, parse_position
from ofc_engine.operations import parse_operation
from ofc_engine.ranking import Category, category, strength
from ofc_engine.rulesets import PRESETS, Ruleset
from ofc_engine.scoring import Pair, Result, evaluate, royalty, score, score_hand
from ofc_engine.seat import Fate, Seat
from ofc_engine.stacks import settle_stacks

ROOT = FOLDER.parents[1]

PRESET_OPTIONS = {preset["name"]: preset["options"] for preset in read("rulesets")}


def options_of(rules: str) -> Options:
    """The options that rules in words come to, as the file has them and not the engine."""
    preset, *changes = rules.split()
    return PRESET_OPTIONS[preset] | dict(change.split("=") for change in changes)


def held(board: str, fate: str = "playing", visit: int = 0, exposed: int = 0) -> Held:
    front, middle, back = ("" if row == "-" else row for row in board.split(" / "))
    return Held((front, middle, back), fate, visit, exposed)


def result_of(hand: Case, rules: Ruleset, players: int) -> Result:
    board = Board.parse(hand["board"]) if "board" in hand else Board()
    fate = Fate(hand.get("fate", "playing"))
    return evaluate(board, rules, players=players, fate=fate, exposed=hand.get("exposed", 0))


def test_every_file_is_described_and_every_rule_is_one_of_the_documents():
    described = (FOLDER / "README.md").read_text(encoding="utf-8")
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    notation = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    for file in FOLDER.glob("*.json"):
        assert f"`{file.name}`" in described
        for case in read(file.stem):
            rule = case.get("rule")
            assert rule is None or f"**{rule}**" in rules or f"## {rule} " in notation, rule


def test_the_presets_are_written_down_in_full():
    assert [*PRESET_OPTIONS] == [*PRESETS]
    for name, options in PRESET_OPTIONS.items():
        assert Ruleset.of(name, options).differences() == {}
        assert f"{name} {' '.join(f'{o}={v}' for o, v in options.items())}" == str(
            PRESETS[name].in_full()
        )


# --- R1, R2: ranking -------------------------------------------------------------------------


@each("ranking", "ascending")
def test_each_hand_is_what_it_is_and_higher_than_those_before(case: Case):
    for hand in case["ascending"]:
        made = Category[hand["category"].upper().replace(" ", "_")]
        assert category(strength(parse_cards(hand["cards"]))) is made
        assert naive.category(hand["cards"]) == hand["category"]
    for low, high in pairwise(hand["cards"] for hand in case["ascending"]):
        assert strength(parse_cards(low)) < strength(parse_cards(high)), (low, high)
        assert naive.ranked(low) < naive.ranked(high), (low, high)


@each("ranking", "equal")
def test_no_suit_is_better(case: Case):
    one, other = case["equal"]
    assert strength(parse_cards(one)) == strength(parse_cards(other))
    assert naive.ranked(one) == naive.ranked(other)


@each("ranking", "in_order")
def test_front_and_middle(case: Case):
    front, middle = case["front"], case["middle"]
    assert (strength(parse_cards(front)) <= strength(parse_cards(middle))) is case["in_order"]
    assert (naive.ranked(front) <= naive.ranked(middle)) is case["in_order"]


# --- R4 to R8, R11: scoring ------------------------------------------------------------------


@each("royalties")
def test_what_a_row_brings(case: Case):
    row = Row[case["row"].upper()]
    rules = Ruleset.parse(case["rules"])
    row_strength = rules.variant.rows.rankings[row].strength(parse_cards(case["cards"]))
    assert royalty(row, row_strength, rules) == case["points"]
    options = options_of(case["rules"])
    if options["royalties"] == "none":
        assert case["points"] == 0
    elif row is Row.MIDDLE and naive.has_low(options):
        assert naive.low_royalty(case["cards"]) == case["points"]
    elif row is Row.FRONT:
        assert naive.front_royalty(case["cards"], options) == case["points"]
    else:
        assert naive.five_card_royalty(case["row"], case["cards"], options) == case["points"]


@each("boards")
def test_what_a_board_brings(case: Case):
    rules = Ruleset.parse(case["rules"])
    board = Board.parse(case["board"])
    result = evaluate(board, rules, players=case["players"], fantasyland=case["visit"])
    assert len({*board.cards}) == 13
    assert result.is_foul is case["foul"]
    assert list(result.royalties) == case["royalties"]
    assert result.fantasyland == case["earns"]
    own, options = held(case["board"], visit=case["visit"]), options_of(case["rules"])
    assert naive.fouls(own, options) is case["foul"]
    assert list(naive.royalties(own, options)) == case["royalties"]
    assert naive.earned(own, options, case["players"]) == case["earns"]


@each("hands")
def test_what_everybody_wins(case: Case):
    rules, hands = Ruleset.parse(case["rules"]), case["hands"]
    results = [result_of(hand, rules, len(hands)) for hand in hands]
    cards = [card for result in results for card in result.board.cards]
    assert len(set(cards)) == len(cards)
    assert list(score(results, rules).points) == case["points"]
    plain = [
        held(hand.get("board", "- / - / -"), hand.get("fate", "playing"), 0, hand.get("exposed", 0))
        for hand in hands
    ]
    assert list(naive.table(plain, options_of(case["rules"]))) == case["points"]
    assert sum(case["points"]) == 0, "R4.4"


@each("fantasyland")
def test_the_most_that_a_fantasyland_can_bring(case: Case):
    best, _ = best_points(parse_cards(case["cards"]), Ruleset.parse(case["rules"]), (), 0)
    assert best == case["most_royalties"]


# --- R9, R10: what changes hands -------------------------------------------------------------


@each("settling")
def test_what_changes_hands(case: Case):
    pairs = [Pair(a, b, (0, 0, 0), 0, 0, points) for a, b, points in case["owed"]]
    agreed = {frozenset(pair): times for *pair, times in [case.get("agreed", [0, 0, 1])]}
    limits, totals = case.get("limits"), case["totals"]
    transfers = settle(pairs, totals, stake=case["stake"], pair_stakes=agreed, loss_limit=limits)
    assert [transfer.points for transfer in transfers] == case["paid"]
    for transfer in transfers:
        totals[transfer.a] += transfer.points
        totals[transfer.b] -= transfer.points
    assert limit_reached(totals, limits) is case["ends"]


@each("stacks")
def test_what_changes_hands_with_stacks(case: Case):
    pairs = [Pair(a, b, (0, 0, 0), points, 0, 0) for a, b, points in case["owed"]]
    transfers = settle_stacks(pairs, case["stacks"], stake=case["stake"])
    assert [transfer.points for transfer in transfers] == case["paid"]
    due = [(a, b, points * case["stake"]) for a, b, points in case["owed"]]
    assert naive.paid_with_stacks(due, case["stacks"]) == case["paid"]


# --- deals, whole hands and notation ---------------------------------------------------------


@each("deals")
def test_what_deck_comes_of_it(case: Case):
    secret = bytes.fromhex(case["secret"])
    assert commitment(secret).hex() == case["commitment"]
    by_seat = case["method"] == "ofc-deal-3"
    seeds, joined = tuple(case["seeds"]), case["joined"] or "-"
    deal = Deal(secret, case["hand"], seeds, by_seat, case["message"], joined)
    assert deal.method == case["method"]
    assert format_cards(deal.deck_of(DECK + JOKERS[: case.get("jokers", 0)])) == case["deck"]


@each("games")
def test_where_a_hand_leads(case: Case):
    log = map(parse_operation, case["operations"])
    hand = Hand.replay(Ruleset.parse(case["rules"]), case["fantasyland"], log)
    assert format_position(hand) == case["end"]
    scored = score_hand(hand)
    assert list(scored.points) == case["points"]
    assert [result.fantasyland for result in scored.results] == case["earns"]
    _, *seats = (seat.replace("*", "").strip() for seat in case["end"].split(";"))
    plain = [
        held(seat.partition(" x ")[0].partition(" FL")[0], visit=visit)
        for seat, visit in zip(seats, case["fantasyland"], strict=True)
    ]
    assert list(naive.table(plain, options_of(case["rules"]))) == case["points"]


def written(seat: Seat) -> Case:
    return {
        **{row.label: [str(card) for card in seat.board[row]] for row in Row},
        "discards": [str(card) for card in seat.discards],
        "hand": [str(card) for card in seat.pending],
        "fantasyland": seat.fantasyland,
        "fate": seat.fate.value,
        "exposed": seat.exposed,
    }


@each("notation", "error")
def test_what_is_no_notation_is_refused(case: Case):
    readers = {
        "cards": parse_cards,
        "board": Board.parse,
        "position": parse_position,
        "operation": parse_operation,
    }
    (kind,) = readers.keys() & case.keys()
    with pytest.raises(OfcError):
        readers[kind](case[kind])


@pytest.mark.parametrize("case", [c for c in read("notation") if "error" not in c], ids=str)
def test_what_is_written_means_what_it_should(case: Case):
    match case:
        case {"cards": text}:
            assert [str(card) for card in parse_cards(text)] == case["is"]
        case {"board": text}:
            rows = [[str(card) for card in row] for row in Board.parse(text)]
            assert rows == [case["front"], case["middle"], case["back"]]
        case {"position": text}:
            hand = parse_position(text)
            assert [written(seat) for seat in hand.seats] == case["seats"]
            assert sorted(map(str, hand.fresh)) == case["latest"]
            assert format_position(hand) == text
        case {"operation": text}:
            assert str(parse_operation(text)) == text
        case _:
            pytest.fail("of no known kind")


@given(games(finished=True))
def test_every_hand_is_scored_as_the_rules_say(game: Game):
    options, seats = options_of(str(game.rules)), game.hand.seats
    hands: list[Held] = []
    for seat in seats:
        front, middle, back = ("".join(map(str, row)) for row in seat.board)
        rows = front, middle, back
        hands.append(Held(rows, seat.fate.value, seat.fantasyland, seat.exposed))
    scored = score_hand(game.hand)
    assert scored.points == naive.table(hands, options)
    for own, result in zip(hands, scored.results, strict=True):
        assert result.royalties == naive.royalties(own, options)
        assert result.fantasyland == naive.earned(own, options, len(seats))
