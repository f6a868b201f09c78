"""`ofc verify-deal`: check that a deal, or those of a match, are what was committed to."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from ofc_engine.cards import format_cards
from ofc_engine.cli.console import add_rules, chosen_rules, refuse, text_of
from ofc_engine.deal import NO_SEED, Deal
from ofc_engine.duplicate_match import MatchProof, is_match, secret_of
from ofc_engine.errors import OfcError
from ofc_engine.origin import Origin
from ofc_engine.proof import Proof


def configure(command: argparse.ArgumentParser) -> None:
    """Add the arguments of `verify-deal`."""
    command.set_defaults(run=_verify_deal)
    command.description = (
        "Check a deal: paste the proof that the bot shows after a hand, or of all deals at the "
        "end of a duplicate match. Compare its commitment "
        "with the one that was shown before the hand, and its boards with the result. Exit code 1 "
        "means that the deal is not what was committed to."
    )
    command.add_argument(
        "proof", nargs="?", type=Path, help="the file with the proof (default: standard input)"
    )
    command.add_argument("--deck", action="store_true", help="also print the whole deck")
    add_rules(command)
    command.epilog = "Use --rules and --set for a proof that has no line “rules”."


def _verify_deal(options: argparse.Namespace) -> int:
    """Check the proof; returns 0 if it holds, 1 if not, 2 if it cannot be read."""
    try:
        text = text_of(options.proof)
        if is_match(text):
            return _verify_match(text)
        proof = Proof.parse(text, chosen_rules(options))
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
        print(f"Deck: {format_cards(proof.deal.deck_of(proof.rules.variant.deck))}")
    return 0


def _verify_match(text: str) -> int:
    """Check the proof of a duplicate match (R14.6)."""
    proof = MatchProof.parse(text)
    try:
        proof.verify()
    except OfcError as error:
        print(f"This match does NOT hold: {error}")
        return 1
    print("This match holds: the secret is the one that was committed to, and the deals came in")
    print("the order that it gives. The commitment that was shown when the table was opened must")
    print(f"be {proof.commitment.hex()}. The secrets of its deals:")
    for deal in range(1, proof.plan.deals + 1):
        print(f"Deal {deal}: {secret_of(proof.secret, deal).hex()}")
    return 0


def _verdict(proof: Proof) -> list[str]:
    cards = sum(len(board.cards) for board in proof.boards)
    piles = ", a pile for each seat." if proof.deal.by_seat else " in that order."
    return [
        "This deal holds: the secret is the one that was committed to, and all",
        f"{cards} cards on the {len(proof.boards)} boards were dealt from its deck{piles}",
        f"The commitment that was shown before the hand must be {proof.commitment.hex()}.",
        *_where_from(proof.origin),
        *_what_was_added(proof),
        *_who_could_choose(proof.deal),
    ]


def _where_from(origin: Origin | None) -> Iterator[str]:
    if origin is None:
        return
    yield "That of all deals of the tournament, which its announcement showed from the opening on,"
    yield f"must be {origin.commitment.hex()}."
    if origin.secret is None:
        yield "That this deal comes from it can be checked with the proof that is shown once the"
        yield "tournament is over."
    else:
        yield "This deal comes from it."


def _what_was_added(proof: Proof) -> Iterator[str]:
    deal = proof.deal
    if deal.by_seat:
        yield f"What was added to all deals of the event after that gives {', '.join(deal.seeds)}."
        return
    if deal.message == NO_SEED:
        yield "No message in a channel showed it when the cards were dealt."
    elif deal.message is not None:
        yield f"The message that showed it must have the number {deal.message}, with which its link"
        yield "ends."
    if deal.joined != NO_SEED:
        yield f"Those who joined, or whoever began it first, added to it after that: {deal.joined}."
    added = [
        f"seat {seat}: {seed}" if seat < len(proof.boards) else f"the seat that sat out: {seed}"
        for seat, seed in enumerate(deal.seeds)
        if seed != NO_SEED
    ]
    if added:
        yield f"Players added to it after that: {', '.join(added)}."


def _who_could_choose(deal: Deal) -> Iterator[str]:
    if not deal.is_seeded:
        yield "Nothing was added to it: whoever runs the bot could have chosen the deck."
    elif deal.message not in (None, NO_SEED):
        yield "Discord gave the message its number after the secret was fixed, for all to see:"
        yield "nobody could choose the deck, unless the message was posted, or the commitment put"
        yield "into it, more than once."
    else:
        yield "If you typed one of these after all others, nobody could choose the deck. The"
        yield "numbers of presses are shown to the bot alone: for them you rely on whoever runs it."
