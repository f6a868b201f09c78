"""Tasks end for certain, and what went wrong in them is told."""

import ast
import asyncio
from pathlib import Path

import pytest

from bot.tasks import Tasks, alongside, end

ROOT = Path(__file__).parents[1]


async def stubborn(times: int) -> None:
    """Drops so many cancellations."""
    for _ in range(times):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            continue
    await asyncio.Event().wait()


@pytest.mark.parametrize("times", [0, 1, 3])
async def test_a_task_that_drops_a_cancellation_is_cancelled_again(times: int):
    task = asyncio.create_task(stubborn(times))
    await asyncio.sleep(0)
    await end(task, again=0.01)
    assert task.cancelled()


async def test_what_has_gone_wrong_alongside_is_raised_at_the_end_of_the_block():
    async def fail() -> None:
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        async with alongside(fail()) as task:
            await asyncio.wait({task})


async def test_what_goes_on_alongside_ends_with_the_block():
    async with alongside(stubborn(0)) as task:
        assert not task.done()
    assert task.cancelled()


# --- tasks that nobody waits for -----------------------------------------------------------------


async def fail(error: Exception) -> None:
    raise error


async def logged(caplog: pytest.LogCaptureFixture, tasks: Tasks, error: Exception) -> str:
    """What the log says of work that fails."""
    await asyncio.wait({tasks.begin("par of deal 7", fail(error))})
    return caplog.text


async def test_what_passes_by_itself_is_a_line(caplog: pytest.LogCaptureFixture):
    said = await logged(caplog, Tasks(OSError), ConnectionError("the server is away"))
    (line,) = said.splitlines()
    assert line.startswith("WARNING")
    assert line.endswith("par of deal 7: will try again: ConnectionError('the server is away')")


@pytest.mark.parametrize("passing", [(), (OSError,)])
async def test_any_other_error_is_told_with_where_it_was(
    caplog: pytest.LogCaptureFixture, passing: tuple[type[Exception], ...]
):
    said = await logged(caplog, Tasks(*passing), ValueError("a fault"))
    assert said.startswith("ERROR")
    assert "par of deal 7 failed\nTraceback" in said
    assert said.endswith("ValueError: a fault\n")


async def test_a_task_that_what_it_waits_for_breaks_off_is_told_of(
    caplog: pytest.LogCaptureFixture,
):
    tasks = Tasks()
    future = asyncio.get_running_loop().create_future()

    async def wait() -> None:
        await future

    task = tasks.begin("waiting", wait())
    future.cancel()
    await asyncio.wait({task})
    assert "waiting was broken off" in caplog.text


@pytest.mark.parametrize("error", [ValueError("a fault"), asyncio.CancelledError()], ids=repr)
async def test_what_goes_on_as_long_as_the_bot_begins_anew_when_it_fails(
    caplog: pytest.LogCaptureFixture, error: BaseException
):
    tasks, goes_on, failures = Tasks(), asyncio.Event(), [error, error]

    async def work() -> None:
        if failures:
            raise failures.pop()
        goes_on.set()
        await asyncio.Event().wait()

    tasks.keep_up("making backups", work, anew=0)
    await goes_on.wait()
    assert caplog.text.count("ERROR") == 2
    assert caplog.text.count("making backups failed, and begins anew in 0 s\nTraceback") == 2
    await tasks.close()
    assert not tasks.is_busy
    assert "broken off" not in caplog.text


async def test_what_has_to_be_done_is_tried_until_it_is(caplog: pytest.LogCaptureFixture):
    tasks, failures = Tasks(OSError), [OSError("full"), OSError("full")]

    async def work() -> None:
        if failures:
            raise failures.pop()

    await asyncio.wait({tasks.keep_up("closing the table of channel 7", work, anew=0)})
    assert failures == []
    said = "closing the table of channel 7: will try again in 0 s: OSError('full')"
    assert caplog.text.count(said) == 2
    assert "ERROR" not in caplog.text


async def test_what_is_under_way_has_a_moment_to_end():
    tasks, is_done = Tasks(), asyncio.Event()

    async def work() -> None:
        await asyncio.sleep(0)
        is_done.set()

    tasks.begin("working", work())
    await tasks.close(grace=60.0)
    assert is_done.is_set()


BEGINNINGS = {"create_task", "ensure_future", "run_coroutine_threadsafe", "TaskGroup", "Thread"}
TOLD = {
    ("bot/tasks.py", "create_task"): "here the end is told",
    ("bot/discord_io/check/trial.py", "create_task"): "the check waits for what it sends",
    ("bot/store/postgresql/others.py", "Thread"): "it catches everything, and goes on",
    ("bot/tasks.py", "Thread"): "it ends the process for thinking",
}


def test_every_task_is_begun_where_its_end_is_told():
    """A task that dies without a word leaves somebody waiting for ever."""
    begun = {
        (file.relative_to(ROOT).as_posix(), name)
        for folder in ("bot", "cogs")
        for file in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and (name := getattr(node.func, "attr", getattr(node.func, "id", ""))) in BEGINNINGS
    }
    assert begun == TOLD.keys(), "begin it with `bot.tasks.Tasks`"
