"""`python -m tests.playthroughs [NAME ...]`: keep how playthroughs go now, all or those named."""

import sys

import pytest

from tests.playthroughs.telling import GOLDEN, NAMES, told


def main() -> None:
    """Write the stories down; as in all tests new tables have no time limit."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr("bot.values.options.USUAL_PACE", "")
        for name in sys.argv[1:] or NAMES:
            (GOLDEN / f"{name}.txt").write_text(told(name), "utf-8")
            print(name)


if __name__ == "__main__":
    main()
