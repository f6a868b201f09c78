"""The deals of a knock-out: all come from one secret, committed to before others join.

    secret of a hand = HMAC-SHA-256(origin, "ofc-tournament-1:TABLE:HAND")

TABLE is the number of the table, HAND that of the tournament's hand.
"""

import hmac
from dataclasses import dataclass
from typing import Final

from ofc_engine.deal import Deal, commitment
from ofc_engine.errors import DealError

METHOD: Final = "ofc-tournament-1"


def secret_of(origin: bytes, table: int, hand: int) -> bytes:
    """The secret of a table's hand, derived from that of the tournament."""
    return hmac.digest(origin, f"{METHOD}:{table}:{hand}".encode(), "sha256")


@dataclass(frozen=True)
class Origin:
    """Where the secret of a deal comes from: that of the tournament, and the table's number.

    The commitment is public from the opening on, the secret is None until the tournament is over.
    """

    commitment: bytes
    table: int
    secret: bytes | None = None

    def verify(self, deal: Deal) -> None:
        """Raise DealError if the secret is known and the deal's does not follow from it."""
        if self.secret is None:
            return
        if commitment(self.secret) != self.commitment:
            raise DealError("The tournament's secret isn't the one that was fixed at its opening.")
        if secret_of(self.secret, self.table, deal.hand) != deal.secret:
            raise DealError("The secret of this deal doesn't come from that of the tournament.")
