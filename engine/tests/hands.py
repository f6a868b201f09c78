"""Hypothesis strategies for hands as they could really be played."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from ofc_engine.board import Placement
from ofc_engine.cards import Cards
from ofc_engine.deal import Deal, commitment, dealt_on
from ofc_engine.hand import Hand
from ofc_engine.legal import legal_placements
from ofc_engine.operations import DeclaredDead, Exposed, Missed, Operation, Placed, Surrendered
from ofc_engine.proof import Proof
from ofc_engine.rulesets import OPTIONS, PRESETS, Ruleset
from ofc_engine.variants import VARIANTS


@dataclass(frozen=True)
class Game:
    """A hand with everything that made it; `positions` has the hand after each operation."""

    rules: Ruleset
    fantasyland: tuple[int, ...]
    deal: Deal
    log: tuple[Operation, ...]
    positions: tuple[Hand, ...]

    @property
    def hand(self) -> Hand:
        return self.positions[-1]

    @property
    def secret(self) -> bytes:
        return self.deal.secret

    @property
    def deck(self) -> Cards:
        return self.deal.deck_of(self.rules.variant.deck)

    @property
    def proof(self) -> Proof:
        return Proof.of(self.hand, self.log, self.deal, commitment(self.secret))


def fitting(preset: str, changes: dict[str, str]) -> Ruleset:
    """A preset with these changes, and others that its variant needs."""
    choices = dict(zip(OPTIONS, PRESETS[preset].choices, strict=True)) | changes
    for option, values in VARIANTS[choices["variant"]].fits:
        if choices[option] not in values:
            choices[option] = values[len(preset) % len(values)]
    return PRESETS[preset].changed(choices)


rulesets = st.builds(
    fitting,
    st.sampled_from(sorted(PRESETS)),
    st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(list(values)) for name, values in OPTIONS.items()}
    ),
)


def random_placement(hand: Hand, seat: int, random: Random) -> Placement:
    """Some legal placement; not uniform, but every one is possible."""
    state = hand.seats[seat]
    if len(state.pending) <= 5:
        return random.choice(list(legal_placements(hand, seat)))
    cards = list(state.pending)
    random.shuffle(cards)
    return Placement(*map(tuple, (cards[:3], cards[3:8], cards[8:13], cards[13:])))


def play(
    rules: Ruleset,
    fantasyland: tuple[int, ...],
    secret: bytes | Deal,
    random: Random,
    *,
    mishaps: float = 0.0,
    stop_after: int = 10_000,
    choose: Callable[[Hand, int, Random], Placement] = random_placement,
) -> Game:
    """Play a hand with legal placements and, rarely, what goes wrong (`mishaps`)."""
    hand = Hand.start(rules, fantasyland)
    deal = secret if isinstance(secret, Deal) else Deal(secret)
    log: list[Operation] = []
    positions = [hand]

    def do(operation: Operation) -> None:
        nonlocal hand
        hand = hand.apply(operation)
        log.append(operation)
        positions.append(hand)

    while not hand.is_finished and len(log) < stop_after:
        for operation in dealt_on(hand, deal)[0]:
            do(operation)
        if hand.is_finished:
            break
        seat = random.choice(hand.actors)
        if random.random() < mishaps:
            do(_mishap(hand, seat, random))
        else:
            do(Placed(seat, choose(hand, seat, random)))
    return Game(rules, fantasyland, deal, tuple(log), tuple(positions))


def _mishap(hand: Hand, seat: int, random: Random) -> Operation:
    """R8, R11: a surrender, a dead hand, a missed one or a card shown out of turn."""
    ways: list[Operation] = [DeclaredDead(seat), Exposed(seat)]
    if hand.can_surrender(seat):
        ways.append(Surrendered(seat))
    if not hand.seats[seat].board.cards:
        ways.append(Missed(seat))
    return random.choice(ways)


_secrets = st.binary(min_size=32, max_size=32)
_seeds = st.sampled_from(["-", "1442973305278349325", "tiger7"])
_deals_by_seat = st.builds(lambda secret: Deal(secret, 7, ("1442",), by_seat=True), _secrets)


def _deals(rules: Ruleset, players: int) -> st.SearchStrategy[Deal]:
    """Deals of each method that deals from one deck, with whatever each added, also who watches."""
    watches = players == rules.variant.most_players < rules.variant.most_seats
    seeds = st.integers(players, players + watches).flatmap(lambda n: st.tuples(*[_seeds] * n))
    before = st.builds(Deal, _secrets, st.just(7), st.just(()) | seeds)
    return before | st.builds(
        Deal, _secrets, st.just(7), seeds, st.just(False), message=_seeds, joined=_seeds
    )


@st.composite
def games(
    draw: st.DrawFn, *, finished: bool = False, mishaps: bool = True, by_seat: bool = False
) -> Game:
    """A hand of any ruleset and size, played to some point or, if asked, to the end."""
    rules = draw(rulesets)
    players = draw(st.integers(2, rules.variant.most_players))
    most = rules.variant.most_cards(players)
    visit = st.just(0) | st.integers(13, min(17, most))
    return play(
        rules,
        draw(st.tuples(*[visit] * players)),
        draw(_deals_by_seat if by_seat else _deals(rules, players)),
        draw(st.randoms(use_true_random=False)),
        mishaps=0.05 if mishaps else 0.0,
        stop_after=10_000 if finished else draw(st.integers(0, 80)),
    )
