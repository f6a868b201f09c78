"""From hand to hand: how often the button has come round, in every way it can move."""

from hypothesis import given
from hypothesis import strategies as st

from bot.ofc.match import next_button, orbits
from bot.ofc.rulesets import PRESETS

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


@given(SEATS, st.lists(st.booleans(), max_size=30))
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
