"""Whenever the database's server goes away in a hand, the same press again goes on with it."""

import asyncio
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from bot.settings import Server
from bot.store import schema
from bot.store.engine import OperationalError
from bot.store.postgresql.server_connection import ServerConnection
from tests.desk.desk import BEGINNING, Desk, at_desk, people
from tests.failing.jumping import Jumping
from tests.failing.states import State, differences, state_of, unknown_troubles
from tests.failing.trying import LATER, Jumped
from tests.playthroughs.plays import PLAYS
from tests.playthroughs.stage import Stage, entries_in
from tests.playthroughs.telling import kept
from tests.servers import PostgreSQL

_FLOW: Final = "rules-standard"
_EACH: Final = 300
"""Of how many calls one fails in each run of the tests."""


class Leaving:
    """Counts the calls of a server; before one of them it ends all connections to a database."""

    def __init__(self, server: PostgreSQL, patch: pytest.MonkeyPatch) -> None:
        self.count = self._number = 0
        self._server = server
        self._address: Server | None = None
        self._is_counting = False
        for name in ("execute", "executemany"):
            patch.setattr(ServerConnection, name, self._counted(getattr(ServerConnection, name)))

    def begin(self, address: Server, number: int) -> None:
        """Count anew, of this database; without a number the server stays."""
        self.count = 0
        self._address, self._number = address, number

    @contextmanager
    def counting(self) -> Generator[None]:
        """While calls are counted."""
        self._is_counting = True
        try:
            yield
        finally:
            self._is_counting = False

    def _counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*about: Any) -> Any:
            self.count += self._is_counting
            if self._is_counting and self.count == self._number:
                self._is_counting = False
                self._leave()
                self._is_counting = True
            return call(*about)

        return counted

    def _leave(self) -> None:
        address = self._address
        assert address is not None
        name = str(address).rpartition("/")[2]
        self._server.tell(
            f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        # What is undone takes no number, as in a file: the rows can be compared.
        with self._server.plain(address) as db:
            for table, columns in schema.columns(db).items():
                if "id" in columns:
                    db.execute(
                        f"SELECT setval(pg_get_serial_sequence('{table}', 'id'),"
                        f" coalesce(max(id), 0) + 1, false) FROM {table}"
                    )


@dataclass
class Insisting(Desk):
    """A desk at which whoever is told that nothing can be saved does the same once more."""

    leaving: Leaving = field(kw_only=True)

    async def ask(self, *about: Any, **options: Any) -> Any:
        with self.leaving.counting():
            try:
                found = await super().ask(*about, **options)
            except OperationalError:
                await self.settle()
                found = await super().ask(*about, **options)
            await asyncio.sleep(LATER)
            await self.settle()
            return found


class Hands:
    """The same hand, played again and again, each in a database of its own."""

    def __init__(self, server: PostgreSQL, leaving: Leaving, folder: Path) -> None:
        self._server = server
        self._leaving = leaving
        self._folder = folder

    def played(self, number: int = 0) -> State:
        """How everything is after a hand in which the server goes away before a call."""
        loop = Jumping()
        with (
            self._server.database() as address,
            asyncio.Runner(loop_factory=lambda: loop) as runner,
        ):
            return runner.run(self._played(address, number, loop))

    async def _played(self, address: Server, number: int, loop: Jumping) -> State:
        time = Jumped(BEGINNING + 0.5, loop)
        at_work = at_desk(self._folder, address=address, time=time, secret=lambda: bytes(32))
        async with at_work as desk:
            insisting = Insisting(desk.services, desk.post, desk.time, leaving=self._leaving)
            names, play = PLAYS[_FLOW]
            stage = Stage(insisting, people(*names), entries_in(kept(_FLOW)))
            self._leaving.begin(address, number)
            await play(stage)
            return await desk.read(partial(state_of, post=desk.post))

    def faults(self, each: int, first: int) -> Iterator[str]:
        """What is not as it is where the server stays, for some of the calls."""
        wanted = self.played()
        calls = self._leaving.count
        assert calls > each
        for number in range(first, calls + 1, each):
            with unknown_troubles() as troubles:
                found = list(differences(wanted, self.played(number)))
            if found or troubles:
                yield "\n  ".join([f"before call {number} of {calls}:", *troubles, *found])


@pytest.fixture
def hands(postgresql: PostgreSQL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(postgresql, Leaving(postgresql, monkeypatch), tmp_path)


def _verify(hands: Hands, each: int, first: int) -> None:
    found = list(hands.faults(each, first))
    assert not found, "\n".join(found[:5])


def test_the_same_press_goes_on_with_a_hand_after_the_server_was_away(hands: Hands):
    _verify(hands, _EACH, first=37)


@pytest.mark.exhaustive
def test_the_same_press_goes_on_with_a_hand_whenever_the_server_was_away(hands: Hands):
    _verify(hands, 1, first=1)
