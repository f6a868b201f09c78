"""The presses on the message in which somebody plays a deal on their own."""

from dataclasses import dataclass

from bot.screens.press import Press
from bot.values.spots import DealSpot


@dataclass(frozen=True)
class DealPress(Press):
    """A press on the message in which somebody plays a deal on their own."""

    spot: DealSpot


class ShowDealProof(DealPress, code="rproof"):
    """See the proof of the deal, once it may be known."""


class MoreOfDeal(DealPress, code="dealmore"):
    """See part by part what one's decisions cost, once the deal is played."""
