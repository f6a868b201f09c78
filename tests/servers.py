"""A PostgreSQL server of the tests' own, in a temporary folder with its socket, and on a port."""

import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from random import sample

from bot.settings import Address, Server
from bot.store import schema
from bot.store.postgresql.server import OnServer
from bot.store.postgresql.server_connection import ServerConnection

WHY_NOT = "needs PostgreSQL 14 or later (Debian: apt-get install postgresql)"

_OPTIONS = (
    "-c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off -c autovacuum=off"
    " -c shared_buffers=16MB -c max_connections=20 -c wal_level=minimal -c max_wal_senders=0"
)
_USER = "postgres"


def written(address: Address) -> str:
    """An address as a setting."""
    return address.url if isinstance(address, Server) else str(address)


def _free_port() -> int:
    """A port that no system gives to anybody by itself: it is still free after a restart."""
    for port in sample(range(20_000, 32_000), 100):
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


class PostgreSQL:
    """A running server; every database it makes is another one."""

    def __init__(self, folder: Path, programs: Path, prefix: tuple[str, ...]) -> None:
        self._folder = folder
        self._programs = programs
        self._prefix = prefix
        self._port = _free_port()
        self._numbers = count(1)

    def call(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs as the server's user; returns what it says."""
        done = subprocess.run(
            [*self._prefix, str(self._programs / program), *arguments],
            cwd=self._folder,
            check=True,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        return done.stdout

    def start(self) -> None:
        # Its log is a file: a pipe would stay open as long as the server runs.
        self.call("pg_ctl", "start", "-w", "-D", "data", "-l", "log", "-o", self._flags)

    def stop(self, mode: str = "fast") -> None:
        self.call("pg_ctl", "stop", "-w", "-D", "data", "-m", mode)

    def kill(self) -> None:
        """Kill it and all that serves its connections, as a power cut would."""
        locks = [self._folder / "data" / "postmaster.pid", *self._folder.glob(".s.PGSQL.*.lock")]
        first = int(locks[0].read_text().split()[0])
        # Halted, it begins to serve nobody else meanwhile.
        os.kill(first, signal.SIGSTOP)
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for process in (first, *map(int, children)):
            _kill(process)
        # Until somebody buries the dead, the next one takes them for alive.
        for lock in locks:
            lock.unlink()

    @property
    def _flags(self) -> str:
        return f"-k {self._folder} -p {self._port} {_OPTIONS}"

    def server(self, name: str, user: str = _USER) -> Server:
        """The address of a database."""
        return Server(f"postgresql://{user}@/{name}?host={self._folder}&port={self._port}")

    def on_the_network(self, server: Server) -> Server:
        """The address of a database for whoever is not on its machine."""
        return Server(f"postgresql://{_USER}@127.0.0.1:{self._port}/{_name(server)}")

    def dump(self, server: Server) -> Path:
        """A copy of a database as the documentation tells people to make one."""
        file = self._folder / f"{_name(server)}.dump"
        self.call("pg_dump", "-Fc", "-f", str(file), server.url)
        return file

    def restore(self, dump: Path, server: Server) -> None:
        """Put a copy into an empty database, as the documentation tells people to."""
        self.call("pg_restore", "-d", server.url, str(dump))

    def new(self) -> Server:
        """Another database with nothing in it."""
        return self._make()

    def _make(self, like: str = "template1", options: str = "") -> Server:
        name = f"ofc{next(self._numbers)}"
        self.tell(f"CREATE DATABASE {name} TEMPLATE {like} {options}")
        return self.server(name)

    def new_in(self, encoding: str) -> Server:
        """Another one with nothing in it, in another encoding than UTF-8."""
        return self._make("template0", f"ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C'")

    def tell(self, statement: str) -> None:
        """Have a statement done that is about the whole server."""
        with self.plain(self.server("postgres")) as db:
            db.execute(statement)

    def plain(self, server: Server) -> closing[ServerConnection]:
        """A connection as any program has one."""
        return closing(ServerConnection(server.url, lambda _: None))

    @cached_property
    def made(self) -> Server:
        """One with the bot's schema and nothing in it, to be copied and to be emptied again."""
        made = self.new()
        OnServer(made, self._folder).connect()[0].close()
        return made

    @contextmanager
    def database(self) -> Iterator[Server]:
        """A database with the bot's schema and nothing in it, as long as it is needed."""
        server = self._make(like=_name(self.made))
        yield server
        self.tell(f"DROP DATABASE {_name(server)} WITH (FORCE)")

    @contextmanager
    def connection(self) -> Iterator[ServerConnection]:
        """A connection to a database with the bot's schema and nothing in it, without a memory."""
        with closing(ServerConnection(self.made.url, lambda _: None)) as db:
            yield db
            if db.in_transaction:
                db.execute("ROLLBACK")
            # Far quicker than another database for each test.
            db.execute(f"TRUNCATE {', '.join(schema.columns(db))} RESTART IDENTITY")


def _kill(process: int) -> None:
    """Kill a process, and wait until it is gone: the next server would find its memory in use."""
    with suppress(ProcessLookupError), os.fdopen(os.pidfd_open(process), "rb", 0) as gone:
        os.kill(process, signal.SIGKILL)
        select.select([gone], [], [])


def _name(server: Server) -> str:
    return str(server).rpartition("/")[2]


@contextmanager
def running() -> Iterator[PostgreSQL | None]:
    """A server as long as it is needed; None where it cannot be had."""
    programs = _programs()
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if programs is None or (is_root and shutil.which("runuser") is None):
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="ofc-pg-"))
    try:
        if is_root:
            shutil.chown(folder, _USER)
        found = PostgreSQL(folder, programs, ("runuser", "-u", _USER, "--") if is_root else ())
        found.call(
            "initdb", "-D", "data", "-U", _USER, "-N", "-A", "trust", "--no-locale", "-E", "UTF8"
        )
        found.start()
        try:
            yield found
        finally:
            found.stop("immediate")
    finally:
        shutil.rmtree(folder)


def _programs() -> Path | None:
    """The folder with the newest PostgreSQL's programs."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    if debian:
        return debian[-1].parent
    found = shutil.which("initdb")
    return None if found is None else Path(found).resolve().parent
