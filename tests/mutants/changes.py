"""Small changes of the bot, as cosmic-ray makes them: of an operator, a constant or a branch."""

import ast
import contextlib
import difflib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

_COMPARISONS: Final = (
    *("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is"),
    *("Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt"),
)
_BINARY: Final = (
    *("Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_Mul", "Pow_Mul"),
    *("BitOr_BitAnd", "BitAnd_BitOr", "BitXor_BitAnd", "LShift_RShift", "RShift_LShift"),
)
OPERATORS: Final = (
    *("AddNot", "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_USub"),
    *("ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop"),
    *("ExceptionReplacer", "NumberReplacer"),
    *(f"ReplaceComparisonOperator_{name}" for name in _COMPARISONS),
    *(f"ReplaceBinaryOperator_{name}" for name in _BINARY),
)
"""Of what cosmic-ray knows, what a slip of the pen would be: no `+` becomes a shift."""

_Place = tuple[int, int]
"""Line and column."""


@dataclass(frozen=True)
class Mutant:
    """One change of one file, whose code was `before` and becomes `after`."""

    file: Path
    line: int
    before: str
    after: str

    @property
    def module(self) -> str:
        """How it is imported."""
        parts = self.file.with_suffix("").parts
        parts = parts[1:] if parts[0] == "engine" else parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def diff(self) -> str:
        """The change for people to read."""
        before, after = self.before.splitlines(), self.after.splitlines()
        lines = list(difflib.unified_diff(before, after, n=0, lineterm=""))[3:]
        return "\n".join(f"    {line}" for line in lines)


def sample(files: Sequence[Path], size: int, seed: int) -> list[Mutant]:
    """So many of all changes of these files, each as likely."""
    places = [place for file in files for place in _places(file)]
    random.Random(seed).shuffle(places)
    return list(islice((mutant for place in places for mutant in _made(*place)), size))


def _places(file: Path) -> Iterator[tuple[Path, int, str, int]]:
    """Where which operator can change something for the how manieth time."""
    code = file.read_text("utf-8")
    nodes, left_out = list(ast_nodes(get_ast(code))), list(_left_out(ast.parse(code)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        found = (place for node in nodes for place in operator.mutation_positions(node))
        for occurrence, (start, _) in enumerate(found):
            if not any(first <= start < last for first, last in left_out):
                yield file, start[0], name, occurrence


def _made(file: Path, line: int, name: str, occurrence: int) -> Iterator[Mutant]:
    """The change, unless cosmic-ray makes none.

    It takes the `*` between parameters for a product, and does not know `except discord.NotFound`.
    """
    before = file.read_text("utf-8")
    with contextlib.suppress(SyntaxError, AttributeError):
        after = mutate_code(before, get_operator(f"core/{name}")(), occurrence) or ""
        compile(after, file, "exec")
        yield Mutant(file, line, before, after)


def _left_out(tree: ast.Module) -> Iterator[tuple[_Place, _Place]]:
    """What is no behaviour: types, decorators (the size of a cache), checks as `strict`."""
    for node in ast.walk(tree):
        found: list[ast.expr | None] = []
        if isinstance(node, ast.AnnAssign | ast.arg):
            found.append(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.extend((node.returns, *node.decorator_list))
        elif isinstance(node, ast.ClassDef):
            found.extend(node.decorator_list)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "cast":
            found.append(node.args[0])
        elif isinstance(node, ast.keyword) and node.arg == "strict":
            found.append(node.value)
        for part in found:
            if part is not None:
                end = part.end_lineno, part.end_col_offset
                yield (part.lineno, part.col_offset), end  # type: ignore[misc]
