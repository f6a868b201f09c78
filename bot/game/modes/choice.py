"""Which mode a table has: chosen here and nowhere else."""

from typing import Final

from bot.game.modes.mode import Mode
from bot.game.modes.same_cards import DuplicateMatch, Group
from bot.game.modes.with_stacks import KnockOut, SitAndGo, WithStacks
from bot.store.tables import TableRow

_PLAIN: Final = Mode()
_SIT_AND_GO: Final = SitAndGo()
_IMPORTED: Final = WithStacks()
"""A table of which an import brought hands of a tournament, and nothing else."""
_KNOCK_OUT: Final = KnockOut()
_GROUP: Final = Group()
_MATCH: Final = DuplicateMatch()


def mode_of(row: TableRow) -> Mode:
    """The mode of a table."""
    if row.round is not None:
        return _GROUP
    if row.tournament_id is not None:
        return _KNOCK_OUT if row.room else _SIT_AND_GO
    if row.options.duplicate is not None:
        return _MATCH
    return _PLAIN if row.options.stack is None else _IMPORTED
