"""Has modules of the bot imported as other code than their files hold."""

import sys
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import TypeAlias

Rewrite: TypeAlias = Callable[[Path], CodeType | None]
"""The code for a file, whose path begins with `bot`; None for what it holds."""


def rewrite(code_for: Rewrite) -> None:
    """Have every module of the bot that is imported from now on be rewritten."""
    sys.meta_path.insert(0, _Finder(code_for))


class _Finder(MetaPathFinder):
    def __init__(self, code_for: Rewrite) -> None:
        self._code_for = code_for

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        if fullname.partition(".")[0] != "bot":
            return None
        path = Path(*fullname.split("."))
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
