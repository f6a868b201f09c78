"""Decisions as JSON objects, one a line, for players that are separate programs.

A request names `rows` (three lists of cards), `draw`, and optionally `dead` (own discards),
`opponents`, `rules` (a preset, `option=value` words may follow), `variant`, `jokers` (the number in
the deck, called `X1` and `X2`) and `fantasyland`.
Each of the opponents is an object with `rows`, the cards of their `fantasyland` or 0, and their
`fate` (`playing`, `dead`, `surrendered` or `missed`), all optional; `opp`, one opponent's rows or a
list of such, is shorter, and is read only without `opponents`. The answer's `place` has a pair for
each card placed, with 0 for Front, 1 Middle, 2 Back; a drawn card that is not named is discarded.
Other keys are ignored.
"""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

from ofc_engine.board import EMPTY, Board, Placement
from ofc_engine.cards import Card, Cards
from ofc_engine.errors import NotationError, PlacementError
from ofc_engine.players.knowledge import Knowledge, Opponent
from ofc_engine.rulesets import STANDARD, Ruleset
from ofc_engine.seat import Fate

JsonObject: TypeAlias = Mapping[str, Any]
_ROWS: Final = 3
_VISITS: Final = range(13, 18)
_FATES: Final = MappingProxyType({fate.value: fate for fate in Fate})


def read_json(line: str) -> object:
    """The value in a line of JSON; raises NotationError."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        # Not only JSONDecodeError: a number of 5,000 digits is a ValueError.
        raise NotationError("This isn't a JSON object on one line.") from None


def read_request(line: str) -> Knowledge:
    """The decision in a line of JSON; raises OfcError with a sentence for its sender."""
    request = read_json(line)
    if not isinstance(request, dict):
        raise NotationError("A request is a JSON object with “rows” and “draw”.")
    return _knowledge(cast("JsonObject", request))


def _knowledge(request: JsonObject) -> Knowledge:
    for key in ("rows", "draw"):
        if key not in request:
            raise NotationError("The request is missing “{key}”.", key=key)
    draw = _cards("draw", request["draw"])
    visiting = request.get("fantasyland")
    if visiting is not None and not isinstance(visiting, bool):
        raise NotationError("“fantasyland” is true or false.")
    return Knowledge(
        rules=_rules(request),
        board=_board("rows", request["rows"]),
        pending=draw,
        discards=_cards("dead", _given(request, "dead")),
        opponents=_opponents(request),
        fantasyland=_visit(draw) if visiting else 0,
    )


def _given(request: JsonObject, key: str) -> object:
    """The value of an optional key whose default is an empty list; null counts as missing."""
    value = request.get(key)
    return [] if value is None else value


def _rules(request: JsonObject) -> Ruleset:
    text, variant = request.get("rules"), request.get("variant")
    for key, value in (("rules", text), ("variant", variant)):
        if value is not None and not isinstance(value, str):
            raise NotationError("“{key}” is a name.", key=key)
    rules = Ruleset.parse(text) if text else STANDARD
    changes = {"variant": variant} if variant else {}
    if request.get("jokers") is not None:
        changes["jokers"] = str(request["jokers"])
    return rules.changed(changes)


def _visit(draw: Cards) -> int:
    if len(draw) not in _VISITS:
        raise NotationError("Fantasyland is 13 to 17 cards, not {count}.", count=len(draw))
    return len(draw)


def _cards(key: str, value: object) -> Cards:
    if not isinstance(value, list):
        raise NotationError('“{key}” is a list of cards such as "Ah".', key=key)
    texts = cast("list[object]", value)
    if not all(isinstance(text, str) for text in texts):
        raise NotationError('“{key}” is a list of cards such as "Ah".', key=key)
    return tuple(Card.parse(str(text)) for text in texts)


def _board(key: str, value: object) -> Board:
    if not isinstance(value, list) or len(cast("list[object]", value)) != _ROWS:
        raise NotationError("“{key}” is three lists of cards: front, middle, back.", key=key)
    return Board(*(_cards(key, row) for row in cast("list[object]", value)))


def _boards(value: object) -> list[Board]:
    """One board, or a list of boards."""
    if not isinstance(value, list):
        raise NotationError("“opp” is a board of three rows, or a list of boards.")
    parts = cast("list[object]", value)
    if any(_holds_lists(part) for part in parts):
        return [_board("opp", part) for part in parts]
    return [_board("opp", parts)] if parts else []


def _opponents(request: JsonObject) -> tuple[Opponent, ...]:
    if request.get("opponents") is None:
        return tuple(map(Opponent, _boards(_given(request, "opp"))))
    named = request["opponents"]
    objects = cast("list[object]", named) if isinstance(named, list) else [named]
    if not all(isinstance(each, dict) for each in objects):
        raise NotationError("“opponents” is a list of objects, one for each.")
    return tuple(_opponent(cast("JsonObject", each)) for each in objects)


def _opponent(named: JsonObject) -> Opponent:
    rows, cards, fate = (named.get(key) for key in ("rows", "fantasyland", "fate"))
    # Not isinstance, for which `true` is an int, too.
    if cards and (type(cards) is not int or cards not in _VISITS):
        raise NotationError("An opponent's “fantasyland” is 13 to 17 cards, or 0.")
    if fate is not None and (not isinstance(fate, str) or fate not in _FATES):
        raise NotationError("An opponent's “fate” is one of: {fates}.", fates=", ".join(_FATES))
    return Opponent(
        _board("rows", rows) if rows is not None else EMPTY,
        cards or 0,
        _FATES[fate] if fate else Fate.PLAYING,
    )


def _holds_lists(value: object) -> bool:
    if not isinstance(value, list):
        return False
    return any(isinstance(part, list) for part in cast("list[object]", value))


def answer_of(placement: Placement) -> dict[str, Any]:
    """The answer that makes this placement."""
    return {
        "place": [[str(card), row] for row, cards in enumerate(placement.rows) for card in cards]
    }


def request_of(knowledge: Knowledge) -> dict[str, Any]:
    """The request that asks for this decision."""
    return {
        "rows": _texts(knowledge.board),
        "draw": [str(card) for card in knowledge.pending],
        "dead": [str(card) for card in knowledge.discards],
        "opp": [_texts(other.board) for other in knowledge.opponents],
        "opponents": [_opponent_texts(other) for other in knowledge.opponents],
        "rules": str(knowledge.rules),
        "variant": knowledge.rules.variant.name,
        "jokers": knowledge.rules.variant.jokers,
        "fantasyland": bool(knowledge.fantasyland),
    }


def _opponent_texts(other: Opponent) -> dict[str, Any]:
    return {
        "rows": _texts(other.board),
        "fantasyland": other.fantasyland,
        "fate": other.fate.value,
    }


def _texts(board: Board) -> list[list[str]]:
    return [[str(card) for card in row] for row in board]


def read_answer(line: str, pending: Cards) -> Placement:
    """The placement in an answer's line; raises OfcError if there is none."""
    try:
        pairs = [(Card.parse(card), int(row)) for card, row in json.loads(line)["place"]]
    except (KeyError, TypeError, ValueError) as error:
        raise PlacementError("“{line}” isn't an answer: {fault}", line=line, fault=error) from None
    rows = [tuple(card for card, row in pairs if row == wanted) for wanted in range(_ROWS)]
    placed = {card for card, _ in pairs}
    discards = tuple(card for card in pending if card not in placed)
    return Placement(rows[0], rows[1], rows[2], discards)
