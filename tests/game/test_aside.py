"""Work aside: what passes by itself is one line in the log, and anything else says where it was."""

import asyncio

import pytest

from bot.threads import Aside


async def fail(error: Exception) -> None:
    raise error


async def logged(caplog: pytest.LogCaptureFixture, aside: Aside, error: Exception) -> str:
    """What the log says of work that fails."""
    with caplog.at_level("WARNING", "bot.threads"):
        aside.begin("par of deal 7", fail(error))
        await asyncio.wait(aside._tasks)
    return caplog.text


async def test_what_passes_by_itself_is_a_line(caplog: pytest.LogCaptureFixture):
    said = await logged(caplog, Aside(OSError), ConnectionError("the server is away"))
    (line,) = said.splitlines()
    assert line.startswith("WARNING")
    assert line.endswith("par of deal 7: will try again: ConnectionError('the server is away')")


@pytest.mark.parametrize("passing", [(), (OSError,)])
async def test_any_other_error_is_told_with_where_it_was(
    caplog: pytest.LogCaptureFixture, passing: tuple[type[Exception], ...]
):
    said = await logged(caplog, Aside(*passing), ValueError("a fault"))
    assert said.startswith("ERROR")
    assert "par of deal 7 failed\nTraceback" in said
    assert said.endswith("ValueError: a fault\n")
