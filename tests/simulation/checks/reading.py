"""What happened in a hand, read from its lines by nothing of the bot's."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.ofc.naive import Held


@dataclass
class Seat:
    """A seat as it stands after some lines."""

    rows: list[str] = field(default_factory=lambda: ["", "", ""])
    dealt: list[str] = field(default_factory=list)
    thrown: list[str] = field(default_factory=list)
    fate: str = "playing"
    exposed: int = 0

    def held(self, visit: int) -> Held:
        """What its player ends the hand with."""
        front, middle, back = self.rows
        return Held((front, middle, back), self.fate, visit, self.exposed)


def read(lines: Sequence[str], seats: int) -> list[Seat]:
    """The seats after what was written down; raises ValueError if that cannot have happened."""
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


def _place(seat: Seat, words: str) -> None:
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
        used = [card for row in seat.rows for card in _cards(row)] + seat.thrown
        if len(used) != len(set(used)) or not set(used) <= set(seat.dealt):
            raise ValueError("A card was placed that was not there.")
        if any(len(_cards(row)) > room for row, room in zip(seat.rows, (3, 5, 5), strict=True)):
            raise ValueError("A row has too many cards.")
