"""How the cards of a street can be laid out, by how many they are and where there is room."""

import pytest

from ofc_engine.street import DISCARD, UNTOUCHED, LayoutWay, street_of

EMPTY = (3, 5, 5)


@pytest.mark.parametrize(
    ("cards", "to_discard", "rows", "way", "rest", "targets", "fills_rest"),
    [
        pytest.param(1, 0, EMPTY, LayoutWay.SPOTS, UNTOUCHED, "fmb", False, id="one card"),
        pytest.param(1, 0, (0, 1, 1), LayoutWay.SPOTS, UNTOUCHED, "mb", False, id="a full Front"),
        pytest.param(5, 0, EMPTY, LayoutWay.TRAYS, "b", "fm", False, id="the first five"),
        pytest.param(3, 1, EMPTY, LayoutWay.TRAYS, DISCARD, "fmb", True, id="three, one goes"),
        pytest.param(3, 1, (1, 1, 0), LayoutWay.TRAYS, DISCARD, "fm", True, id="a full Back"),
        pytest.param(2, 0, (1, 1, 0), LayoutWay.TRAYS, "m", "f", False, id="two for two rows"),
        pytest.param(13, 0, EMPTY, LayoutWay.BRUSH, "b", "fm", True, id="a whole board"),
        pytest.param(14, 1, EMPTY, LayoutWay.BRUSH, "b", "fmx", True, id="Fantasyland"),
    ],
)
def test_a_street_is_laid_out(
    cards: int,
    to_discard: int,
    rows: tuple[int, int, int],
    way: LayoutWay,
    rest: str,
    targets: str,
    fills_rest: bool,
):
    street = street_of(cards, to_discard, rows)
    assert (street.way, street.rest, street.fills_rest) == (way, rest, fills_rest)
    assert "".join(street.targets) == targets
    assert street.rooms == {"f": rows[0], "m": rows[1], "b": rows[2], DISCARD: to_discard}
