"""The stand-in stands alone, and its README tells the truth."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from inspect import iscoroutinefunction
from pathlib import Path

ROOT = Path(__file__).parents[1]
IMPORTED_AS = {"discord.py": "discord"}
FOR_TESTS = {"PIL", "jsonschema_rs", "pytest", "pytest_asyncio", "standin"}


def imports(file: Path) -> Iterator[str]:
    """The top-level modules that a file imports anywhere."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None
            yield node.module.partition(".")[0]


def test_it_imports_what_it_depends_on_and_no_bot():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split("[<>=]", needed)[0] for needed in project["dependencies"]]
    needed = {IMPORTED_AS.get(name, name) for name in names}
    own = {*sys.stdlib_module_names, "discord_standin"}
    package = {module for file in ROOT.glob("discord_standin/**/*.py") for module in imports(file)}
    assert package - own == needed
    tests = {module for file in ROOT.glob("tests/*.py") for module in imports(file)}
    assert tests - own - needed == FOR_TESTS


async def test_the_example_of_the_readme_passes():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.+?)```", readme, re.DOTALL)
    names: dict[str, object] = {}
    exec(example, names)
    tests = [thing for name, thing in names.items() if name.startswith("test_")]
    for test in tests:
        assert iscoroutinefunction(test)
        await test()
    assert tests
