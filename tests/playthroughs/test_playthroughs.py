"""Each rule set and mode is played through as before: a change of behaviour is a readable diff.

After a change that is meant: `python -m tests.playthroughs`, and read the difference.
"""

from pathlib import Path

import pytest

from tests.playthroughs.telling import GOLDEN, NAMES, kept, told


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_is_played_as_it_is_kept(name: str, thoughts: Path | None):
    assert told(name, thoughts) == kept(name)


def test_nothing_else_is_kept():
    assert {file.stem for file in GOLDEN.glob("*.txt")} == {*NAMES}
