"""Fixtures that every test of the engine may use."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "default", deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")

_SHARED = Path(os.environ.get("OFC_SHARED", Path(__file__).parents[3] / "shared"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the rulebook's cases; it is no part of the project."""
    if not _SHARED.is_dir():
        pytest.skip(f"needs the rulebook's folder at {_SHARED} (set OFC_SHARED)")
    return _SHARED
