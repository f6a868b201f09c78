"""Scenes of every view in every state, for the gallery, the tests and the benchmark.

Positions are written as `ofc_engine.notation` says; `{5}` stands for five cards that are not
written out, from high to low.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bot.pictures.rows import NamedRow, Rows
from bot.values.scenes import ResultScene, ScenePlayer, TableScene
from ofc_engine.cards import DECK, SUITS, Card, format_cards, parse_cards
from ofc_engine.hand import Hand
from ofc_engine.match import settle
from ofc_engine.notation import parse_position
from ofc_engine.scoring import score_hand
from ofc_engine.views import view_for
from tools.gallery.people import BERTRAND, COMPUTERS, FOUR, STACKS, STRANGE, ZOE

_TABLES: Final = {
    "2 seats, first street": "italian ; - / - / - + {5} ; - / - / -",
    "2 seats": "italian ; Ks / 5d5c / Th8s6h4h ; Qh / TdTc / 8c8d8h5s + {1}",
    "2 seats, finished": "standard ; QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh ; "
    "AsKs7h / 6s6hTcTh2d / JsJhJc9s9c",
    "3 seats": "standard ; Qh / TdTc / 8c8d8h5c x 5h + {3} ; - / Ad4dJd9d3d / KcKh x 2c ; "
    "AhKd* / 7h7c* / QsJs9s x 2d",
    "3 seats, first five placed": "standard ; Qc / 9c9h / KsQs + {3} ; - / 7d6d / AcAd5s ; "
    "Kh* / Th*9d* / 8c*8d*",
    "3 seats, street placed together": "standard deal_mode=simultaneous ; Qh* / Td*Tc* / 8c*8d* + "
    "{3} ; - / Ad*4d*Jd*9d*3d* / - + {3} ; Ah* / 7h* / Qs*Js*9s* + {3}",
    "3 seats, one ahead of the others": "standard deal_mode=simultaneous ; Qh / TdTc / 8c8d + {3} "
    "; 3s* / Ad4dJd9d / 3c8h* x 2h ; Ah / 7h / QsJs9s + {3}",
    "3 seats, all in Fantasyland": "standard ; - / - / - + {14} FL14 ; "
    "QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh FL14 ; - / - / - + {14} FL14",
    "3 seats, waiting for Fantasyland": "standard ; QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh ; "
    "AsKs7h / 6s6hTcTh2d / JsJhJc9s9c ; - / - / - + {14} FL14",
    "3 seats, Fantasyland in turn": "czech ; Qh / TdTc / 8c8d + {1} ; - / - / - + {13} FL13 ; "
    "AhAs3c / 7h7s6d6c2c / QsJsTs9s8s FL13",
    "4 seats": "italian ; AhAsKh / JsTs5sQh7h / 3h2d8d4c7c FL13 ; AdKc5h / 8c8s9c4d2h / "
    "KdQdJd9d6d ; 2c2sJc / 6c6s3c3dQc / AcTd7s7d3s ; KsQs4s / 5d5c9h9s / JhTh8h6h4h + {1}",
    "4 seats, out of play": "german ; Qh / TdTc / 8c8d3c + {1} ; - / - / - surrendered ; "
    "As / 7h7s / JsTs3h dead ; - / - / - + {13} FL13 dead",
    "Chinese, one set": "standard variant=chinese ; "
    "Qh*Qd*5c* / Ad*9d*Jd*4d*3d* / 8c*Kc*8d*8h*Kh* ; - / - / - + {13}",
}
_RESULTS: Final = {
    "2 seats": "standard ; QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh ; AsKs7h / 6s6hTcTh2d / JsJhJc9s9c",
    "2 seats, foul": "standard ; QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh ; "
    "4s4c2s / Qc9h7d5s3s / 7c7s6d6c2h",
    "2 seats, tied rows": "standard scoring=2-4 ; AhKd7c / 9s9h5c4d2s / QsJsTs8s3s ; "
    "AdKs7d / 9c9d5h4h2c / QdJdTd8d3d",
    "2 seats, given up": "german ; QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh ; - / - / - surrendered",
    "2 seats, both foul": "standard ; AhAdAc / KhQh9d8d2s / JsTs4s3s2c ; "
    "KsKcKd / AsQd9c8c3h / JdTc5d4d2h",
    "3 seats": "standard ; QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh ; AsKs7h / 6s6hTcTh2d / JsJhJc9s9c ; "
    "4s4c2s / Qc9h7d5s3s / 7c7s6d6c2h",
    "2 seats, given up early": "german ; QhQd / Ad9dJd / 8cKc8d uncontested ; "
    "- / - / - surrendered",
    "3 seats, given up and dead": "standard surrender=2 ; - / - / - surrendered ; "
    "AsKs7h / 6s6hTcTh2d / JsJhJc9s9c ; - / - / - + {14} FL14 dead",
    "3 seats, all to Fantasyland": "standard ; QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh FL14 ; "
    "AsAh7h / 6s6hTcTh2d / JsJhJc9s9c ; TsTd4c / QsQc5s5h3s / 7s7d7c2s2c",
    "3 seats, highest royalties": "progressive ; AsAhAd / KsKhKdKc2c / QhJhTh9h8h ; "
    "TsTdTc / 8s8d8c5s5d / AcQcJc9c4c ; 9s9d2d / 7h7d6s6d3h / 6h5h4h3s2s",
    "4 seats": "italian ; KhKdJs / 9d8d7d5d3d / QhQdQc4h4s ; AdKc5h / 8c8s9c4c2h / JhTh9h8h6h ; "
    "2c2sJc / 6c6s3c3sQs / AcTd7s7c3h ; KsAs4d / 5s5c9sTsTc / Ah2d6dJd7h",
}
_PRIVATES: Final = {
    "1 card": "italian ; Ks / 5d5c / Th8s6h4h + {1} ; Qh / TdTc / 8c8d8h5s4c",
    "2 cards": "standard variant=turbo ; - / - / 8c8d + AsKd ; - / - / 7c7d",
    "3 cards": "standard ; Ah / 7h4s / QsJs9s2s x 2d + Kd7c3h ; Qh / TdTc / 8c8d8h5cTs x 5h ; "
    "- / Ad4dJd9d3d / KcKhTh x 2c",
    "4 cards": "standard variant=turbo ; Ah / 7h / QsJs9s + KdTd7c3h ; Qh / TsTc / 8c8d",
    "5 cards": "standard ; - / - / - + AsKd7h7c2c ; Qh / Td9d / 8c8d ; - / Ac4dJd / KcKh",
    "last street": "standard ; AhKd / 7h7c4s4d / QsJs9s2s5s x 2d3cTh + Kc7d3h ; "
    "Qh9h / TdTc5d6d / 8c8d8h5cTs x 5h",
    "jokers": "standard jokers=2 ; AhKd / 7h7c / X1JsTs9s8s x 2d3c + X2As3h ; "
    "Qh / TdTc7d / 8c8d8h5c4h x 5h2c",
    "not their turn": "german ; Ah / 7h4s / QsJs9s + Kd ; Qh / TdTc / 8c8d + 3s",
    "waiting": "standard ; Ah / 7h4s / QsJs9s2s x 2d ; Qh / TdTc / 8c8d x 5h + {3}",
    "foul": "standard ; AhAd3c / 7h7d5s4s2h / Qs x 2d3d + KdJc6h ; Qh / TdTc / 8c8d8h5cTs x 5h",
    "set": "standard deal_mode=simultaneous ; Ah / 7h4s / QsJs9s2s* x 2d ; Qh / TdTc / 8c8d + {3}",
    "Fantasyland set": "progressive ; AsAhKd / QsQcJsJd9s / 7h7c7d5h5c x 2d3d2c3c FL17 ; "
    "Qh / TdTc / 8c8d + {3}",
    "Fantasyland fouled": "standard ; AsAhKd / QsQcJsTs9s / 9d7h6h5h4c x 2d FL14 ; "
    "Qh / TdTc / 8c8d + {3}",
    "dead": "standard ; Ah / 7h4s / QsJs9s2s x 2d dead ; Qh / TdTc / 8c8d x 5h + {3}",
    "over": "standard ; QhQd5c / Ad9dJd4d3d / 8cKc8d8hKh x 2h ; AsKs7h / 6s6hTcTh2d / JsJhJc9s9c",
    "13 cards of Chinese": "standard variant=chinese ; - / - / - + {13} ; - / - / - + {13}",
    "Fantasyland 13": "standard ; - / - / - + AsAhKsKdKcQsQcJsTs9s9d7h6h FL13 ; - / - / -",
    "Fantasyland 14": "standard ; - / - / - + AsAhKdQsQcJsTs9s9d7h6h5h4c2d FL14 ; - / - / -",
    "Fantasyland 15": "standard ; - / - / - + AsAhKdQsQcJsTs9s9d7h6h5h4c2d2c FL15 ; - / - / -",
    "Fantasyland 16": "standard ; - / - / - + {16} FL16 ; - / - / -",
    "Fantasyland 17": "standard ; - / - / - + AsAhKsKdKcQsQcJsTs9s9d7h6h5h4c2d2c FL17 ; - / - / -",
    "3 opponents": "italian ; KsQs4s / 5d5c9h9s / JhTh8h6h4h + {1} ; "
    "AhAsKh / JsTs5sQh7h / 3h2d8d4c7c FL13 ; 2c2sJc / 6c6s3c3dQc / AcTd7s7d3s ; "
    "AdKc5h / 8c8s9c4d2h / KdQdJd9d6d",
    "3 opponents out of play": "german ; Qh / TdTc / 8c8d3c + {1} ; - / - / - surrendered ; "
    "As / 7h7s / JsTs3h dead ; - / - / - + {13} FL13 dead",
    "3 opponents, over": "italian ; KhKdJs / 9d8d7d5d3d / QhQdQc4h4s ; AdKc5h / 8c8s9c4c2h / "
    "JhTh9h8h6h ; 2c2sJc / 6c6s3c3sQs / AcTd7s7c3h ; KsAs4d / 5s5c9sTsTc / Ah2d6dJd7h",
    "waiting, 2 opponents": "standard ; Ah / 7h4s / QsJs9s2s x 2d ; Qh / TdTc / 8c8d x 5h + {3} ; "
    "- / - / - + {14} FL14",
    "Fantasyland 14, 2 opponents": "standard ; - / - / - + AsAhKdQsQcJsTs9s9d7h6h5h4c2d FL14 ; "
    "Qh / TdTc / 8c8d8h5c x 5s ; - / Ad4dJd8s3d / KcKh x 2c",
    "Fantasyland 13, 3 opponents": "italian ; - / - / - + AsAhKdQsQcJsTs9s9d7h6h5h4c FL13 ; "
    "Qh / TdTc / 8c8d ; AcAd2s / 3s3h4s4h5s / 6s6d7s7d8s ; - / KcKh / QdJhTh",
}
_GAP: Final = re.compile(r"\{(\d+)\}")
_NUMBER: Final = 12


def tables() -> dict[str, TableScene]:
    """The table in every state, by name."""
    scenes = {name: _table(text) for name, text in _TABLES.items()}
    full = _TABLES["4 seats"]
    scenes["4 seats, one sits out"] = _table(full, button=None, sits_out=(ZOE,))
    scenes["2 seats, one sits out"] = _table(_TABLES["2 seats"], button=None, sits_out=STRANGE[:1])
    scenes["4 seats, strange names"] = _table(full, STRANGE, sits_out=(BERTRAND,))
    scenes["3 seats, computer players"] = _table(_TABLES["3 seats"], COMPUTERS)
    scenes["3 seats, stacks"] = _table(_TABLES["3 seats"], STACKS, sits_out=STACKS[3:])
    scenes["3 seats, one away"] = replace(scenes["3 seats"], away=frozenset({0}))
    return scenes


def results() -> dict[str, ResultScene]:
    """The result in every state, by name."""
    scenes = {name: _result(text) for name, text in _RESULTS.items()}
    two, three, four = (_RESULTS[f"{count} seats"] for count in (2, 3, 4))
    foul = _RESULTS["2 seats, foul"]
    scenes["2 seats, points times 3"] = _result(two, stake=3)
    scenes["2 seats, limited"] = _result(foul, stake=3, loss_limit=50)
    scenes["2 seats, strange names"] = _result(foul, STRANGE, stake=10)
    scenes["3 seats, limited"] = _result(three, stake=2, loss_limit=60)
    scenes["3 seats, a stake of two"] = _result(three, pair_stakes={frozenset((0, 1)): 50})
    scenes["3 seats, strange names"] = _result(three, STRANGE, stake=20)
    scenes["2 seats, computer player"] = _result(two, COMPUTERS)
    scenes["3 seats, computer players"] = _result(three, COMPUTERS)
    scenes["3 seats, stacks"] = _result(three, STACKS)
    scenes["2 seats, stacks"] = _result(two, STACKS)
    scenes["4 seats, one sits out"] = _result(four, button=None, sits_out=(ZOE,))
    scenes["4 seats, strange names"] = _result(four, STRANGE, stake=20, loss_limit=1500)
    return scenes


def privates() -> dict[str, TableScene]:
    """The first seat's own view in every state, by name."""
    scenes = {name: _table(text, viewer=0) for name, text in _PRIVATES.items()}
    crowd, few = _PRIVATES["3 opponents"], _PRIVATES["3 cards"]
    away = frozenset({1, 2})
    scenes["3 opponents, strange names"] = replace(
        _table(crowd, STRANGE, viewer=0, button=1), away=away
    )
    scenes["2 opponents away"] = replace(_table(few, viewer=0), away=away)
    scenes["1 opponent away"] = replace(scenes["last street"], away=away)
    return scenes


