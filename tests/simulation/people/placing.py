"""The placements that people type when they are asked for their cards."""

import re
from random import Random
from typing import Final

from bot.game.loading import load
from bot.screens.press import parse
from bot.screens.presses import CardPress
from bot.solo.solo_game import SoloGame
from bot.store import players, solo_deals
from bot.store.engine import Connection
from bot.values.draft import DealSpot, Spot, Where
from ofc_engine.views import HandView
from tests.simulation.playing import placed

_LETTERS: Final = re.compile(r"\b[fmb]+x*\b")
_CONFIRMS: Final = 0.8
"""How often people who type their cards confirm them at once."""


def typed(db: Connection, user_id: int, custom_id: str, chance: Random) -> str | None:
    """The text to type after a button asks for the cards of a game; None if there are none."""
    press, player = parse(custom_id), players.find(db, user_id)
    if not isinstance(press, CardPress) or player is None:
        return None
    view = _view(db, player.id, press.spot)
    if view is None or not view.pending:
        return None
    return f"{placed(view, chance)}{_mark(chance)}"


def suggested(hint: str, chance: Random) -> str | None:
    """The example in a form for cards, in another order; None if there is none."""
    letters = max(_LETTERS.findall(hint), key=len, default="")
    if not letters:
        return None
    return "".join(chance.sample(letters, len(letters))) + _mark(chance)


def _mark(chance: Random) -> str:
    return "!" if chance.random() < _CONFIRMS else ""


def _view(db: Connection, player_id: int, spot: Where) -> HandView | None:
    """A person's view of the hand that a button is about."""
    match spot:
        case Spot():
            table = load(db, spot.table)
            running = None if table is None else table.running
            is_in = running is not None and running.seat_of(player_id) is not None
            return running.view(player_id) if running is not None and is_in else None
        case DealSpot():
            practice = bool(spot.practice)
            attempt = solo_deals.find(db, player_id, spot.deal, practice=practice)
            if attempt is None or attempt.is_over:
                return None
            return SoloGame(solo_deals.deal(db, spot.deal), attempt).play.view
        case _:
            return None
