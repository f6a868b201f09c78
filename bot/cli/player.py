"""`python -m bot player`: a computer player that speaks JSON lines."""

import argparse
import json
import sys
from io import TextIOWrapper
from typing import TextIO, cast

import numpy as np

from bot.ofc.errors import OfcError
from bot.players.json_lines import answer_of, read_request
from bot.players.levels import LEVELS, Level, level

_HELP = """\
Each line of standard input is a decision, each line of standard output its answer:

  {"rows": [["Qh"], ["7c", "7d"], ["As", "Ks"]], "draw": ["Qd", "2c", "9s"], "dead": [],
   "opp": [["5h"], ["8c", "8d"], ["Tc", "Jc"]], "rules": "standard", "fantasyland": false}
  {"place": [["Qd", 0], ["9s", 2]]}

(on one line each). 0 is the Front, 1 the Middle, 2 the Back; a drawn card that is not named is
discarded. "opp" is one board, a list of boards, or left out; "dead", "rules" (standard),
"variant" (the preset's) and "fantasyland" may be left out. What cannot be is answered with
{"error": sentence}. The same line always gets the same answer for the same --seed.
"""


def configure(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.epilog = _HELP
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.add_argument("--level", default="master", choices=list(LEVELS))
    command.add_argument("--seed", type=_seed, default=0, help="for what a player leaves to chance")


def _seed(text: str) -> int:
    seed = int(text)
    if seed < 0:
        raise argparse.ArgumentTypeError(f"a number from 0 on, not {text}")
    return seed


def run(options: argparse.Namespace) -> int:
    """Answer until the input ends."""
    chosen = level(options.level)
    # Anything may stand in the input, bytes that are no text too: it gets an answer.
    source = cast("TextIO", sys.stdin)
    if isinstance(source, TextIOWrapper):
        source.reconfigure(encoding="utf-8", errors="replace")
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(line, chosen, options.seed)), flush=True)
    return 0


def answer(line: str, chosen: Level, seed: int) -> dict[str, object]:
    """The answer to one line, as an object: `place` or `error`."""
    try:
        knowledge = read_request(line)
    except OfcError as error:
        return {"error": str(error)}
    return answer_of(chosen.decide(knowledge, np.random.default_rng(seed)))
