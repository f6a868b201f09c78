"""The three rows of a board (R1.2)."""

from enum import IntEnum
from typing import Final


class Row(IntEnum):
    """A row; its value is its place in every tuple of three."""

    FRONT = 0
    MIDDLE = 1
    BACK = 2

    @property
    def label(self) -> str:
        """`front`, `middle` or `back`."""
        return self.name.lower()

    @property
    def letter(self) -> str:
        """`F`, `M` or `B`."""
        return self.name[0]

    @property
    def capacity(self) -> int:
        """How many cards a full row has."""
        return CAPACITIES[self]


CAPACITIES: Final = (3, 5, 5)
BOARD_SIZE: Final = sum(CAPACITIES)
