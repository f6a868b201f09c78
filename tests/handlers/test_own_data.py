"""All that is kept about somebody, as files that Discord takes."""

import json
from typing import Any

import pytest

from bot.handlers import own_data
from bot.handlers.ledger import exports
from bot.handlers.own_data import ExportOwnData
from bot.screens.components import Picture
from tests.desk.scene import ANN, BOB, Scene

TOO_LONG = "too long for a message. Ask the people who run the bot"


async def told(scene: Scene) -> str:
    return await scene.asks(ANN, own_data.export(ExportOwnData()))


async def files(scene: Scene) -> list[Picture]:
    screen = await scene.screen(ANN, own_data.export(ExportOwnData()))
    return [each for each in screen.pictures if isinstance(each, Picture)]


def rows_in(made: list[Picture]) -> dict[str, list[Any]]:
    """The rows of each table, in all files."""
    found: dict[str, list[Any]] = {}
    for file in made:
        for table, rows in json.loads(file.data).items():
            found.setdefault(table, []).extend(rows)
    return found


@pytest.fixture
async def whole(scene: Scene) -> Picture:
    await scene.deals(ANN, BOB)
    await scene.plays_hand(ANN, BOB)
    (file,) = await files(scene)
    return file


async def test_it_is_as_many_files_as_it_needs(
    scene: Scene, whole: Picture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(own_data, "_TEXT_A_FILE", 1_000)
    made = await files(scene)
    count = len(made)
    assert (whole.name, count > 1) == ("my-data.json", True)
    assert [file.name for file in made] == [
        f"my-data-{part}-of-{count}.json" for part in range(1, count + 1)
    ]
    assert rows_in(made) == rows_in([whole])
    monkeypatch.setattr(exports, "_SMALL", 0)
    assert (await files(scene))[0].name == f"my-data-1-of-{count}.json.gz"
    assert "This is all" in await told(scene)


async def test_files_that_discord_would_refuse_are_not_sent(
    scene: Scene, whole: Picture, monkeypatch: pytest.MonkeyPatch
):
    for most, taken in ((len(whole.data), True), (len(whole.data) - 1, False)):
        monkeypatch.setattr(exports, "_LARGEST", most)
        assert (TOO_LONG in await told(scene)) is not taken
    monkeypatch.setattr(own_data, "_TEXT_A_FILE", 1_000)
    sizes = [len(file.data) for file in await files(scene)]
    for limit, most in (("_LARGEST_SUM", sum(sizes)), ("_MOST_FILES", len(sizes))):
        monkeypatch.setattr(exports, limit, most - 1)
        assert TOO_LONG in await told(scene)
        monkeypatch.setattr(exports, limit, most)
        assert "This is all" in await told(scene)
