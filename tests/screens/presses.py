"""Presses of every kind, as Hypothesis makes them."""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, get_args, get_type_hints

from hypothesis import strategies as st

from bot.assembly import HANDLERS
from bot.screens.ledger.pages import LedgerView
from bot.screens.press import Press
from bot.values.ledger_records import Scope
from ofc_engine.variants import VARIANTS

KINDS: tuple[type[Press], ...] = tuple(HANDLERS)

numbers = st.integers(0, 3) | st.integers(0, 10**10 - 1)
_OF_TYPE: dict[Any, st.SearchStrategy[Any]] = {
    int: numbers,
    str: st.from_regex(r"[0-9a-z.]{0,12}", fullmatch=True),
    tuple[int, ...]: st.lists(st.integers(0, 99_999), max_size=5).map(tuple),
    LedgerView: st.sampled_from(LedgerView),
    Scope: st.builds(
        Scope,
        channel_id=st.integers(0, 2**63 - 1),
        season=st.integers(0, 999_999),
        variant=st.sampled_from(["", *VARIANTS]),
        days=st.integers(0, 99_999),
    ),
}


def presses(kinds: Sequence[type[Press]] = KINDS) -> st.SearchStrategy[Any]:
    """A press of any of these kinds."""
    return st.sampled_from(kinds).flatmap(_of)


def _of(kind: Any) -> st.SearchStrategy[Any]:
    if isinstance(kind, UnionType):
        return st.one_of(map(_of, get_args(kind)))
    if not is_dataclass(kind) or kind in _OF_TYPE:
        return _OF_TYPE[kind]
    hints = get_type_hints(kind)
    return st.builds(kind, *(_of(hints[field.name]) for field in fields(kind)))
