"""Where tests and simulated worlds write: in memory, where there is some."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

_MEMORY: Final = Path("/dev/shm")
_ROOM: Final = 2_000_000_000
"""Bytes that there have to be in memory, about ten times what tests need at once."""


def write_in_memory() -> None:
    """Have temporary files of this process and its children in memory, unless TMPDIR says where.

    What is written is never waited for there, which is half of a simulated world's time. Nothing
    is lost by it: tests and worlds end processes, and no machine.
    """
    if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM:
        os.environ.setdefault("TMPDIR", str(_MEMORY))
        tempfile.tempdir = None  # it is known already, and found out anew now
