"""`ofc player`: a computer player that another program asks, one line at a time."""

import argparse
import json
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from typing import Final, TextIO, cast

import numpy as np

from ofc_engine.cli.console import refuse
from ofc_engine.errors import OfcError
from ofc_engine.players.arena import ArenaSeat, Message, action_of
from ofc_engine.players.deciding import decide
from ofc_engine.players.json_lines import answer_of, read_json, read_request
from ofc_engine.players.levels import LEVELS, Level, level

_PLAYER_HELP: Final = """\
Each line of standard input is a decision, each line of standard output its answer:

  {"rows": [["Qh"], ["7c", "7d"], ["As", "Ks"]], "draw": ["Qd", "2c", "9s"], "dead": [],
   "opponents": [{"rows": [["5h"], ["8c", "8d"], ["Tc", "Jc"]]}, {"fantasyland": 14}],
   "rules": "standard", "fantasyland": false}
  {"place": [["Qd", 0], ["9s", 2]]}

(on one line each). 0 is the Front, 1 the Middle, 2 the Back; a drawn card that is not named is
discarded. "opponents" says what is seen of each: their "rows", the cards of their "fantasyland"
and their "fate" (playing, dead, surrendered, missed); "opp", one board or a list of boards, is a
shorter way. These, "dead", "rules" (standard), "variant" (the preset's) and "fantasyland" may be
left out. What cannot be is answered with {"error": sentence}. The same line always gets the
same answer for the same --seed.

With --protocol poker-arena it is a player of that arena instead:

  poker-arena run --game ofc-pineapple --bot cmd:"ofc player --protocol poker-arena" ...
"""


def configure(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `player`."""
    command.set_defaults(run=_play)
    command.epilog = _PLAYER_HELP
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.add_argument(
        "--level", default="master", choices=list(LEVELS), help="how well it plays (%(default)s)"
    )
    command.add_argument(
        "--protocol",
        default="lines",
        choices=["lines", "poker-arena"],
        help="what it reads and writes (%(default)s)",
    )
    command.add_argument(
        "--seed",
        type=_seed,
        default=0,
        help="makes random choices repeatable (default: %(default)s)",
    )


def _seed(text: str) -> int:
    seed = int(text)
    if seed < 0:
        raise argparse.ArgumentTypeError(f"a number from 0 on, not {text}")
    return seed


def _play(options: argparse.Namespace) -> int:
    """Answer until the input ends."""
    chosen = level(options.level)
    # Any input gets an answer, even bytes that are no text.
    source = cast("TextIO", sys.stdin)
    if isinstance(source, TextIOWrapper):
        source.reconfigure(encoding="utf-8", errors="replace")
    lines = (line for line in sys.stdin if line.strip())
    if options.protocol == "poker-arena":
        try:
            _play_in_arena(lines, chosen, np.random.default_rng(options.seed))
        except OfcError as error:
            return refuse(str(error))
        return 0
    for line in lines:
        print(json.dumps(answer(line, chosen, options.seed)), flush=True)
    return 0


def _play_in_arena(lines: Iterable[str], chosen: Level, rng: np.random.Generator) -> None:
    """Play until the match ends; raises OfcError for an unknown game, or for a line of nonsense.

    Messages before `hello` are ignored.
    """
    seat: ArenaSeat | None = None
    for line in lines:
        message = cast("Message", read_json(line))
        match message:
            case {"t": "hello", "game_id": str(game), "seat_count": int(seats)}:
                seat = ArenaSeat(game, seats)
                _send({"t": "join"})
            case {"t": "act"} if seat is not None:
                _send(action_of(decide(chosen, seat.knowledge, rng)))
            case {"t": "match-end"}:
                return
            case _ if seat is not None:
                seat.tell(message)
            case _:
                pass


def _send(message: object) -> None:
    print(json.dumps(message), flush=True)


def answer(line: str, chosen: Level, seed: int) -> dict[str, object]:
    """The answer to one line, as an object: `place` or `error`."""
    try:
        knowledge = read_request(line)
    except OfcError as error:
        return {"error": str(error)}
    return answer_of(decide(chosen, knowledge, np.random.default_rng(seed)))
