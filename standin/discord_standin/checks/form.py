"""Collecting what is wrong with a body, field by field."""

from collections.abc import Collection, Iterable, Sized
from typing import Final

from discord_standin.faults import FORM_REFUSED, INVALID_FORM, DiscordError
from discord_standin.model.components import Path
from discord_standin.vocabulary import Json

REQUIRED: Final = ("BASE_TYPE_REQUIRED", "This field is required")


class Form:
    """The faults of one body. Paths start at `root`, as Discord's do in a callback's `data`."""

    def __init__(self, root: Path = ()) -> None:
        self._root = root
        self._faults: list[tuple[Path, str, str]] = []
        self._mistakes = 0

    @property
    def is_fine(self) -> bool:
        """True if nothing is wrong so far."""
        return not self._faults

    def wrong(self, path: Path, code: str, message: str, *, is_mistake: bool = True) -> None:
        """Note a fault at `path`, which is the bot's mistake unless told otherwise."""
        self._faults.append(((*self._root, *path), code, message))
        self._mistakes += is_mistake

    def length(self, path: Path, value: Sized | None, lowest: int, highest: int) -> None:
        """Complain unless the length of a text or list is in bounds; None counts as absent."""
        if value is None or lowest <= len(value) <= highest:
            return
        if lowest:
            words = f"Must be between {lowest} and {highest} in length."
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", words)
        else:
            self.wrong(path, "BASE_TYPE_MAX_LENGTH", f"Must be {highest} or fewer in length.")

    def needed(self, path: Path, value: object) -> bool:
        """Complain if a field is absent; returns whether it is there."""
        if value is None:
            self.wrong(path, *REQUIRED)
        return value is not None

    def sized(self, path: Path, value: Sized | None, lowest: int, highest: int) -> None:
        """Complain unless a text or list is there with a length in bounds."""
        if self.needed(path, value):
            self.length(path, value, lowest, highest)

    def one_of(self, path: Path, value: object, allowed: Collection[int]) -> bool:
        """Complain unless a number is one of those allowed; returns whether it is."""
        if value not in allowed:
            self.wrong(path, "BASE_TYPE_CHOICES", f"Value must be one of {_listed(allowed)}.")
        return value in allowed

    def kind_of(self, path: Path, component: Json, allowed: Collection[int]) -> bool:
        """Complain unless a component's type is allowed here; returns whether it is."""
        fits = component.get("type") in allowed
        if not fits:
            words = f'Value of field "type" must be one of {_listed(allowed)}.'
            self.wrong(path, "UNION_TYPE_CHOICES", words)
        return fits

    def between(self, path: Path, value: int | None, lowest: int, highest: int) -> None:
        """Complain unless a number is in bounds; None counts as absent."""
        if value is None:
            return
        if value < lowest:
            words = f"int value should be greater than or equal to {lowest}."
            self.wrong(path, "NUMBER_TYPE_MIN", words)
        elif value > highest:
            words = f"int value should be less than or equal to {highest}."
            self.wrong(path, "NUMBER_TYPE_MAX", words)

    def verify(self) -> None:
        """Raise DiscordError with every fault, if there is one."""
        if self._faults:
            sentences = "; ".join(
                f"{'.'.join(map(str, path))}: {message}" for path, _, message in self._faults
            )
            fault = INVALID_FORM if self._mistakes else FORM_REFUSED
            raise DiscordError(fault, _nested(self._faults), detail=sentences)


def _listed(allowed: Iterable[int]) -> str:
    numbers = [str(int(number)) for number in sorted(allowed)]
    return f"({numbers[0]},)" if len(numbers) == 1 else f"({', '.join(numbers)})"


def _nested(faults: Iterable[tuple[Path, str, str]]) -> Json:
    errors: Json = {}
    for path, code, message in faults:
        place = errors
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})
    return errors
