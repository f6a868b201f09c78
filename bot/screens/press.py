"""Presses: what a button does when it is pressed, written into its custom_id.

    b1:<code>:<field>:<field>...

A press is a frozen dataclass with a code of its own; the types of its fields say how they are
written and read. Dataclasses within it are written field by field; one of several begins with its
`tag`. No hidden card is ever in one: fields are ids, numbers
of cards and letters of rows.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from itertools import chain
from operator import attrgetter
from types import MappingProxyType, UnionType
from typing import Any, ClassVar, Final, cast, get_args, get_type_hints

VERSION: Final = "b1"
MOST_ID: Final = 2**63 - 1
"""Discord's ids have 64 bits, of which the first is not used; SQLite's integers end there, too."""
_NUMBER: Final = re.compile(r"[0-9]{1,10}")
_SELF: Final = ""
_WORD: Final = re.compile(r"[0-9a-z.]{0,20}")
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True)
class _Codec:
    """How values of a type are written as words, and read; `read` raises ValueError.

    Each word is of one attribute, such as `spot.table`, or of the value itself (`_SELF`).
    """

    words: tuple[tuple[str, Callable[[Any], str]], ...]
    read: Callable[[Iterator[str]], Any]


_PRESSES: Final[dict[str, type["Press"]]] = {}
_FORMER: Final[dict[str, tuple[str, str]]] = {}
"""Codes of older messages' buttons -> the present code, and the tag before their words."""
_CODECS: Final[dict[Any, _Codec]] = {}


@dataclass(frozen=True)
class Press:
    """A press on a button; `str` of it is the button's custom_id.

    A class of presses is made with its code: `class Join(Press, code="join")`. `former` are codes
    that older buttons of the same meaning have, each with the tag that their first word lacks.
    """

    code: ClassVar[str] = ""

    def __init_subclass__(cls, code: str = "", former: Mapping[str, str] = _NOTHING) -> None:
        assert code not in _PRESSES, f"two presses have the code {code}"
        cls.code = code
        if code:
            _PRESSES[code] = cls
            _FORMER.update({each: (code, tag) for each, tag in former.items()})

    def __str__(self) -> str:
        words = [write(get(self)) for get, write in _writers(type(self))]
        return ":".join([VERSION, self.code, *words])


def parse(custom_id: str) -> Press | None:
    """The press written in a custom_id; None if it is none, or one of another version."""
    version, _, rest = custom_id.partition(":")
    code, *words = rest.split(":")
    if code in _FORMER and words:
        code, tag = _FORMER[code]
        words[0] = tag + words[0]
    kind = _PRESSES.get(code)
    if version != VERSION or kind is None:
        return None
    left = iter(words)
    try:
        # Anybody can make up a custom_id: what does not fit to the last letter is no press.
        press = _codec(kind).read(left)
    except (ValueError, StopIteration):
        return None
    return press if next(left, None) is None else None


def write_as(kind: object, write: Callable[[Any], str], read: Callable[[str], Any]) -> None:
    """Say how values of a type are written as a word of `[0-9a-z.]`; `read` raises ValueError."""
    _CODECS[kind] = _Codec(((_SELF, write),), lambda words: read(next(words)))


@cache
def _codec(kind: Any) -> _Codec:  # noqa: ANN401 - a type, or a generic one such as tuple[int, ...]
    if kind in _CODECS:
        return _CODECS[kind]
    if is_dataclass(kind):
        return _of_fields(cast(type, kind))
    if isinstance(kind, UnionType):
        return _of_one(get_args(kind))
    assert issubclass(kind, StrEnum), kind
    return _Codec((("value", str),), lambda words: kind(next(words)))


def _of_fields(kind: type) -> _Codec:
    """The codec of a dataclass: field by field, in the order in which they are declared."""
    hints = get_type_hints(kind)
    parts = [(field.name, _codec(hints[field.name])) for field in fields(kind)]
    words = tuple(
        (f"{name}.{attribute}".removesuffix(f".{_SELF}"), write)
        for name, codec in parts
        for attribute, write in codec.words
    )
    return _Codec(words, lambda words: kind(*[codec.read(words) for _name, codec in parts]))


def _of_one(kinds: tuple[Any, ...]) -> _Codec:
    """The codec of one of several dataclasses, which differ by their `tag`."""
    codecs = {kind.tag: _codec(kind) for kind in kinds}

    def written(value: Any) -> str:  # noqa: ANN401 - of one of these classes
        words = [write(attrgetter(name)(value)) for name, write in codecs[value.tag].words]
        return value.tag + ":".join(words)

    def read(words: Iterator[str]) -> object:
        first = next(words)
        tag = first[:1] if first[:1].isalpha() else ""
        if tag not in codecs:
            raise ValueError(first)
        return codecs[tag].read(chain([first.removeprefix(tag)], words))

    return _Codec(((_SELF, written),), read)


@cache
def _writers(kind: type) -> tuple[tuple[Callable[[Any], Any], Callable[[Any], str]], ...]:
    """For each word of a press: what gets its attribute, and what writes it."""
    return tuple((attrgetter(attribute), write) for attribute, write in _codec(kind).words)


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise ValueError(word)
    return int(word)


def _word(word: str) -> str:
    if not _WORD.fullmatch(word):
        raise ValueError(word)
    return word


def is_id(word: str) -> bool:
    """True for the digits of an id of Discord's, or of a smaller number, 0 included."""
    # Longer words are not even read: int() refuses thousands of digits in an error of its own.
    return word.isdecimal() and len(word) <= len(str(MOST_ID)) and int(word) <= MOST_ID


def _numbers(word: str) -> tuple[int, ...]:
    return tuple(map(_number, word.split("."))) if word else ()


write_as(int, str, _number)
write_as(str, str, _word)
write_as(tuple[int, ...], lambda numbers: ".".join(map(str, numbers)), _numbers)
