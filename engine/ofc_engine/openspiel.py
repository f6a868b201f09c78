# pyright: basic, reportMissingImports=false
"""Open Face Chinese for OpenSpiel (`pip install open_spiel`): importing this registers the game.

    import ofc_engine.openspiel
    game = pyspiel.load_game("python_open_face_chinese(players=3,rules=german scoring:2-4)")

`rules` are a preset and `option:value` for each option that differs; `fantasyland` has the cards of
each player's visit, such as `14 0`. Chance deals one card at a time, by its number in the deck. A
player sends the cards in hand, one after another in their order, to a row (0 Front, 1 Middle,
2 Back) or discards them (3). Players who place at the same time do so unseen, one after another.
Nobody can surrender (R8).
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pyspiel

from ofc_engine.board import Placement, Row
from ofc_engine.cards import DECK, JOKERS, Card, Cards, format_cards
from ofc_engine.deal import forced_placement
from ofc_engine.hand import Hand
from ofc_engine.operations import Dealt, Operation, Placed
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import score_hand
from ofc_engine.text import format_table
from ofc_engine.views import view_for

_DISCARD: Final = len(Row)
_MOST_PLAYERS: Final = 4
_MOST_CARDS: Final = 17
_NUMBERS: Final = {card: number for number, card in enumerate(DECK + JOKERS)}
_GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_open_face_chinese",
    long_name="Open Face Chinese Poker",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2, "rules": "standard", "fantasyland": ""},
)


class OpenFaceChineseGame(pyspiel.Game):
    """One hand; raises RulesetError or DealError for invalid parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        players = int(given.get("players", 2))
        self.rules = Ruleset.parse(str(given.get("rules", "standard")).replace(":", "="))
        visits = str(given.get("fantasyland", "")).split()
        self.begin = Hand.start(self.rules, tuple(map(int, visits)) or (0,) * players)
        most = self._most_points() * (players - 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=_DISCARD + 1,
            max_chance_outcomes=len(self.rules.variant.deck),
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=players * _MOST_CARDS,
        )
        super().__init__(_GAME_TYPE, info, given)

    def _most_points(self) -> float:
        # An upper bound on what two players settle.
        royalties = self.rules.royalties
        rows = [max(points.values(), default=0) for points in (royalties.middle, royalties.back)]
        front = max(self.rules.front_trips.values())
        return float(self.rules.scoring.full_loss + sum(rows) + front)

    def new_initial_state(self) -> "OpenFaceChineseState":
        """The hand before its first card."""
        return OpenFaceChineseState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> "Observer":
        """An observer that gives a player's view as a string and as numbers."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, recall, params)


class OpenFaceChineseState(pyspiel.State):
    """A hand, with the part of the next deal or placement that has been made."""

    def __init__(self, game: OpenFaceChineseGame) -> None:
        super().__init__(game)
        self.hand = game.begin
        self.log: list[Operation] = []
        self.drawn: Cards = ()
        self.sent: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """The seat whose cards are dealt or placed."""
        return (self.hand.awaiting_cards or self.hand.waiting_on)[0]

    @property
    def sending(self) -> Card:
        """The card that is placed or discarded next."""
        return self.hand.seats[self.seat].pending[len(self.sent)]

    def current_player(self) -> int:
        """The seat that places, or OpenSpiel's ids for chance and for the end."""
        if self.hand.is_finished:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.hand.awaiting_cards else self.seat

    def is_terminal(self) -> bool:
        """True if the hand is over."""
        return self.hand.is_finished

    def returns(self) -> list[float]:
        """Everybody's points, 0 before the hand is over."""
        if not self.hand.is_finished:
            return [0.0] * len(self.hand.seats)
        return list(map(float, score_hand(self.hand).points))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the cards that may come, equally likely."""
        gone = {card for seat in self.hand.seats for card in seat.cards}.union(self.drawn)
        deck = self.hand.rules.variant.deck
        left = [number for number, card in enumerate(deck) if card not in gone]
        return [(number, 1 / len(left)) for number in left]

    def _legal_actions(self, player: int) -> list[int]:
        street, board = self.hand.next_street(player), self.hand.seats[player].board
        discarded = self.sent.count(_DISCARD)
        found = [
            int(row)
            for row in Row
            if self.sent.count(row) < board.open_places(row)
            and len(self.sent) - discarded < street.placed
        ]
        return [*found, _DISCARD] if discarded < street.discarded else found

    def _apply_action(self, action: int) -> None:
        seat = self.seat
        if self.is_chance_node():
            self.drawn += (self.hand.rules.variant.deck[action],)
            if len(self.drawn) == self.hand.next_street(seat).dealt:
                self._do(Dealt(seat, self.drawn))
                self.drawn = ()
        else:
            self.sent += (action,)
            if len(self.sent) == len(self.hand.seats[seat].pending):
                self._do(Placed(seat, self._placement(seat)))
                self.sent = ()

    def _placement(self, seat: int) -> Placement:
        sent = list(zip(self.hand.seats[seat].pending, self.sent, strict=True))
        rows = [tuple(card for card, to in sent if to == where) for where in (*Row, _DISCARD)]
        return Placement(*rows)

    def _do(self, operation: Operation) -> None:
        self.hand = self.hand.apply(operation)
        self.log.append(operation)
        if self.hand.awaiting_cards:
            return
        for seat in self.hand.actors:
            if (forced := forced_placement(self.hand, seat)) is not None:
                self._do(Placed(seat, forced))
                return

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.hand.rules.variant.deck[action]}"
        where = "discard" if action == _DISCARD else Row(action).label
        return f"{self.sending} {where}"

    def __str__(self) -> str:
        lines = [*map(str, self.log), f"{format_cards(self.drawn)} {self.sent}"]
        return "\n".join(lines)


class Observer:
    """The view of a player; with `perfect_recall` also everything that they saw before.

    The tensor has a number for each card of the variant's deck in each of these places: Front,
    Middle and Back of every player, from oneself on; in hand; in hand and already sent to Front,
    Middle, Back or the discards; discarded.
    """

    def __init__(self, game: OpenFaceChineseGame, perfect_recall: bool, params: object) -> None:
        if params:
            raise ValueError(f"Observations have no parameters: {params}")
        self.players, self.perfect_recall = game.num_players(), perfect_recall
        self.dict: dict[str, np.ndarray] = {}
        kinds = {"boards": self.players * len(Row), "hand": 1, "sent": _DISCARD + 1, "discards": 1}
        cards, at = len(game.rules.variant.deck), 0
        self.tensor = np.zeros(sum(kinds.values()) * cards, np.float32)
        for name, count in kinds.items():
            part = self.tensor[at * cards : (at + count) * cards]
            self.dict[name], at = part.reshape(count, cards), at + count

    def set_from(self, state: OpenFaceChineseState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self.tensor.fill(0)
        view = view_for(state.hand, player)
        for number, seat in enumerate(view.seats):
            first = (number - player) % self.players * len(Row)
            for row in Row:
                self.dict["boards"][first + row, _numbers(seat.board[row])] = 1
        own = state.hand.seats[player]
        self.dict["discards"][0, _numbers(own.discards)] = 1
        self.dict["hand"][0, _numbers(own.pending)] = 1
        if state.current_player() == player:
            for card, where in zip(own.pending, state.sent, strict=False):
                self.dict["sent"][where, _NUMBERS[card]] = 1

    def string_from(self, state: OpenFaceChineseState, player: int) -> str:
        """The view of a player, as lines."""
        view, own = view_for(state.hand, player), state.hand.seats[player]
        lines = list(_seen(state, player)) if self.perfect_recall else []
        lines += [format_table(view), f"hand {format_cards(own.pending)}"]
        lines.append(f"discards {format_cards(own.discards)}")
        if state.current_player() == player:
            lines.append(f"sent {state.sent}")
        return "\n".join(lines)


def _numbers(cards: Cards) -> list[int]:
    return [_NUMBERS[card] for card in cards]


def _seen(state: OpenFaceChineseState, player: int) -> Iterator[str]:
    """The log of a hand as a player has seen it."""
    together = any(map(state.hand.is_unrevealed, range(len(state.hand.seats))))
    for operation in state.log:
        match operation:
            case _ if operation.seat == player:
                yield str(operation)
            case Placed(seat, placement) if not (together or state.hand.sets_face_down(seat)):
                shown = Placement(*placement.rows)
                yield f"place {seat} {shown}"
            case Placed(seat, _):
                yield f"place {seat} face down"
            case _:
                yield f"deal {operation.seat}"


pyspiel.register_game(_GAME_TYPE, OpenFaceChineseGame)
