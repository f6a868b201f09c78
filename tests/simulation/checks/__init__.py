"""What must hold all along."""

from typing import Final

from tests.simulation.checks.answers import Answers
from tests.simulation.checks.books import Books
from tests.simulation.checks.check import Check
from tests.simulation.checks.log import Log
from tests.simulation.checks.rules import Rules
from tests.simulation.checks.secrecy import Secrecy

CHECKS: Final[tuple[type[Check], ...]] = (Answers, Log, Secrecy, Rules, Books)
