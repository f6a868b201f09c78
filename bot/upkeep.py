"""The upkeep that goes on as long as the bot runs, and going back to a backup."""

import asyncio
import faulthandler
import gc
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from bot.game.changes import close_now
from bot.game.forgetting import forget_whoever_asked, withdraw
from bot.settings import Storage
from bot.store import backup, hands, privacy, tables
from bot.store.database import Database
from bot.store.engine import Connection, Error
from bot.store.restore import Restored, restore, resume_after_restore
from bot.store.schema import DamagedError, StoreError
from bot.values.ledger_records import DAY
from bot.verifying import first_fault

log: Final = logging.getLogger(__name__)


def bring_back(
    source: Path, database: Path, backups: Path, now: float, *, anyway: bool = False
) -> Restored:
    """Put a backup in a database's place; deals to come are fixed anew.

    `backups` is the folder of the bot's backups. Raises what `restore` does, and DamagedError if
    something in the backup does not fit, unless it is to be put back `anyway`.
    """
    tags = privacy.kept_tags(backups, source.parent) | privacy.tags_in(database)

    def prepare(db: Connection) -> None:
        if not anyway:
            _verify(db, source)
        forget_again(db, tags, int(now))

    return restore(source, database, now, prepare)


def _verify(db: Connection, source: Path) -> None:
    fault = first_fault(db)
    if fault is not None:
        raise DamagedError(
            "{path} has a problem. {fault} Use an older backup, or put this one back "
            "regardless with --anyway.",
            path=source,
            fault=fault,
        )


def forget_again(db: Connection, tags: Iterable[str], now: int) -> None:
    """Forget everybody with one of these tags; the tables at which they still sit are closed."""
    for player_id in privacy.ids_of(db, tags):
        withdraw(db, player_id, now)
        for table_id in {*tables.of_player(db, player_id), *hands.running_with(db, player_id)}:
            close_now(db, table_id, now)
        privacy.forget(db, player_id)


async def go_on_from_backup(database: Database, backups: Path, now: int) -> None:
    """Go on with a database in whose place other programs may have put a backup.

    Messages that may show what came after it are painted anew, deals to come are fixed anew, and
    people whom it has brought back are forgotten again: the folder `backups` tells who they are.
    """
    renewed = await database.write(partial(resume_after_restore, now=now))
    if renewed is not None:
        log.warning("the database was restored, or its server replaced: messages are painted anew")
        log.warning("%s", renewed)
    tags = privacy.kept_tags(backups)
    if tags:
        await database.write(partial(forget_again, tags=tags, now=now))


# --- upkeep ----------------------------------------------------------------------------------

_HOUR: Final = 4
"""The hour of the night for backups, in the machine's time zone."""
# A damaged disk causes thousands of faults; the log only needs to tell that it is damaged.
_FAULTS_LOGGED: Final = 5
_MISDATED: Final = (
    "%s does not count as a backup: the time in its name is yet to come, or is none. Rename it or "
    "delete it."
)
_BROKEN_OFF: Final = "It could not be looked through to the end."
_NEW_OBJECTS: Final = 10_000
"""New objects before garbage is looked for; a click makes some hundreds, and keeps none."""


async def keep_backups(
    storage: Storage, clock: Callable[[], float], longest_sleep: float = 3600.0
) -> None:
    """Make a backup every night, or at once if the last night had none, and delete the oldest.

    Never returns. `clock` gives Unix seconds and is looked at again after `longest_sleep` seconds:
    it may have been set, or the machine asleep. What fails is logged and tried again then.
    """
    warned: set[Path] = set()
    while True:
        try:
            now = clock()
            wait = await asyncio.to_thread(_seconds_left, storage, now, warned)
            if wait == 0:
                await _back_up(storage, now)
            await asyncio.to_thread(
                backup.thin_out, storage.backups, storage.file, storage.backups_kept, now
            )
        except (StoreError, Error, OSError) as error:
            log.error("backups are not done, will try again in an hour: %s", error)
            wait = longest_sleep
        except Exception:
            log.exception("backups are not done, will try again in an hour")
            wait = longest_sleep
        await asyncio.sleep(min(wait, longest_sleep))


async def keep_forgetting(
    database: Database, storage: Storage, clock: Callable[[], float], pause: float = 3600.0
) -> None:
    """Every `pause` seconds forget those who wait for it, and delete what is left of them.

    Never returns. Copies of a file expire after 30 days.
    """
    while True:
        try:
            if isinstance(storage.database, Path):
                await asyncio.to_thread(
                    backup.drop_expired, storage.backups, storage.database, clock()
                )
            await database.write(forget_whoever_asked)
            await database.leave_no_trace()
        except (StoreError, Error, OSError) as error:
            log.error("old copies and traces not deleted, will try again in an hour: %s", error)
        await asyncio.sleep(pause)


