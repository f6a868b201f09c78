"""A desk in a server for tests of the messages that are kept up to date."""

from tests.desk.scene import scene

__all__ = ["scene"]
