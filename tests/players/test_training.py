"""The training makes networks that the players can read, from positions that can be."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ofc_engine.board import CAPACITIES, Board, Row
from ofc_engine.cards import DECK, JOKERS
from ofc_engine.lows import LEAST_LOW
from ofc_engine.players.aims import usual_rival
from ofc_engine.players.features import FEATURES
from ofc_engine.players.network import CAUTION, CONDITIONS, SCALE, WAYS, Network, read
from ofc_engine.players.positions import (
    GONE,
    LIVE,
    Floats,
    Places,
    five_strengths,
    open_places,
    places_of,
    row_keys,
    strengths,
)
from ofc_engine.players.worth import FOULED, NOBODY
from ofc_engine.ranking import Category, shape
from ofc_engine.rows import HIGH_ROWS
from ofc_engine.rulesets import STANDARD
from ofc_engine.variants import CLASSIC, DEUCE, TURBO, VARIANTS, Variant
from tools.training import fit as fitting
from tools.training import values
from tools.training.__main__ import RECIPES
from tools.training.fit import fit
from tools.training.hindsight import positions, solved_boards
from tools.training.play import RIVALS, Hands, play, preference, some_conditions
from tools.training.progress import Progress
from tools.training.targets import Ending, Rivals
from tools.training.values import Recipe, Training, joined


@pytest.fixture(scope="module")
def solved() -> Places:
    return solved_boards(usual_rival(TURBO), STANDARD, 12, np.random.default_rng(3))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "KEPT_BOARDS", 5)
    monkeypatch.setattr(values, "_BATCH", 40)
    monkeypatch.setattr(values, "_RIVALS_FROM", 40)
    monkeypatch.setattr(fitting, "_BATCH", 32)


SMALL = Recipe(rounds=2, positions=80, keep=2, draws=1, epochs=1, pat=0.2)


def test_weights_are_written_where_the_players_read_them():
    written = {file.name for file in values.WEIGHTS.iterdir()}
    assert written >= {"usual.npz", *(f"{name}.npz" for name in RECIPES)}


@pytest.mark.exhaustive
@pytest.mark.usefixtures("small")
def test_a_training_that_is_stopped_goes_on_to_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    Training("turbo", SMALL, whole).run()
    with np.load(whole / "turbo.npz") as arrays:
        networks = read(arrays, TURBO.rows)
    assert len(networks) == len(TURBO.streets) - 1
    for network in networks:
        found = network(np.full((3, 52), LIVE, np.int8), np.zeros(CONDITIONS, np.float32))
        assert found.shape == (3, 3)
        assert network.layers[0][0].shape[0] == FEATURES + CONDITIONS
    with np.load(whole / "usual.npz") as usual:
        assert {"turbo", "turbo.rates", "visit13", "visit17.rates"} <= set(usual)

    keep = Progress.keep

    def keep_once(progress: Progress, path: Path) -> None:
        keep(progress, path)
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "keep", keep_once)
    for _ in range(SMALL.rounds * (len(TURBO.streets) + 1) - 1):
        with pytest.raises(KeyboardInterrupt):
            Training("turbo", SMALL, parts).run()
    Training("turbo", SMALL, parts).run()
    assert sorted(path.name for path in parts.iterdir()) == ["turbo.npz", "usual.npz"]
    for name in ("turbo.npz", "usual.npz"):
        assert (parts / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.usefixtures("small")
def test_what_is_written_can_be_refined_to_the_same_weights(tmp_path: Path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    refining = replace(SMALL, rounds=1, refined=80)
    Training("turbo", refining, whole).run()
    Training("turbo", replace(refining, refined=0), parts).run()
    with np.load(parts / "turbo.npz") as arrays:
        before = dict(arrays)
    Training("turbo", replace(refining, rounds=0), parts, parts).run()
    assert (parts / "turbo.npz").read_bytes() == (whole / "turbo.npz").read_bytes()
    with np.load(parts / "turbo.npz") as arrays:
        changed = {name for name in before if (arrays[name] != before[name]).any()}
    assert {name.split(".")[0] for name in changed} == {"0"}


@pytest.mark.usefixtures("small")
def test_all_streets_can_be_refined_as_tables_of_three_see_them(tmp_path: Path):
    before, after = tmp_path / "before", tmp_path / "after"
    Training("turbo", replace(SMALL, rounds=1), before).run()
    Training("turbo", replace(SMALL, rounds=0, of_three=80), after, before).run()
    with np.load(before / "turbo.npz") as old, np.load(after / "turbo.npz") as new:
        changed = {name.split(".")[0] for name in old if (old[name] != new[name]).any()}
    assert changed == {"0", "1"}


@pytest.mark.usefixtures("small")
def test_r13_1_a_game_with_a_low_is_learnt_by_its_own_rules(tmp_path: Path):
    Training("deuce", replace(SMALL, rounds=1), tmp_path).run()
    with np.load(tmp_path / "deuce.npz") as arrays:
        networks = read(arrays, DEUCE.rows)
    found = networks[0](np.full((3, 52), LIVE, np.int8), np.zeros(CONDITIONS, np.float32))
    assert found.shape == (3, 3)
    with np.load(tmp_path / "usual.npz") as usual:
        visits = {name: usual[name] for name in usual if not name.endswith(".rates")}
    assert set(visits) == {"deuce.visit14", "deuce.visit15"}
    for boards in visits.values():
        assert (boards[:, Row.MIDDLE] >= LEAST_LOW).all()


@pytest.mark.usefixtures("small")
def test_r13_2_one_set_of_networks_learns_a_game_with_one_joker_and_with_two(tmp_path: Path):
    training = Training("turbo+jokers", replace(SMALL, pat=0.0), tmp_path)
    training.run()
    with np.load(tmp_path / "turbo+jokers.npz") as arrays:
        first, *_ = read(arrays, training.variant.rows)
    known = np.zeros(CONDITIONS, np.float32)
    one, two = (first(np.full((1, 52 + n), LIVE, np.int8), known) for n in (1, 2))
    assert (one != two).all()
    with np.load(tmp_path / "usual.npz") as usual:
        names = {name for name in usual if not name.endswith(".rates")}
    visits = {f"+{jokers}.visit{cards}" for jokers in (1, 2) for cards in values.VISITS}
    assert names == {*visits, "turbo+1", "turbo+2"}


def test_r13_2_a_board_meets_the_rivals_of_its_own_game():
    board = Board.parse("QcX13h / KcKd4d3s2s / AcAdJh9s5h")
    each = (places_of(board, (), (*DECK, *JOKERS[:jokers]))[None] for jokers in (1, 2))
    given = np.zeros((1, CONDITIONS), np.float32)
    together = joined([Hands(places, given) for places in each])
    rivals = {1: Rivals(NOBODY, NOBODY), 2: Rivals(FOULED, FOULED)}
    points = Ending(STANDARD.changed({"jokers": "2"}), rivals)(*together)[:, 0]
    # Seven are the royalties of queens.
    assert points == pytest.approx([7, 7 + STANDARD.scoring.full_loss], abs=1e-3)


@pytest.mark.parametrize("variant", [DEUCE, TURBO, TURBO.with_jokers(2, strict=False)])
def test_a_visit_is_worth_more_the_rarer_the_way_to_it(variant: Variant):
    worths = some_conditions(variant, 200, np.random.default_rng(1))[:, :WAYS]
    assert (np.diff(worths) >= 0).all()
    ways = 2 if variant is DEUCE else WAYS
    assert (worths[:, ways - 1 :] == worths[:, ways - 1 : ways]).all()
    assert (worths[:, 0] < worths[:, ways - 1]).any()


@pytest.mark.parametrize(
    ("board", "way"),
    [
        ("QcQd3h / 9c6h4d3s2s / AcAdJh9s5h", None),
        ("KcKd3h / Tc6h4d3s2s / AcAdJh9s5h", 0),
        ("Kc9d8h / 7c5h4d3s2s / 8c8d8s9h9s", 0),
        ("KcKd8h / 7c5h4d3s2s / AcAdJh9s5d", 1),
        ("KcKd8h / 7c6h4d3d3s / AcAdJh9s5d", None),
    ],
)
def test_r13_1_a_board_that_enters_is_worth_the_visit_that_it_earns(board: str, way: int | None):
    rules = STANDARD.with_variant("deuce")
    ending = Ending(rules, {0: Rivals(NOBODY, NOBODY)})
    places = places_of(Board.parse(board), ())[None]
    conditions = np.zeros((2, CONDITIONS), np.float32)
    conditions[1, :WAYS] = 10, 15, 15, 15
    without, found = ending(np.repeat(places, 2, axis=0), conditions)
    assert bool(found[2]) is (way is not None)
    worth = 0.0 if way is None else float(conditions[1, way])
    assert found[0] - without[0] == pytest.approx(worth, abs=1e-4)


def first_streets(*, pat: float = 0.0, rare: float = 0.0) -> Hands:
    """Positions after the first street of those who like all alike."""
    first, *_ = play(
        TURBO,
        lambda _street, places, _given: np.zeros((len(places), 3), np.float32),
        200,
        np.random.default_rng(1),
        explore=0.0,
        pat=pat,
        rare=rare,
        streets=1,
    )
    return first


def test_hands_that_begin_with_a_straight_or_better_are_known_too():
    first = first_streets(pat=1.0)
    whole = (first.places == Row.BACK).sum(axis=1) == 5
    made = five_strengths(row_keys(first.places[whole])[Row.BACK])
    assert whole.mean() > 0.4
    assert all(shape(int(s)).category >= Category.STRAIGHT for s in made)


def test_hands_that_begin_with_what_hardly_ever_comes_are_known_too():
    first = first_streets(rare=1.0)
    hands = [[DECK[n] for n in np.flatnonzero(places < GONE)] for places in first.places]
    suits = [[card.suit for card in cards] for cards in hands]
    suited = np.array([max(map(each.count, each)) >= 3 for each in suits])
    paired = np.array([len({card.rank for card in cards}) < 5 for cards in hands])
    assert (suited & paired).mean() > 0.5


def test_at_tables_of_three_both_opponents_are_seen_each_before_or_after_oneself():
    *_, last = play(
        CLASSIC,
        lambda _street, places, _given: np.zeros((len(places), 3), np.float32),
        400,
        np.random.default_rng(1),
        explore=0.0,
        keep=2,
        streets=2,
        of_three=True,
    )
    seen = (last.places == GONE).sum(axis=1)
    assert set(seen) == {5, 6, 10, 11, 12}
    assert (seen >= 10).mean() == pytest.approx(0.75, abs=0.07)
    assert (seen == 11).mean() == pytest.approx(0.75 / 2, abs=0.07)


@pytest.mark.parametrize("keep", [1, 2])
def test_positions_are_kept_as_they_were_judged(keep: int):
    judged: list[set[bytes]] = []

    def judge(_street: int, places: Places, _given: Floats) -> Floats:
        judged.append({row.tobytes() for row in places})
        return np.zeros((len(places), 3), np.float32)

    seen = play(CLASSIC, judge, 20, np.random.default_rng(1), explore=0.0, keep=keep, streets=3)
    for hands, known in zip(seen, judged, strict=True):
        assert {row.tobytes() for row in hands.places} <= known


def test_solved_boards_are_full_and_in_order(solved: Places):
    front, middle, back = strengths(solved, STANDARD)
    assert (open_places(solved) == 0).all()
    assert ((front <= middle) & (middle <= back)).all()


@pytest.mark.parametrize("variant", [VARIANTS["classic"], VARIANTS["pineapple"], TURBO, DEUCE])
def test_positions_on_the_way_could_come_up_in_a_hand(variant, solved: Places):
    for street in range(len(variant.streets) - 1):
        past = variant.streets[: street + 1]
        own = sum(each.placed for each in past)
        discarded = sum(each.discarded for each in past)
        found = positions(solved, variant, street, 60, np.random.default_rng(street))
        assert found.conditions.shape == (60, CONDITIONS)
        for row, capacity in enumerate(CAPACITIES):
            assert (np.count_nonzero(found.places == row, axis=1) <= capacity).all()
        assert (np.count_nonzero(found.places < GONE, axis=1) == own).all()
        shown = np.count_nonzero(found.places == GONE, axis=1) - discarded
        before = own - variant.streets[street].placed
        each_shows = {before, own} if street else {0, own}
        assert set(shown) <= {n * cards for n in range(len(RIVALS)) for cards in each_shows}


def test_caution_decides_between_a_chance_and_a_safe_way():
    judged = np.array([[2.0, 0.3, 0.4], [1.0, 0.0, 0.1]], np.float32)
    conditions = np.zeros((2, CONDITIONS), np.float32)
    assert preference(judged, conditions).argmax() == 0
    conditions[:, CAUTION] = 6
    assert preference(judged, conditions).argmax() == 1


def test_a_network_learns_what_follows_from_the_position(
    monkeypatch: pytest.MonkeyPatch, solved: Places
):
    monkeypatch.setattr(fitting, "_BATCH", 64)
    rng = np.random.default_rng(2)
    hands = positions(solved, TURBO, 0, 800, rng)
    in_front = np.count_nonzero(hands.places == 0, axis=1).astype(np.float32)
    wanted = np.stack([SCALE * in_front, in_front > 1, in_front > 2], axis=1, dtype=np.float32)
    network: Network = fit(hands, wanted, 25, rng, (24,), HIGH_ROWS)
    found = network(hands.places, hands.conditions)
    longer = fit(hands, wanted, 5, rng, (24,), HIGH_ROWS, network)(hands.places, hands.conditions)
    assert np.abs(longer - wanted).mean() < np.abs(found - wanted).mean()
    assert np.corrcoef(found[:, 0], wanted[:, 0])[0, 1] > 0.9
