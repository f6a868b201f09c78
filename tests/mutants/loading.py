"""Has modules of the bot and the engine imported as other code than their files hold."""

import sys
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Final, TypeAlias

Rewrite: TypeAlias = Callable[[Path], CodeType | None]
"""The code for a file, whose path is that of a module in `ROOMS`; None for what it holds."""
ROOMS: Final = {"bot": Path("bot"), "ofc_engine": Path("engine/ofc_engine")}
"""The packages whose modules are changed, and where they are."""


def rewrite(code_for: Rewrite) -> None:
    """Have every module of these packages be rewritten as it is imported.

    Raises RuntimeError if one has been imported before: it would stay as it is, unnoticed.
    """
    if early := [name for name in sys.modules if name.partition(".")[0] in ROOMS]:
        raise RuntimeError(f"imported too early: {', '.join(sorted(early))}")
    sys.meta_path.insert(0, _Finder(code_for))


class _Finder(MetaPathFinder):
    def __init__(self, code_for: Rewrite) -> None:
        self._code_for = code_for

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        package, *within = fullname.split(".")
        if package not in ROOMS:
            return None
        path = ROOMS[package].joinpath(*within)
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        code = self._code_for(file) if file.exists() else None
        if code is None:
            return None
        loader = _Loader(fullname, str(file.resolve()))
        loader.code = code
        return spec_from_file_location(fullname, loader.path, loader=loader)


class _Loader(SourceFileLoader):
    code: CodeType

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - it is known already
        return self.code
