"""How much of a large ledger is looked at in one night."""

from dataclasses import dataclass
from typing import Final

_AT_ONCE: Final = 10_000
_NEWEST: Final = 2_000


@dataclass(frozen=True)
class Share:
    """Some of many things that are numbered up to `last`; every one is in one of `parts` shares.

    The newest are in all of them.
    """

    part: int
    parts: int
    last: int

    @staticmethod
    def of_night(night: int, last: int) -> "Share":
        """The share of a night (days since 1970): the newest 2,000 and 10,000 others."""
        parts = max(1, -(-(last - _NEWEST) // _AT_ONCE))
        return Share(night % parts, parts, last)

    @property
    def newest(self) -> int:
        """The last number that is not among the newest."""
        return self.last - _NEWEST

    def has(self, number: int) -> bool:
        """Whether the thing of a number is looked at."""
        return number > self.newest or number % self.parts == self.part


WHOLE: Final = Share(0, 1, 0)
"""Everything."""
