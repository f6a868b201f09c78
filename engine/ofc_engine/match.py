"""From hand to hand: the button, the lineup, Fantasyland, settlement, limits on losing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ofc_engine.errors import RulesetError
from ofc_engine.rulesets import Ruleset
from ofc_engine.scoring import Pair


@dataclass(frozen=True)
class Lineup:
    """Who plays the next hand.

    `seats` are table seats in acting order, `fantasyland` the cards of their visits in the same
    order, `sits_out` the table seat that watches (R1.4, one seat too many) or None.
    """

    button: int
    seats: tuple[int, ...]
    fantasyland: tuple[int, ...]
    sits_out: int | None


def clockwise_from(seat: int, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats in ascending order, beginning with the first after `seat`."""
    ascending = sorted(seats)
    return (*(s for s in ascending if s > seat), *(s for s in ascending if s <= seat))


def next_button(
    rules: Ruleset,
    seats: Sequence[int],
    button: int | None,
    fantasyland: Mapping[int, int],
    sat_out: int | None = None,
) -> int:
    """The seat with the button in the next hand (R3.1, R7.6).

    The arguments are those of `next_lineup`: `button` had it in the last hand, `fantasyland` maps
    seats to cards earned, `sat_out` watched the last hand because it had the button.
    """
    if button is None:
        return min(seats)
    # With one seat too many, the button's sits out and keeps its visit for later. The button does
    # not rest there again, or the same person would watch twice.
    one_too_many = len(seats) > rules.variant.most_players
    playing = [seat for seat in seats if not (one_too_many and seat == button)]
    rests = any(fantasyland.get(s) for s in playing) and not rules.button_moves_in_fantasyland
    if button in seats and rests and not (one_too_many and sat_out == button):
        return button
    return clockwise_from(button, seats)[0]


def orbits(buttons: Sequence[int]) -> int:
    """How often the button has reached or passed the seat where it began.

    `buttons` are the seats that had it, hand by hand.
    """
    first = min(buttons[:1], default=0)
    come_round = [(seat < first, seat) for seat in buttons]
    return sum(after < before for before, after in pairwise(come_round))


def next_lineup(
    rules: Ruleset,
    seats: Sequence[int],
    button: int | None,
    fantasyland: Mapping[int, int],
    sat_out: int | None = None,
) -> Lineup:
    """The lineup of the next hand at a table with people on `seats`.

    `button` is the seat that had it in the last hand, None before the first; `fantasyland`
    maps seats to the cards they earned (seats without a visit may be missing); `sat_out` is the
    seat that sat out the last hand because it had the button.
    R3.1: the button moves clockwise; R7.6: it rests while anyone who is dealt in is in
    Fantasyland; R1.4: with one seat too many the button's seat sits out, and never twice in a
    row. Raises RulesetError.
    """
    button = next_button(rules, seats, button, fantasyland, sat_out)
    order = clockwise_from(button, seats)
    sits_out = None
    if len(order) > rules.variant.most_players:
        if len(order) > rules.variant.most_seats:
            raise RulesetError(
                "{variant} has room for {most} people at the table.",
                variant=rules.variant.title,
                most=rules.variant.most_seats,
            )
        *acting, sits_out = order
        order = tuple(acting)
    rules.verify_players(len(order))
    most = rules.variant.most_cards(len(order))
    visits = tuple(min(fantasyland.get(seat, 0), most) for seat in order)
    return Lineup(button, order, visits, sits_out)


@dataclass(frozen=True)
class Transfer:
    """Points that one seat pays another; `points` is what `a` wins from `b`.

    `factor` is the multiplier of the pair's points (R9.2).
    """

    a: int
    b: int
    points: int
    factor: int = 1


def after_transfers(before: Sequence[int], transfers: Iterable[Transfer]) -> tuple[int, ...]:
    """Each seat's points or stack after some transfers, given those `before`."""
    after = list(before)
    for transfer in transfers:
        after[transfer.a] += transfer.points
        after[transfer.b] -= transfer.points
    return tuple(after)


LossLimit = int | Sequence[int | None] | None
"""The most points that anybody can lose (R9.3), or the most that each seat can; None: no limit."""


def settle(
    pairs: Sequence[Pair],
    totals: Sequence[int],
    *,
    stake: int = 1,
    pair_stakes: Mapping[frozenset[int], int] | None = None,
    loss_limit: LossLimit = None,
) -> tuple[Transfer, ...]:
    """The transfers between seats, pair by pair in the given order.

    R9.2: points are multiplied by the table's stake, or by what two players agreed.
    R9.3: with a loss limit, nobody's running total (`totals` by seat, before the hand) falls
    below its negative; what goes beyond is not paid. Each seat may have another.
    """
    running = list(totals)
    limits = _each(loss_limit, len(running))
    transfers: list[Transfer] = []
    for pair in pairs:
        factor = (pair_stakes or {}).get(frozenset((pair.a, pair.b)), stake)
        due = pair.points * factor
        winner, loser = (pair.a, pair.b) if due >= 0 else (pair.b, pair.a)
        paid = abs(due)
        limit = limits[loser]
        if limit is not None:
            paid = min(paid, max(0, running[loser] + limit))
        running[winner] += paid
        running[loser] -= paid
        transfers.append(Transfer(pair.a, pair.b, paid if due >= 0 else -paid, factor))
    return tuple(transfers)


def limit_reached(totals: Sequence[int], loss_limit: LossLimit) -> bool:
    """R9.3: whether the game ends after this hand, as somebody has lost all that they may."""
    limits = _each(loss_limit, len(totals))
    return any(
        limit is not None and total <= -limit for total, limit in zip(totals, limits, strict=True)
    )


def _each(loss_limit: LossLimit, count: int) -> Sequence[int | None]:
    """The limit of each of `count` seats."""
    return loss_limit if isinstance(loss_limit, Sequence) else [loss_limit] * count
