"""Fixtures of the tests of settings."""

import pytest

from discord_standin.vocabulary import Permission
from tests.e2e.house import Group


@pytest.fixture
def ann_manages(group: Group) -> None:
    """Ann has Manage Server, and Bob has not."""
    group.people[0].join(group.guild, Permission.MANAGE_GUILD)
