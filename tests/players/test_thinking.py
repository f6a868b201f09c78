"""What is asked of computer players needs nothing of what answers it."""

import subprocess
import sys

_NAMED = """
import sys
import bot.cli.run, cogs.ledger, cogs.my, cogs.ofc
sys.exit("numpy" in sys.modules)
"""


def test_the_bots_own_process_starts_without_numpy():
    assert subprocess.run([sys.executable, "-c", _NAMED], check=False).returncode == 0
