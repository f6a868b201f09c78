"""The cases of `conformance`, which hold for a program in any language."""

import json
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

FOLDER: Final = Path(__file__).parents[1] / "conformance"
Case: TypeAlias = dict[str, Any]


def read(name: str) -> list[Case]:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def each(name: str, *keys: str) -> pytest.MarkDecorator:
    """Every case of a file that has these keys."""
    chosen = [case for case in read(name) if set(keys) <= case.keys()]
    ids = [case.get("rule", case.get("rules", case.get("method", ""))) for case in chosen]
    return pytest.mark.parametrize("case", chosen, ids=ids)
