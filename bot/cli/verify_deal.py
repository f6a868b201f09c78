"""`python -m bot verify-deal`: check a hand's deal from what was published."""

import argparse
import sys
from pathlib import Path

from bot.cli.errors import refuse
from bot.ofc.cards import format_cards
from bot.ofc.errors import OfcError
from bot.ofc.proof import Proof


def configure(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.description = (
        "Check a deal: paste the proof that the bot shows after a hand. Exit code 1 means that "
        "the deal is not what was committed to."
    )
    command.add_argument("proof", nargs="?", type=Path, help="a file; standard input if left out")
    command.add_argument("--deck", action="store_true", help="print the whole deck as well")


def run(options: argparse.Namespace) -> int:
    """Check the proof; 0 it holds, 1 it does not, 2 it cannot be read."""
    try:
        text = options.proof.read_text() if options.proof else sys.stdin.read()
        proof = Proof.parse(text)
    except (OfcError, OSError) as error:
        return refuse(str(error))
    try:
        proof.verify()
    except OfcError as error:
        print(f"This deal does NOT hold: {error}")
        return 1
    cards = sum(len(board.cards) for board in proof.boards)
    print("This deal holds: the secret is the one committed to before the deal, and all")
    print(f"{cards} cards on the boards are those that its deck deals, in that order.")
    if options.deck:
        print(f"Deck: {format_cards(proof.deck)}")
    return 0
