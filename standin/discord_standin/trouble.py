"""Trouble on demand: errors, rate limits, lost answers and slowness."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from discord_standin.faults import Fault


@dataclass(frozen=True)
class Refuse:
    """Answer with one of Discord's errors."""

    fault: Fault


@dataclass(frozen=True)
class RefuseKept:
    """Refuse requests that list files which their message is to keep; others do not count."""


@dataclass(frozen=True)
class RefuseUploads:
    """Refuse requests with uploads; others do not count."""


@dataclass(frozen=True)
class Fail:
    """Answer with a bare status, such as 500 or 502."""

    status: int


@dataclass(frozen=True)
class Limit:
    """Answer 429; `seconds` is how long to wait before the next try."""

    seconds: float
    is_global: bool = False


@dataclass(frozen=True)
class Reset:
    """Cut the connection without an answer. With `after`, carry out the request first."""

    after: bool = False


@dataclass(frozen=True)
class Delay:
    """Carry out the request `seconds` later (of the stand-in's clock)."""

    seconds: float


@dataclass(frozen=True)
class Hang:
    """Never answer: the client has to give up. With `after`, carry out the request first."""

    after: bool = False


Trouble: TypeAlias = Refuse | RefuseKept | RefuseUploads | Fail | Limit | Reset | Delay | Hang


@dataclass(frozen=True)
class _Planned:
    method: str
    path: str
    trouble: Trouble
    times: int


class Troubles:
    """The planned faults, in order."""

    def __init__(self) -> None:
        self._planned: list[_Planned] = []

    def plan(self, method: str, path: str, trouble: Trouble, times: int) -> None:
        """Let the next requests to a route go wrong; `path` is written as in the routes."""
        self._planned.append(_Planned(method, path, trouble, times))

    def next_for(
        self, method: str, path: str, *, keeps: bool = False, brings: bool = False
    ) -> Trouble | None:
        """The fault planned for this request, which keeps files or brings new ones."""
        for number, planned in enumerate(self._planned):
            if (planned.method, planned.path) != (method, path):
                continue
            if _concerns(planned.trouble, keeps=keeps, brings=brings):
                self._planned[number] = replace(planned, times=planned.times - 1)
                self._planned = [left for left in self._planned if left.times > 0]
                return planned.trouble
        return None

    @property
    def are_over(self) -> bool:
        """True if everything planned has happened."""
        return not self._planned


def _concerns(trouble: Trouble, *, keeps: bool, brings: bool) -> bool:
    match trouble:
        case RefuseKept():
            return keeps
        case RefuseUploads():
            return brings
        case _:
            return True
