"""Outlooks of placements: expected points, and the chances of a foul and of Fantasyland."""

from typing import NamedTuple

import numpy as np

from bot.players.tables import Floats


class Outlook(NamedTuple):
    """For each of several positions, (n,): points from all opponents, and two chances."""

    points: Floats
    foul: Floats
    fantasyland: Floats

    @staticmethod
    def of(columns: Floats) -> "Outlook":
        """From columns points, foul and Fantasyland: (n, 3)."""
        return Outlook(columns[:, 0], columns[:, 1], columns[:, 2])

    def at(self, which: np.ndarray) -> "Outlook":
        """The outlook of some of the positions."""
        return Outlook(self.points[which], self.foul[which], self.fantasyland[which])
