"""What people type who are asked for their cards."""

from random import Random

from bot.game.loading import load
from bot.screens.press import parse
from bot.screens.presses import CardPress, DealSpot, LessonSpot, Spot, Where
from bot.solo.solo_game import SoloGame
from bot.store import players, solo_deals
from bot.store.engine import Connection
from bot.tutorial.dealing import deal
from bot.tutorial.problems import PLACING, SEEDS, Lesson, Placing
from ofc_engine.views import HandView
from tests.simulation.playing import placed


def typed(db: Connection, user_id: int, custom_id: str, chance: Random) -> str | None:
    """What somebody types whom a button asks for cards; None if nothing is to be placed."""
    press, player = parse(custom_id), players.find(db, user_id)
    if not isinstance(press, CardPress) or player is None:
        return None
    view = _view(db, player.id, press.spot)
    if view is None or not view.pending:
        return None
    mark = "" if chance.random() < 0.2 else "!"
    laid = placed(view.own_board, view.pending, view.to_discard, chance, view.rules)
    return f"{laid}{mark}"


def _view(db: Connection, player_id: int, spot: Where) -> HandView | None:
    """What somebody sees of the cards that a button is about."""
    match spot:
        case Spot():
            table = load(db, spot.table)
            running = None if table is None else table.running
            is_in = running is not None and running.seat_of(player_id) is not None
            return running.view(player_id) if running is not None and is_in else None
        case DealSpot():
            practice = bool(spot.practice)
            attempt = solo_deals.find(db, player_id, spot.deal, practice=practice)
            found = solo_deals.deal(db, spot.deal)
            if attempt is None or found is None or attempt.is_over:
                return None
            return SoloGame(found, attempt).play.view
        case LessonSpot():
            if spot.page not in PLACING:
                return None
            problem = deal(Lesson(spot.page), spot.seed % SEEDS)
            return problem.view if isinstance(problem, Placing) else None
