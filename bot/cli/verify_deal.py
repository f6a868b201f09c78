"""`python -m bot verify-deal`: check a hand's deal from what was published."""

import argparse
from pathlib import Path

from bot.cli.errors import refuse
from bot.cli.inputs import text_of
from bot.cli.rules import add_rules, chosen_rules
from bot.ofc.cards import format_cards
from bot.ofc.deal import NO_SEED
from bot.ofc.errors import OfcError
from bot.ofc.proof import Proof


def configure(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.description = (
        "Check a deal: paste the proof that the bot shows after a hand. Compare its commitment "
        "with the one that was shown before the hand, and its boards with the result. Exit code 1 "
        "means that the deal is not what was committed to."
    )
    command.add_argument("proof", nargs="?", type=Path, help="a file; standard input if left out")
    command.add_argument("--deck", action="store_true", help="print the whole deck as well")
    add_rules(command)
    command.epilog = "--rules and --set are for a proof without a line “rules”."


def run(options: argparse.Namespace) -> int:
    """Check the proof; 0 it holds, 1 it does not, 2 it cannot be read."""
    try:
        proof = Proof.parse(text_of(options.proof), chosen_rules(options))
    except (OfcError, OSError) as error:
        return refuse(str(error))
    try:
        proof.verify()
    except OfcError as error:
        print(f"This deal does NOT hold: {error}")
        return 1
    for line in _verdict(proof):
        print(line)
    if options.deck:
        print(f"Deck: {format_cards(proof.deal.deck)}")
    return 0


def _verdict(proof: Proof) -> list[str]:
    cards = sum(len(board.cards) for board in proof.boards)
    lines = [
        "This deal holds: the secret is the one that was committed to, and all",
        f"{cards} cards on the {len(proof.boards)} boards were dealt from its deck in that order.",
        f"The commitment that was shown before the hand must be {proof.commitment.hex()}.",
    ]
    if not proof.deal.is_seeded:
        return [*lines, "No player added a seed: whoever runs the bot could have chosen the deck."]
    added = [f"seat {n}: {s}" for n, s in enumerate(proof.deal.seeds) if s != NO_SEED]
    return [*lines, f"Players added to it after that: {', '.join(added)}."]
