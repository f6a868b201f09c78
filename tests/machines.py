"""How state machines run: whatever can be done, in any order, and shrunk once it goes wrong."""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

shrinks: Final = pytest.mark.timeout(900)
"""Marks a test that runs one: what it finds is shrunk for five minutes at most."""


def run(machine: Callable[[], RuleBasedStateMachine], examples: int, steps: int) -> None:
    """Try so many ways, each of so many steps."""
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples, stateful_step_count=steps)
    )
