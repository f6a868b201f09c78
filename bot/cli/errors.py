"""Refusals of commands."""

import sys


def refuse(sentence: str) -> int:
    """Print one sentence on standard error; returns exit code 2."""
    print(sentence, file=sys.stderr)
    return 2
