"""The latest of much, for as long as there is room for it."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Newest(dict[K, V]):
    """A dict of at most `most` entries: the one that was kept first gives way."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: K, value: V) -> None:
        """Put an entry at the end."""
        self.pop(key, None)
        self[key] = value
        if len(self) > self._most:
            del self[next(iter(self))]
