"""The rules of Open Face Chinese Poker: pure values and functions.

Nothing here knows a clock, a database, chance or Discord. Rule numbers such as R4.2 in the
docstrings are those of docs/rules.md, which names their sources.
"""