def seconds_to_backup(made_at: float | None, now: float) -> float:
    """How long to wait for the next backup, when the latest was made then (Unix seconds)."""
    local = datetime.fromtimestamp(now)  # noqa: DTZ006 - night is where the machine stands
    tonight = local.replace(hour=_HOUR, minute=0, second=0, microsecond=0)
    if tonight > local:
        tonight -= timedelta(days=1)
    if made_at is None or made_at < tonight.timestamp():
        return 0.0
    return (tonight + timedelta(days=1)).timestamp() - now


def _seconds_left(storage: Storage, now: float, warned: set[Path]) -> float:
    """How long to wait for the next backup; `warned` are those with wrong dates warned about."""
    for path in backup.with_wrong_dates(storage.backups, storage.file, now):
        if path not in warned:
            warned.add(path)
            log.warning(_MISDATED, path)
    return seconds_to_backup(backup.made_at(storage.backups, storage.file, now), now)


async def _back_up(storage: Storage, now: float) -> None:
    """Make a backup, and look it through before it has its name and counts as one."""
    folder, database = storage.backups, storage.file
    before = await asyncio.to_thread(backup.faulty, folder, database)
    target = backup.free_name(folder, database, now)
    draft = backup.draft_of(target)
    try:
        await asyncio.to_thread(backup.back_up, database, draft, now)
        # Once something does not fit, all is looked at every night until it does again.
        fault = await _look_through(draft, None if before else int(now // DAY))
        if fault is not None:
            await asyncio.to_thread(backup.mark_faulty, draft, fault)
        await asyncio.to_thread(draft.replace, target)
    finally:
        with suppress(OSError):
            backup.drop_draft(draft)
    if fault is None:
        log.info("backup written to %s, and all in it fits", target)
    for path, found in (await asyncio.to_thread(backup.faulty, folder, database)).items():
        log.error("backup %s is kept, but does not fit: %s", path, found)


async def _look_through(copy: Path, night: int | None) -> str | None:
    """The fault of a copy, in a sentence; None if it has none.

    Takes long, in a process of its own. With the number of a `night` a share of a large ledger is
    looked at, another each night; with None all of it.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *_verifying(copy, night),
            cwd=Path(__file__).parents[1],
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
    except OSError as error:
        log.warning("no process looks through %s: %s", copy, error)
        return _BROKEN_OFF
    try:
        output, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()
    if process.returncode == 0:
        return None
    found = output.decode(errors="replace").splitlines()[:_FAULTS_LOGGED]
    return " ".join(found) or _BROKEN_OFF


def _verifying(copy: Path, night: int | None) -> list[str]:
    share = [] if night is None else [f"--night={night}"]
    return [sys.executable, "-m", "bot", "verify", "--quiet", *share, str(copy.resolve())]


async def show_health(
    fault: Callable[[], Awaitable[str | None]],
    path: Path | None,
    give_up_after: int,
    pause: float = 5.0,
) -> None:
    """Give a sign of life every `pause` seconds while the bot is well; never returns.

    `fault` says why it is not. The file at `path` is touched: one that is older than half a minute
    means a bot that needs help. If no sign follows another within `give_up_after` seconds (0: there
    is no limit), the process ends with exit code 1, whatever it hangs in, and says where; a bot
    that has never been well is waited for.
    """
    ending = f"; unless that changes the bot ends in {give_up_after} s" if give_up_after else ""
    # That it is not connected yet is no news.
    known = await fault()
    trouble = None
    try:
        while True:
            found = await fault()
            if found is None:
                if give_up_after:
                    # Its thread needs neither the event loop nor Python, either of which may hang.
                    faulthandler.dump_traceback_later(give_up_after, exit=True)
                trouble = _touch(path, trouble)
            elif found != known:
                log.warning("unwell: %s%s", found, ending if known is None else "")
            known = found
            await asyncio.sleep(pause)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _touch(path: Path | None, trouble: str | None) -> str | None:
    """Touch the file, if there is to be one; why that fails is logged unless it was before."""
    try:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
    except OSError as error:
        if trouble != str(error):
            log.warning("%s cannot be touched: %s", path, error)
        return str(error)
    return None


async def tune_garbage_collector(wait_until_ready: Callable[[], Awaitable[None]]) -> None:
    """Once the bot is ready, exempt all there is from garbage collection, and collect less often.

    Otherwise the collector goes through all modules and servers again and again, for nothing.
    """
    await wait_until_ready()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
