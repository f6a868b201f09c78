"""Finished matches of every kind are played again, to the last point and place.

After a change that is meant: `python -m tests.playthroughs.matches`, and read the difference.
"""

import pytest

from tests.playthroughs.match import KINDS
from tests.playthroughs.matches import kept, replayed

MATCHES = kept()


@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("kind", KINDS)
def test_a_match_comes_to_what_it_came_to(kind: str, each: int):
    matches = [match for match in MATCHES if match.plan.kind == kind]
    assert len(matches) == 40
    for match in matches[::each]:
        assert str(replayed(match)) == str(match)
