"""The outcome of a finished hand: its score, and the points that change hands."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.game.played import PlayedHand
from bot.game.table import Table
from bot.store.hands import LineupRow
from bot.store.ledger.bookings import Part
from ofc_engine.duplicate_match import with_visits
from ofc_engine.hand import Hand
from ofc_engine.match import Transfer, after_transfers, settle
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import Score, score_hand
from ofc_engine.stacks import settle_stacks


@dataclass(frozen=True)
class HandOutcome:
    """A hand's score and transfers, both by seats of the hand."""

    score: Score
    transfers: tuple[Transfer, ...]


def outcome_of(table: Table, played: PlayedHand, hand: Hand) -> HandOutcome:
    """The outcome of a finished hand; pairs settle in the order of the rules (R10.1)."""
    score = score_hand(hand, settling_order(table.rules, played.lineup))
    agreed = table.stakes_in(played.row.number)
    options, number = table.options, played.row.number
    settled = transfers_of(
        score,
        played.acting,
        options.stake_in(number),
        agreed,
        has_stacks=options.is_tournament,
    )
    return HandOutcome(score, settled)


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
    *,
    has_stacks: bool = False,
) -> tuple[Transfer, ...]:
    """The points that change hands, with the hand's stakes and limits (R9.2, R9.3).

    `acting` are its players in acting order; `agreed` maps pairs of player ids to their stake. If
    the table `has_stacks`, what a player can lose is their stack (R10).
    """
    if has_stacks:
        return settle_stacks(score.pairs, [part.can_lose or 0 for part in acting], stake=stake)
    seats = {part.player_id: seat for seat, part in enumerate(acting)}
    pair_stakes = {
        frozenset(seats[player] for player in pair): factor
        for pair, factor in agreed.items()
        if pair <= seats.keys()
    }
    # With a limit of zero, a player's total is the points that they can still lose.
    return settle(
        score.pairs,
        [part.can_lose or 0 for part in acting],
        stake=stake,
        pair_stakes=pair_stakes,
        loss_limit=limits_of(acting),
    )


def limits_of(acting: Iterable[LineupRow]) -> list[int | None]:
    """Zero for each player with a limit, None for each without (R9.3), in acting order."""
    return [None if part.can_lose is None else 0 for part in acting]


def parts_of(played: PlayedHand, outcome: HandOutcome) -> tuple[Part, ...]:
    """Each player's `Part` of a finished hand: all that the ledger stores besides transfers."""
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


def visits_of(rules: Ruleset, stake: int, score: Score) -> tuple[int, ...]:
    """R14.4, R14.6: points that each seat gains for Fantasyland earned but not played."""
    earned = [result.fantasyland for result in score.results]
    return tuple(with_visits(rules, stake, [0] * len(earned), earned))


def play_points(
    rules: Ruleset, stake: int, score: Score, transfers: Sequence[Transfer]
) -> list[int]:
    """A finished hand's points in its match, by seats: transfers, and Fantasyland if earned."""
    points = after_transfers([0] * len(score.results), transfers)
    return with_visits(rules, stake, points, [each.fantasyland for each in score.results])
