"""Runs state machines of Hypothesis: any steps in any order, shrunk when one fails."""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

shrinks: Final = pytest.mark.timeout(900)
"""Marks a test that runs one: a failure is shrunk for up to five minutes."""


def run(machine: Callable[[], RuleBasedStateMachine], examples: int, steps: int) -> None:
    """Run a machine `examples` times with up to `steps` steps each."""
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples, stateful_step_count=steps)
    )
