"""Checks of what must hold all the time."""

from typing import Final

from tests.simulation.checks.alone import Alone
from tests.simulation.checks.answers import Answers
from tests.simulation.checks.books import Books
from tests.simulation.checks.called import Called
from tests.simulation.checks.check import Check
from tests.simulation.checks.endings import Endings
from tests.simulation.checks.log import Log
from tests.simulation.checks.promises import Promises
from tests.simulation.checks.resumed import Resumed
from tests.simulation.checks.rules import Rules
from tests.simulation.checks.secrecy import Secrecy
from tests.simulation.checks.shown import Shown
from tests.simulation.checks.told import Told
from tests.simulation.checks.ways import Ways

CHECKS: Final[tuple[type[Check], ...]] = (
    Answers,
    Log,
    Secrecy,
    Alone,
    Rules,
    Books,
    Called,
    Told,
    Promises,
    Shown,
    Ways,
    Resumed,
    Endings,
)
"""All checks, in the order in which they look, and try things at the end."""
