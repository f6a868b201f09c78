"""How the length of a match is written."""

import pytest

from bot.values.options import Length, Unit
from ofc_engine.errors import RulesetError


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("20 hands", Length(Unit.HANDS, 20)),
        ("1 hand", Length(Unit.HANDS, 1)),
        (" 3 Orbits ", Length(Unit.ORBITS, 3)),
        ("90m", Length(Unit.TIME, 90 * 60)),
        ("2h", Length(Unit.TIME, 2 * 60 * 60)),
        ("3 d", Length(Unit.TIME, 72 * 60 * 60)),
        ("1h 30 min", Length(Unit.TIME, 90 * 60)),
        ("2 Stunden", Length(Unit.TIME, 2 * 60 * 60)),
        ("20 Hände", Length(Unit.HANDS, 20)),
        ("3 giri", Length(Unit.ORBITS, 3)),
        ("5 oběhů", Length(Unit.ORBITS, 5)),
        ("1000 hands", Length(Unit.HANDS, 1000)),
        ("100 orbits", Length(Unit.ORBITS, 100)),
        ("1 orbit", Length(Unit.ORBITS, 1)),
        ("90d", Length(Unit.TIME, 90 * 24 * 60 * 60)),
        ("1m", Length(Unit.TIME, 60)),
        ("endless", None),
        ("", None),
    ],
)
def test_a_length_is_written_with_its_unit(text: str, length: Length | None):
    assert Length.parse(text) == length
    assert length is None or Length.parse(str(length)) == length


@pytest.mark.parametrize(
    "text",
    [
        *("0 hands", "1001 hands", "0 orbits", "101 orbits", "59s", "0m", "129601m"),
        *("20", "forever", "-1 hand"),
    ],
)
def test_other_lengths_are_refused(text: str):
    with pytest.raises(RulesetError):
        Length.parse(text)