def rows() -> dict[str, Rows]:
    """Rows as lessons and hints show them, by name."""
    front, middle, back = (parse_cards(c) for c in ("QhQd5c", "Ad9dJd4d3d", "8cKc8d8hKh"))
    names = ("Front", "Middle", "Back")
    captions = ("Pair of queens", "Flush, ace high", "Full house, eights")
    done = zip(names, (front, middle, back), captions, (7, 8, 6), strict=True)
    return {
        "a board": Rows("A board", tuple(NamedRow(n, c, 0, t, p) for n, c, t, p in done)),
        "two hands": Rows("Two hands", (NamedRow("First", middle), NamedRow("Second", back))),
        "a board begun": Rows(
            "The best way, and a title that is far too long to be shown on one line of a picture",
            (NamedRow("Front", (), 3), NamedRow("Middle", middle[:2], 3), NamedRow("Back", back)),
        ),
    }


def _table(
    text: str,
    players: Sequence[ScenePlayer] = FOUR,
    *,
    viewer: int | None = None,
    button: int | None = -1,
    sits_out: tuple[ScenePlayer, ...] = (),
) -> TableScene:
    """A hand written as text; seats sit in acting order and the last has the button."""
    hand = _parse(text)
    seats = len(hand.seats)
    return TableScene(
        number=_NUMBER,
        view=view_for(hand, viewer),
        players=tuple(players[:seats]),
        order=tuple(range(seats)),
        button=None if button is None else button % seats,
        sits_out=sits_out,
    )


