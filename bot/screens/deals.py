"""The lines about a deal in messages, with which everybody can check it afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.phrases import plain
from bot.texts import Texts


@dataclass(frozen=True)
class Announced:
    """A deal that is committed to: the hand's number, the commitment (SHA-256 of its secret).

    `seeds` are what players have added, each with their name; it `is_open` until it is dealt.
    """

    number: int
    commitment: bytes
    seeds: Sequence[tuple[str, str]] = ()
    is_open: bool = False


def deal_lines(deal: Announced | None, _: Texts) -> list[str]:
    """Small lines with the commitment, the seeds, and how to add one; none for no deal."""
    if deal is None:
        return []
    told = _("Deal {number}: {commitment}", number=deal.number, commitment=deal.commitment.hex())
    lines = [told]
    if deal.seeds:
        seeds = ", ".join(f"{plain(name)} {seed}" for name, seed in deal.seeds)
        lines.append(_("Seeds: {seeds}", seeds=seeds))
    if deal.is_open:
        lines.append(_("Nobody can choose it: add a seed of your own with /ofc seed."))
    return [f"-# {line}" for line in lines]
