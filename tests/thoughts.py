"""What is thought in a run of the tests, in whichever of its processes: the same only once.

Many tests play the same hand, and thinking is most of what one by hand costs.
"""

import os
import pickle
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def once(folder: Path, work: Callable[[], T]) -> T:
    """What `work` returns or raises; what it has returned is kept in the folder.

    What cannot be pickled, such as a test's own function, is done each time; so is what has
    returned None, which may be an answer that is still to come.
    """
    try:
        asked = pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError):
        return work()
    kept = folder / sha256(asked).hexdigest()
    try:
        return pickle.loads(kept.read_bytes())
    except FileNotFoundError:
        outcome = work()
        if outcome is None:
            return outcome
        written = kept.with_suffix(f".{os.getpid()}")
        written.write_bytes(pickle.dumps(outcome))
        written.replace(kept)
        return outcome
