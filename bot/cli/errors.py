"""How a command says that it cannot do what was asked."""

import sys


def refuse(sentence: str) -> int:
    """Print one sentence on standard error; returns exit code 2."""
    print(sentence, file=sys.stderr)
    return 2
