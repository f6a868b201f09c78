"""JSON that anybody may have changed, read value by value.

An unexpected value raises LedgerError, which names its place.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from bot.values.ledger_records import LedgerError
from bot.values.names import LONGEST, clean_name, clean_text

T = TypeVar("T")

# Discord's ids have 64 bits; accepted are those that SQLite can store as an integer.
_SNOWFLAKE: Final = 2**63 - 1
_LONGEST_TEXT: Final = 500
# Ids are text in JSON: many readers would round such large numbers.
_MOST_DIGITS: Final = 20


@dataclass(frozen=True)
class Node:
    """A JSON object and its place in the document, such as `hands[3].lineup[0]`."""

    values: Mapping[str, Any]
    place: str

    def integer(self, name: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        value = self._value(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.fault(name, f"a whole number from {low} to {high}")
        return value

    def text(self, name: str, longest: int = _LONGEST_TEXT) -> str:
        """A text."""
        value = self._value(name)
        if not isinstance(value, str) or len(value) > longest:
            raise self.fault(name, f"a text of at most {longest} characters")
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise self.fault(name, "a text without half characters")
        return value

    def typed(self, name: str, longest: int = _LONGEST_TEXT) -> str:
        """A text that somebody typed, as everybody may see it; empty if nothing can be seen."""
        return clean_text(self.text(name, longest))

    def name(self, name: str) -> str:
        """A name as everybody may see it; empty if nothing of it can be seen."""
        if not self.text(name, LONGEST):
            raise self.fault(name, f"a name of 1 to {LONGEST} characters")
        return clean_name(self.text(name))

    def snowflake(self, name: str) -> int:
        """A Discord id, written as text."""
        value = self.text(name, _MOST_DIGITS)
        if not (value.isascii() and value.isdecimal() and int(value) <= _SNOWFLAKE):
            raise self.fault(name, "an id of Discord")
        return int(value)

    def unless_null(self, name: str, read: Callable[[str], T]) -> T | None:
        """The value at a key as `read` gives it; None where it is null or missing."""
        return None if self.values.get(name) is None else read(name)

    def objects(self, name: str, most: int | None = None) -> list["Node"]:
        """A list of objects."""
        listed = self._list(name, most)
        places = (f"{self.place}{name}[{number}]" for number in range(len(listed)))
        return [object_at(each, f"{place}.") for each, place in zip(listed, places, strict=True)]

    def texts(self, name: str, most: int) -> tuple[str, ...]:
        """A list of texts, empty where it is missing."""
        listed = self._list(name, most) if name in self.values else []
        if not all(isinstance(each, str) and len(each) <= _LONGEST_TEXT for each in listed):
            raise self.fault(name, "a list of texts")
        return tuple(listed)

    def integers(self, name: str, most: int) -> tuple[int, ...]:
        """A list of whole numbers from 0 to below `most`, empty where it is missing."""
        listed = self._list(name, most) if name in self.values else []
        if not all(type(each) is int and 0 <= each < most for each in listed):
            raise self.fault(name, f"a list of numbers below {most}")
        return tuple(listed)

    def hexadecimal(self, name: str) -> bytes:
        """Bytes in hexadecimal, none where it is missing."""
        try:
            return bytes.fromhex(self.text(name)) if name in self.values else b""
        except ValueError:
            raise self.fault(name, "written in hexadecimal") from None

    def _list(self, name: str, most: int | None) -> list[Any]:
        value = self._value(name)
        if not isinstance(value, list):
            raise self.fault(name, "a list")
        listed = cast("list[Any]", value)
        if most is not None and len(listed) > most:
            raise self.fault(name, f"a list of at most {most}")
        return listed

    def _value(self, name: str) -> Any:  # noqa: ANN401 - any JSON value
        if name not in self.values:
            raise LedgerError(
                "Something is missing from this ledger: {place}.", place=self.place + name
            )
        return self.values[name]

    def fault(self, name: str, wanted: str) -> LedgerError:
        """The error for a value that is not what it should be."""
        return LedgerError(
            "This ledger can't be read: {place} isn't {wanted}.",
            place=self.place + name,
            wanted=wanted,
        )


def object_at(value: object, place: str) -> Node:
    """A JSON value as an object; raises LedgerError if it is none."""
    if not isinstance(value, dict):
        raise LedgerError(
            "This ledger can't be read: {place} isn't {wanted}.",
            place=place.rstrip(".") or "the file",
            wanted="an object",
        )
    return Node(cast("dict[str, Any]", value), place)
