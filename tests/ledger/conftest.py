"""A database for tests of what is kept of matches and tournaments."""

from tests.game.conftest import db

__all__ = ["db"]
