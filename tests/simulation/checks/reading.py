"""Reads a hand from its log, without any code of the bot's."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.tests.naive import Held


@dataclass
class Seat:
    """A seat after some lines of the log."""

    rows: list[str] = field(default_factory=lambda: ["", "", ""])
    dealt: list[str] = field(default_factory=list)
    thrown: list[str] = field(default_factory=list)
    fate: str = "playing"
    exposed: int = 0
    streets: int = 0
    """The number of streets that it has placed."""

    @property
    def is_to_place(self) -> bool:
        """True if its player has cards in hand."""
        return self.fate == "playing" and len(self.dealt) > len(self.cards) + len(self.thrown)

    @property
    def cards(self) -> list[str]:
        """The cards on its board."""
        return [card for row in self.rows for card in _cards(row)]

    def held(self, visit: int) -> Held:
        """The cards with which its player ends the hand."""
        front, middle, back = self.rows
        return Held((front, middle, back), self.fate, visit, self.exposed)


def read(lines: Sequence[str], seats: int) -> list[Seat]:
    """The seats after a log; raises ValueError if it cannot have happened."""
    found = [Seat() for _ in range(seats)]
    for line in lines:
        verb, number, *words = line.split()
        seat = found[int(number)]
        match verb:
            case "deal":
                seat.dealt += _cards("".join(words))
            case "place":
                _place(seat, " ".join(words))
            case "surrender":
                seat.fate = "surrendered"
            case "miss":
                seat.fate = "missed"
            case "dead":
                seat.fate = "dead"
            case "expose":
                seat.exposed += 1
            case _:
                raise ValueError(f"What is {line!r}?")
    _verify(found)
    return found


def on_turn(seats: Sequence[Seat], visits: Sequence[int], *, together: bool) -> list[int]:
    """R3.1, R3.4, R7.3: the seats on turn; those with a face-down visit (not 0) are last."""
    waited = [n for n, seat in enumerate(seats) if seat.is_to_place and not visits[n]]
    if not waited:
        return [n for n, seat in enumerate(seats) if seat.is_to_place]
    street = min(seats[n].streets for n in waited)
    first = [n for n in waited if seats[n].streets == street]
    return first if together else first[:1]


def _place(seat: Seat, words: str) -> None:
    seat.streets += 1
    rows, _, thrown = words.partition("x")
    for number, row in enumerate(rows.split("/")):
        seat.rows[number] += row.strip(" -")
    seat.thrown += _cards(thrown.strip())


def _cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _verify(seats: Sequence[Seat]) -> None:
    dealt = [card for seat in seats for card in seat.dealt]
    if len(dealt) != len(set(dealt)):
        raise ValueError("A card was dealt twice.")
    for seat in seats:
        used = seat.cards + seat.thrown
        if len(used) != len(set(used)) or not set(used) <= set(seat.dealt):
            raise ValueError("A card was placed that was not there.")
        if any(len(_cards(row)) > room for row, room in zip(seat.rows, (3, 5, 5), strict=True)):
            raise ValueError("A row has too many cards.")
