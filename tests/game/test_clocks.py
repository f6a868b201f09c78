"""How the clock of a table is written."""

import pytest

from bot.game.clock import LONGEST, SHORTEST, parse_clock
from bot.game.table import TableError
from bot.values.options import format_time


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        *[("15s", 15), ("10m", 600), ("12H", 43_200), (" 7 d ", LONGEST), ("1w", LONGEST)],
        *[("90 min", 5400), ("1h30m", 5400), ("1,5 Stunden", 5400), ("none", None), ("", None)],
    ],
)
def test_a_clock_is_written_with_its_unit(text: str, seconds: int | None):
    assert parse_clock(text) == seconds
    if seconds is not None:
        assert parse_clock(format_time(seconds)) == seconds


@pytest.mark.parametrize("text", ["14s", "8d", "10", "soon", "-5m", "999999d", "0s"])
def test_other_clocks_are_refused(text: str):
    with pytest.raises(TableError, match=r"clock"):
        parse_clock(text)
    assert SHORTEST == 15
