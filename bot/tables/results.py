"""The results of a finished hand at a table: its score, and the points that change hands."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.ofc.hand import Hand
from bot.ofc.match import Transfer, settle
from bot.ofc.rulesets import Ruleset
from bot.ofc.scoring import Score, score_hand
from bot.scenes import ResultScene
from bot.store.bookings import Part
from bot.store.hands import LineupRow
from bot.tables.played import PlayedHand
from bot.tables.table import Table


@dataclass(frozen=True)
class Outcome:
    """A hand's score and transfers, both by seats of the hand."""

    score: Score
    transfers: tuple[Transfer, ...]


def outcome_of(table: Table, played: PlayedHand, hand: Hand) -> Outcome:
    """The outcome of a finished hand; pairs settle in the order of the rules (R10.1)."""
    score = score_hand(hand, settling_order(table.rules, played.lineup))
    agreed = table.stakes_in(played.row.number)
    return Outcome(score, transfers_of(score, played.acting, table.options.stake, agreed))


def settling_order(rules: Ruleset, lineup: Iterable[LineupRow]) -> list[int]:
    """The seats of a hand in the order in which pairs settle (R10.1)."""
    playing = [(part.table_seat, part.seat) for part in lineup if part.seat is not None]
    if rules.settles_from_button:
        return sorted(seat for _, seat in playing)
    return [seat for _, seat in sorted(playing)]


def transfers_of(
    score: Score,
    acting: Sequence[LineupRow],
    stake: int,
    agreed: Mapping[frozenset[int], int],
) -> tuple[Transfer, ...]:
    """The points that change hands, with the hand's stakes and limits (R9.2, R9.3).

    `acting` are its players in acting order; `agreed` maps pairs of player ids to their stake.
    """
    seats = {part.player_id: seat for seat, part in enumerate(acting)}
    pair_stakes = {
        frozenset(seats[player] for player in pair): factor
        for pair, factor in agreed.items()
        if pair <= seats.keys()
    }
    # How much a player can still lose is their total, if the limit is taken as zero.
    can_lose = [part.can_lose for part in acting if part.can_lose is not None]
    return settle(
        score.pairs,
        can_lose or (0,) * len(acting),
        stake=stake,
        pair_stakes=pair_stakes,
        loss_limit=0 if can_lose else None,
    )


def parts_of(played: PlayedHand, outcome: Outcome) -> tuple[Part, ...]:
    """Each player's `Part` of a finished hand: all that the ledger keeps besides transfers."""
    who = [part.player_id for part in played.acting]
    return parts_of_score(played.hand, outcome.score, who)


def parts_of_score(hand: Hand, score: Score, who: Sequence[int]) -> tuple[Part, ...]:
    """Each player's `Part` of a scored hand; `who` are the player ids in acting order."""
    scoops = Counter(
        pair.a if sum(pair.rows) > 0 else pair.b for pair in score.pairs if pair.is_scoop
    )
    return tuple(
        Part(
            player_id=who[number],
            seat=number,
            board=str(result.board),
            fate=result.fate.value,
            fantasyland=seat.fantasyland,
            earned=result.fantasyland,
            is_foul=result.is_foul,
            scoops=scoops[number],
            royalties=result.royalties,
        )
        for number, (seat, result) in enumerate(zip(hand.seats, score.results, strict=True))
    )


def result_scene(table: Table) -> ResultScene:
    """The table's latest hand, which is finished, with its result."""
    played = table.played
    assert played is not None
    outcome = outcome_of(table, played, played.hand)
    return ResultScene(table.scene(), outcome.score, outcome.transfers, table.options.stake)
