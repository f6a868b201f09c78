"""Where tests and their helpers live, as CONTRIBUTING says it."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    file.relative_to(ROOT)
    for folder in ("tests", "engine/tests", "standin/tests", "tools")
    for file in (ROOT / folder).rglob("*.py")
)


def _imported(file: Path) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return imported | {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }


def test_what_others_need_is_in_no_test_module():
    shared = [
        (file, name)
        for file in FILES
        for name in _imported(file)
        if name.rpartition(".")[2].startswith("test_")
    ]
    assert shared == [], "move what is shared into a helper module or a fixture"


def test_end_to_end_tests_stand_with_their_subject():
    assert list((ROOT / "tests" / "e2e").glob("test_*.py")) == []


_SECONDS = re.compile(r"(?:wait_for\(.*, |asyncio\.timeout\(|within=)[1-9]")


def test_no_test_gives_what_it_waits_for_seconds_of_its_own():
    """A busy machine makes tests slow, not red: `tests.waiting.HUNG` is for what never comes."""
    found = [
        f"{file}:{number}"
        for file in FILES
        for number, line in enumerate((ROOT / file).read_text(encoding="utf-8").splitlines(), 1)
        if file.parts[0] != "tools" and _SECONDS.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("room", ["bot", "cogs", "engine/ofc_engine"])
def test_a_docstring_names_its_subject(room: str):
    """Read alone, "What it knows" and "Whether it is so" say neither who nor what."""
    found = [
        f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
        for file in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and (ast.get_docstring(node) or "").startswith(("What ", "Whether "))
    ]
    assert found == [], "begin with the subject, or with True if"
