"""Hypothesis strategies for scenes as they could really come up."""

from dataclasses import replace

from hypothesis import strategies as st

from bot.values.phrases import ACHIEVED, VARIANTS
from bot.values.scenes import (
    LedgerEntry,
    LedgerScene,
    ProfileScene,
    RatedPlayer,
    RatingScene,
    ResultScene,
    ScenePlayer,
    TableScene,
    VariantRating,
)
from engine.tests.hands import Game, games
from ofc_engine.match import settle
from ofc_engine.scoring import score_hand
from ofc_engine.views import view_for

handles = st.text("abcdefghijklmnopqrstuvwxyz0123456789._", min_size=2, max_size=32)
names = st.text(max_size=32) | st.text("abcXYZ éß李م🎲𝕯`*_|\u0301\u200d", max_size=32)
points = st.integers(-9999, 9999)
players = st.builds(ScenePlayer, names, handles, points)


@st.composite
def tables(
    draw: st.DrawFn, *, finished: bool = False, public: bool = True, played: Game | None = None
) -> TableScene:
    """A hand at any point, as the public or one of its players sees it."""
    hand = (played or draw(games(finished=finished))).hand
    seats = len(hand.seats)
    return TableScene(
        number=draw(st.integers(1, 99_999)),
        view=view_for(hand, None if public else draw(st.integers(0, seats - 1))),
        players=draw(st.tuples(*[players] * seats)),
        order=tuple(draw(st.permutations(range(seats)))),
        button=draw(st.none() | st.integers(0, seats - 1)),
        sits_out=tuple(draw(st.lists(players, max_size=2))),
        away=frozenset() if finished else draw(st.frozensets(st.integers(0, seats - 1))),
    )


@st.composite
def results(draw: st.DrawFn) -> ResultScene:
    """A finished hand with any stakes, with a limit on losing or without one."""
    game = draw(games(finished=True))
    table = draw(tables(played=game))
    score = score_hand(game.hand)
    stake = draw(st.sampled_from((1, 2, 5, 100)))
    limit = draw(st.none() | st.integers(0, 2000))
    totals = [player.total for player in table.players]
    pair = frozenset((0, len(table.players) - 1))
    agreed = draw(st.sampled_from(({}, {pair: 1}, {pair: 3}, {pair: 50})))
    transfers = settle(score.pairs, totals, stake=stake, pair_stakes=agreed, loss_limit=limit)
    return ResultScene(table, score, transfers, stake)


entries = st.builds(LedgerEntry, st.integers(-500, 500), st.booleans(), st.booleans())


@st.composite
def ledgers(draw: st.DrawFn) -> LedgerScene:
    """Some players' running points."""
    people = draw(st.lists(players, max_size=7))
    hands = st.tuples(*[st.none() | entries] * len(people))
    return LedgerScene(tuple(people), draw(st.integers(1, 9999)), tuple(draw(st.lists(hands))))


@st.composite
def ratings(draw: st.DrawFn) -> RatingScene:
    """A page of a server's ladder."""
    lines = list[RatedPlayer]()
    for place in range(1, draw(st.integers(1, 14))):
        player, points = draw(players), draw(st.floats(-30, 30))
        if draw(st.integers(0, 4)):
            margin = draw(st.floats(0.1, 9))
            ends = points - margin, points + margin
            lines.append(RatedPlayer(player, place, points, *ends, draw(st.integers(30, 99_999))))
        else:
            lines.append(
                RatedPlayer(replace(player, is_computer=True), 0, points, points, points, 0)
            )
    return RatingScene(tuple(lines))


@st.composite
def profiles(draw: st.DrawFn) -> ProfileScene:
    """Somebody's sums in a server, with as much known of them as there may be."""
    hands = tuple((each,) for each in draw(st.lists(entries, max_size=300)))
    rating = st.builds(
        lambda variant, at, by: VariantRating(variant, at, at - by, at + by),
        st.sampled_from([*VARIANTS]),
        st.floats(-30, 30),
        st.floats(0.1, 25),
    )
    known = draw(st.lists(st.sampled_from([*ACHIEVED]), unique=True))
    return ProfileScene(
        run=LedgerScene((draw(players),), 1, hands),
        hands=len(hands) + draw(st.integers(1, 99_999)),
        best=draw(points),
        given=draw(st.none() | st.floats(0, 60)),
        rating=draw(st.none() | rating),
        achievements=tuple((kind, draw(st.integers(1, 999_999))) for kind in known),
    )
