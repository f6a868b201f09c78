"""What is thought in a run of the tests, in whichever of its processes: the same only once.

Many tests play the same hand, and thinking is most of what one by hand costs.
"""

import os
import pickle
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from ofc_engine.players.thinking import judge_on

T = TypeVar("T")


def once(folder: Path | None, work: Callable[[], T]) -> T:
    """What `work` returns or raises; what it has returned is kept in the folder, if there is one.

    What cannot be pickled, such as a test's own function, is done each time; so is judging a hand
    in steps, which remembers the last one. Whoever patches what thinks hands in no folder.
    """
    if folder is None or getattr(work, "func", None) is judge_on:
        return work()
    try:
        asked = pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError):
        return work()
    kept = folder / sha256(asked).hexdigest()
    if kept.exists():
        return pickle.loads(kept.read_bytes())
    outcome = work()
    written = kept.with_suffix(f".{os.getpid()}")
    written.write_bytes(pickle.dumps(outcome))
    written.replace(kept)
    return outcome
