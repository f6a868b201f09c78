"""Tells playthroughs; `python -m tests.playthroughs` keeps how they go now."""

import asyncio
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.desk.desk import at_desk, people
from tests.playthroughs.plays import LANGUAGES, PLAYS
from tests.playthroughs.stage import Stage, entries_in
from tests.playthroughs.tours import TOURS

GOLDEN: Final = Path(__file__).parent / "golden"
NAMES: Final = (*PLAYS, *(f"in-{language}" for language in LANGUAGES))


def kept(name: str) -> str:
    """How a playthrough was last kept; empty if it is new."""
    file = GOLDEN / f"{name}.txt"
    return file.read_text("utf-8") if file.exists() else ""


def told(name: str, thoughts: Path | None = None) -> str:
    """How a playthrough goes now, with the cards placed as in the story that is kept."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_told(name, Path(folder), thoughts))


async def _told(name: str, folder: Path, thoughts: Path | None) -> str:
    language = name.removeprefix("in-") if name.startswith("in-") else "en-US"
    names, play = PLAYS["variant-pineapple" if language != "en-US" else name]
    members = [replace(member, locale=language) for member in people(*names)]
    if name in TOURS:
        members[0] = replace(members[0], may_manage=True)
    async with at_desk(folder, locale=language, thoughts=thoughts) as desk:
        stage = Stage(desk, members, entries_in(kept(name)), is_short=name in TOURS)
        await play(stage)
        return stage.story
