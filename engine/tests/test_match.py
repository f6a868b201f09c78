"""From hand to hand: how often the button has come round, in every way it can move."""

from collections.abc import Iterator
from itertools import groupby
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ofc_engine.match import Lineup, next_button, next_lineup, orbits
from ofc_engine.rulesets import PRESETS

SEATS = st.sets(st.integers(1, 5), min_size=2)
STANDARD = PRESETS["standard"]


def buttons(seats: set[int], visits: list[bool]) -> list[int]:
    """Who has the button, hand by hand; a visit to Fantasyland lets it rest (R7.6)."""
    had = [next_button(STANDARD, sorted(seats), None, {})]
    for visit in visits:
        earned = {min(seats): 14} if visit else {}
        had.append(next_button(STANDARD, sorted(seats), had[-1], earned))
    return had


@given(SEATS, st.integers(0, 30))
def test_an_orbit_has_as_many_hands_as_players(seats: set[int], hands: int):
    assert orbits(buttons(seats, [False] * hands)) == hands // len(seats)


@given(st.sets(st.integers(1, 5), min_size=2, max_size=3), st.lists(st.booleans(), max_size=30))
def test_a_hand_with_fantasyland_belongs_to_the_orbit_before(seats: set[int], visits: list[bool]):
    assert orbits(buttons(seats, visits)) == visits.count(False) // len(seats)


@given(st.permutations([1, 2, 3, 4, 5]))
def test_wherever_it_begins_it_comes_round_once(order: list[int]):
    first = order[0]
    tour = [1 + (first - 1 + step) % 5 for step in range(6)]
    assert [orbits(tour[:n]) for n in range(1, 7)] == [0, 0, 0, 0, 0, 1]


def test_the_seat_where_it_began_may_be_empty_when_it_comes_round():
    assert orbits([2, 3, 1]) == 0
    assert orbits([2, 3, 1, 3]) == 1, "past seat 2, whose player has left"
    assert orbits([]) == 0


GERMAN = PRESETS["german"]


def come_and_go(hands: int, seed: int) -> Iterator[Lineup]:
    """So many hands at a table with five chairs: people come, go, sit out, earn and lose visits."""
    random = Random(seed)
    seated, out = {1, 2, 3, 4}, set[int]()
    visits: dict[int, int] = {}
    button = sat_out = None
    for _ in range(hands):
        chair = random.randint(1, 5)
        if random.random() < 0.1:
            seated ^= {chair}
        if random.random() < 0.1:
            out ^= {chair}
        here = seated - out
        if len(here) < 2:
            seated, out = {1, 2, 3, 4, 5}, set()
            here = seated
        visits = {seat: cards for seat, cards in visits.items() if seat in here}
        lineup = next_lineup(GERMAN, sorted(here), button, visits, sat_out)
        yield lineup
        button, sat_out = lineup.button, lineup.sits_out
        for seat, cards in zip(lineup.seats, lineup.fantasyland, strict=True):
            visits[seat] = 13 if random.random() < (0.5 if cards else 0.2) else 0


def test_r7_6_nobody_sits_out_twice_in_a_row_and_every_orbit_ends():
    before, had = None, list[int]()
    for lineup in come_and_go(100_000, seed=1):
        assert lineup.sits_out is None or lineup.sits_out != before
        before = lineup.sits_out
        had.append(lineup.button)
    rests = [list(group) for _, group in groupby(had)]
    assert max(map(len, rests)) < 60, "visits end, and with them the rests of the button"
    assert orbits(had) > len(had) / 5 / 5


def test_r7_6_the_visit_of_the_buttons_seat_waits_and_lets_the_button_move_on():
    """Four play, seat 1 has the button and earns a visit, a fifth sits down."""
    second = next_lineup(GERMAN, [1, 2, 3, 4, 5], 1, {1: 13})
    assert (second.button, second.sits_out) == (2, 2)
    assert dict(zip(second.seats, second.fantasyland, strict=True))[1] == 13


def test_r7_6_the_button_rests_with_five_unless_its_seat_has_sat_out_already():
    assert next_lineup(GERMAN, [1, 2, 3, 4, 5], 1, {3: 13}).sits_out == 1
    after = next_lineup(GERMAN, [1, 2, 3, 4, 5], 1, {3: 13}, sat_out=1)
    assert (after.button, after.sits_out) == (2, 2)
