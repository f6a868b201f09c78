"""`ofc player --protocol poker-arena`, as that arena uses it: the engine plays the arena."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tests.hands import random_placement
from ofc_engine.board import Placement, Row
from ofc_engine.cards import in_shown_order, parse_cards
from ofc_engine.cli.main import main
from ofc_engine.deal import Deal
from ofc_engine.game import Game
from ofc_engine.operations import Dealt, Operation, Placed
from ofc_engine.players.arena import ROWS, RULES, ArenaSeat, action_of
from ofc_engine.players.knowledge import Knowledge

NAMES = {row: name for name, row in ROWS.items()}


def seat_there(seat: int, players: int) -> int:
    """A seat's number in the arena, where the button is 0 and acts last."""
    return (seat + 1) % players


def events(game: Game, new: tuple[Operation, ...], viewer: int) -> Iterator[dict[str, Any]]:
    """What the arena tells a seat of some operations."""
    players = len(game.hand.seats)
    for operation in new:
        own, seat = operation.seat == viewer, seat_there(operation.seat, players)
        match operation:
            case Dealt(_, cards):
                shown = list(map(str, cards)) if own else []
                event = {"event": "deal", "seat": seat, "cards": shown, "count": len(cards)}
            case Placed(number, placement):
                open_now = own or not game.hand.seats[number].fantasyland
                event = {
                    "event": "place",
                    "seat": seat,
                    "placements": placements(placement) if open_now else [],
                    "discarded": list(map(str, placement.discards)) if own else [],
                    "count": len(placement.discards),
                }
            case _:
                raise AssertionError(operation)
        yield {"t": "event", "hand_no": 0, "ev": event}


def placements(placement: Placement) -> list[dict[str, str]]:
    return [{"card": str(c), "row": NAMES[row]} for row in Row for c in placement.rows[row]]


def beginning(game: Game, viewer: int) -> Iterator[dict[str, Any]]:
    players = len(game.hand.seats)
    yield {"t": "hand-start", "hand_no": 0, "seat": seat_there(viewer, players)}
    for number, seat in enumerate(game.hand.seats):
        if seat.fantasyland:
            visit = {"seat": seat_there(number, players), "cards": seat.fantasyland}
            yield {"t": "event", "hand_no": 0, "ev": {"event": "fantasyland", **visit}}


@given(st.sampled_from(sorted(RULES)), st.integers(2, 3), st.integers(0, 2), st.integers(0, 999))
def test_a_seat_learns_all_that_the_rules_let_it_know(
    name: str, players: int, visiting: int, seed: int
):
    random = Random(seed)
    seats = [ArenaSeat(name, players) for _ in range(players)]
    rules = seats[0].rules
    visits = [rules.visit_cards * (number < visiting) for number in range(players)]
    game = Game(rules, fantasyland=visits, deal=Deal(random.randbytes(32)))
    told = 0
    for viewer, seat in enumerate(seats):
        for message in beginning(game, viewer):
            seat.tell(message)
    while True:
        for viewer, seat in enumerate(seats):
            for message in events(game, game.log[told:], viewer):
                seat.tell(message)
        told = len(game.log)
        if game.is_over:
            break
        known = seats[game.turn].knowledge
        known = replace(known, pending=in_shown_order(known.pending))
        assert known == Knowledge.of(game.view(game.turn))
        game.place(random_placement(game.hand, game.turn, random))


def test_a_match_is_played_from_hello_to_its_end():
    command = [sys.executable, "-m", "ofc_engine", "player", "--protocol", "poker-arena"]
    with subprocess.Popen(
        [*command, "--level", "beginner"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as player:
        assert player.stdin is not None
        assert player.stdout is not None

        def tell(message: object) -> None:
            assert player.stdin is not None
            print(json.dumps(message), file=player.stdin, flush=True)

        hello = {"t": "hello", "proto": 1, "game_id": "ofc-pineapple", "seat_count": 2}
        tell(hello | {"timeout_ms": None})
        assert json.loads(player.stdout.readline()) == {"t": "join"}
        tell({"t": "joined", "name": "somebody"})
        tell({"t": "something-new"})
        for visits in ((0, 0), (14, 0), (0, 14)):
            game, told, random = Game("standard stay=strict", fantasyland=visits), 0, Random(1)
            for message in beginning(game, 0):
                tell(message)
            while True:
                for message in events(game, game.log[told:], 0):
                    tell(message)
                told = len(game.log)
                if game.is_over:
                    break
                if game.turn == 0:
                    tell({"t": "act", "hand_no": 0, "seat": 1, "decision": {"kind": "place"}})
                    action = json.loads(player.stdout.readline())["action"]
                    game.place(placed(action))
                else:
                    game.place(random_placement(game.hand, game.turn, random))
            tell({"t": "hand-end", "hand_no": 0, "points": [0, 0]})
        tell({"t": "match-end"})
        assert player.wait(60) == 0


def placed(action: dict[str, Any]) -> Placement:
    rows = [
        parse_cards("".join(each["card"] for each in action["placements"] if each["row"] == name))
        for name in ROWS
    ]
    return Placement(rows[0], rows[1], rows[2], parse_cards("".join(action["discards"])))


def test_an_action_names_every_card():
    placement = Placement.parse("Qd / - / 9s x 2c")
    assert placed(action_of(placement)["action"]) == placement


HELLO = '{"t": "hello", "proto": 1, "game_id": "ofc", "seat_count": 2}'
REFUSED = {
    "another game": ([HELLO.replace('"ofc"', '"ofc-9"')], "ofc-9 isn't played here. These"),
    "no JSON": ([HELLO, "hello"], "This isn't a JSON object on one line."),
    "a question without cards": ([HELLO, '{"t": "act"}'], "With 0 cards placed, 5 are drawn"),
    "no card": (
        [HELLO, '{"t": "event", "ev": {"event": "deal", "seat": 0, "cards": ["1x"]}}'],
        "“1x” isn't a card.",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_nonsense_is_refused_with_a_sentence(
    what: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    lines, said = REFUSED[what]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    assert main(["player", "--protocol", "poker-arena"]) == 2
    assert capsys.readouterr().err.startswith(said)
