"""A desk in a server for tests of what handlers decide, and of what people are told."""

from tests.desk.scene import scene

__all__ = ["scene"]
