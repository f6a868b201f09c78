"""The fixture `scene`, a desk for tests of what handlers decide and what people are told."""

from tests.desk.scene import scene

__all__ = ["scene"]
