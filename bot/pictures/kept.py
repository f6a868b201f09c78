"""What was drawn stays known as long as there is room: a bound in bytes, not in pieces."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, Generic, ParamSpec, TypeAlias, TypeVar

A = ParamSpec("A")
T = TypeVar("T")
_Arguments: TypeAlias = tuple[Any, ...]

_OVERHEAD: Final = 500
_PER_LINE: Final = 8


def bytes_of(width: int, height: int) -> int:
    """Roughly how many bytes an image of one byte a pixel takes."""
    return _OVERHEAD + height * (width + _PER_LINE)


def kept(most: int, size: Callable[[Any], int]) -> Callable[[Callable[A, T]], Callable[A, T]]:
    """Have a function's results kept, about `most` bytes of them, by the `size` of each.

    Its arguments come by position and can be hashed. What nobody asked for while half of the room
    was filled goes first. Any number of threads may call; two that ask for the same new thing at
    once may both make it.
    """

    def keeping(make: Callable[A, T]) -> Callable[A, T]:
        kept = _Kept[T](most // 2, size)

        @wraps(make)
        def found(*arguments: A.args, **named: A.kwargs) -> T:
            result = kept.young.get(arguments)
            if result is None:
                old = kept.old.get(arguments)
                result = make(*arguments, **named) if old is None else old
                kept.add(arguments, result)
            return result

        return found

    return keeping


class _Kept(Generic[T]):
    """Results by arguments in two generations, each of about `half` bytes."""

    def __init__(self, half: int, size: Callable[[Any], int]) -> None:
        self.young: dict[_Arguments, T] = {}
        self.old: dict[_Arguments, T] = {}
        self._half = self._room = half
        self._size = size

    def add(self, arguments: _Arguments, result: T) -> None:
        """Count a result among the young; if they are too many, they are the old from now on."""
        if self._room <= 0:
            self.old, self.young, self._room = self.young, {}, self._half
        self._room -= self._size(result)
        self.young[arguments] = result