def _result(
    text: str,
    players: Sequence[ScenePlayer] = FOUR,
    *,
    button: int | None = -1,
    sits_out: tuple[ScenePlayer, ...] = (),
    stake: int = 1,
    loss_limit: int | None = None,
    pair_stakes: Mapping[frozenset[int], int] | None = None,
) -> ResultScene:
    """A finished hand; the players' totals are those after it."""
    table = _table(text, players, button=button, sits_out=sits_out)
    score = score_hand(_parse(text))
    totals = [player.total for player in table.players]
    transfers = settle(
        score.pairs, totals, stake=stake, pair_stakes=pair_stakes, loss_limit=loss_limit
    )
    result = ResultScene(table, score, transfers, stake)
    after = tuple(
        replace(player, total=player.total + result.points(seat))
        for seat, player in enumerate(table.players)
    )
    return replace(result, table=replace(table, players=after))


def _parse(text: str) -> Hand:
    """The position, its gaps filled with cards that stand nowhere else."""
    written = {card for seat in text.split(";")[1:] for card in parse_cards(_cards_in(seat))}
    free = _unwritten(written)

    def fill(gap: re.Match[str]) -> str:
        cards = [next(free) for _ in range(int(gap[1]))]
        return format_cards(sorted(cards, key=_shown, reverse=True))

    return parse_position(_GAP.sub(fill, text))


def _cards_in(seat: str) -> str:
    return "".join(re.findall(r"[2-9TJQKA][cdhs]", seat))


def _unwritten(written: set[Card]) -> Iterator[Card]:
    shuffled = Random(1).sample(DECK, len(DECK))
    return (card for card in shuffled if card not in written)


def _shown(card: Card) -> tuple[int, int]:
    return card.rank, SUITS.index(card.suit)
