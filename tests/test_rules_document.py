"""What docs/rules.md says in numbers is what the rules compute."""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from bot.game.clock import LONGEST, SHORTEST
from bot.values.options import TIME_CALL
from bot.values.swiss import SCORES
from ofc_engine.board import Row
from ofc_engine.deal import SECRET_BYTES
from ofc_engine.duplicate_match import LEAST_DEALS, MatchPlan, schedule, visit_points
from ofc_engine.ranking import Category
from ofc_engine.rule_options import FRONT_PAIRS
from ofc_engine.rulesets import OPTIONS, PRESETS, Ruleset
from ofc_engine.scoring import EXPOSED_CARD, MISSED_HAND
from ofc_engine.stacks import LEVELS
from ofc_engine.variants import VARIANTS, Variant

RULES = (Path(__file__).parents[1] / "docs" / "rules.md").read_text("utf-8")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
STANDARD = Ruleset.of("standard")


def rule(number: str) -> str:
    """The text of a rule, in one line."""
    _, _, after = RULES.partition(f"\n- **{number}** ")
    assert after, number
    return " ".join(re.split(r"\n- \*\*R|\n#", after)[0].split())


def listed(words: Iterable[object], last: str = "and") -> str:
    """Words as a sentence lists them."""
    *most, end = map(str, words)
    return f"{', '.join(most)} {last} {end}" if most else end


def named(variants: Iterable[Variant]) -> list[str]:
    return sorted(each.title for each in variants)


def test_r1_4_how_many_play_what():
    by_most: dict[int, list[Variant]] = {}
    for variant in VARIANTS.values():
        by_most.setdefault(variant.most_players, []).append(variant)
    assert set(by_most) == {3, 4}
    found = re.match(r"Two to four play (.*?), two or three play (.*?):", rule("R1.4"))
    assert found is not None
    for said, most in zip(found.groups(), (4, 3), strict=True):
        assert sorted(re.findall("(?:2-7 )?[A-Z][a-z]+", said)) == named(by_most[most])
    for variant in VARIANTS.values():
        assert variant.most_players == 52 // variant.cards


def test_r1_5_fantasyland_of_four():
    assert f"their Fantasyland has {VARIANTS['classic'].most_cards(4)} cards" in rule("R1.5")


def test_r3_2_streets():
    text = rule("R3.2")
    for variant in VARIANTS.values():
        first, *later = [street.dealt for street in variant.streets]
        match variant.name:
            case "classic":
                assert first == 5
                assert f"Classic adds {NUMBERS[len(later)]} streets of one card" in text
            case "pineapple" | "deuce":
                street = variant.streets[1]
                assert f"Pineapple {NUMBERS[len(later)]} streets of {NUMBERS[later[0]]}" in text
                assert f"of which {NUMBERS[street.discarded]} is discarded face down" in text
            case "turbo":
                streets = listed(NUMBERS[dealt] for dealt in (first, *later))
                assert f"Turbo streets of {streets}" in text
            case _:
                assert f"deals all {first} at once" in text


def test_r4_points_of_a_pair():
    def points(scoring: str) -> tuple[int, int, int]:
        each = STANDARD.changed({"scoring": scoring}).scoring
        assert each.row == 1
        return each.scoop, each.majority, each.full_loss

    assert set(OPTIONS["scoring"]) == {"1-6", "2-4", "1"}
    scoop, _, full = points("1-6")
    assert f"{scoop} points more, {full} in all" in rule("R4.2")
    _, majority, all_three = points("2-4")
    ways = (all_three, 2 - 1 + majority, 2 + majority)
    said = rule("R4.3")
    assert (
        "{} for all three, {} for two and one lost, {} for two and one tied".format(*ways) in said
    )
    assert f"a scoop and a foul are {points('1')[2]}" in said


def royalty_rows() -> dict[tuple[str, str], list[int]]:
    """Row and `royalties` -> points from trips to the royal flush, as the table has them."""
    found: dict[tuple[str, str], list[int]] = {}
    for line in RULES.splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 8 and cells[0][:4] in ("Back", "Midd"):
            row, *names = re.findall(r"Back|Middle|`\w+`", cells[0])
            points = [int(cell or 0) for cell in cells[1:]]
            every = [name.strip("`") for name in names]
            if "all but" in cells[0]:
                every = [name for name in OPTIONS["royalties"] if name not in (*every, "none")]
            found |= {(row, name): points for name in every}
    return found


def test_r6_2_royalties_by_row():
    told = royalty_rows()
    categories = [c for c in Category if c >= Category.TRIPS]
    for name in OPTIONS["royalties"]:
        if name == "none":
            continue
        rules = STANDARD.changed({"royalties": name})
        for row in (Row.MIDDLE, Row.BACK):
            due = [rules.royalties[row].get(category, 0) for category in categories]
            assert told.pop((row.label.capitalize(), name)) == due, (row, name)
    assert told == {}


def test_r6_3_royalties_of_the_front():
    text = rule("R6.3")
    assert f"a pair of 6s is {FRONT_PAIRS[6]}, and so on to {FRONT_PAIRS[14]} for aces" in text
    assert min(FRONT_PAIRS) == 6
    ladder = STANDARD.changed({"front_trips": "ladder"}).front_trips
    flat = set(STANDARD.changed({"front_trips": "flat"}).front_trips.values())
    assert f"{ladder[2]} for 2s and so on to {ladder[14]} for aces" in text
    assert f"or {flat.pop()} of any rank" in text
    assert not flat


def test_r7_2_cards_of_a_visit():
    text = rule("R7.2")

    def cards(fantasyland: str, variant: str) -> int:
        return STANDARD.changed({"fantasyland": fantasyland, "variant": variant}).visit_cards

    assert f"{cards('13/14', 'classic')} in Classic" in text
    assert f"in Pineapple {cards('13/14', 'pineapple')} with one discarded (`13/14`" in text
    assert f"or {cards('13', 'pineapple')} (`13`" in text
    rules = STANDARD.changed({"fantasyland": "progressive", "variant": "pineapple"})
    extra, base = rules.fantasyland, rules.visit_cards
    assert extra is not None
    by_front = (base, base + extra.kings, base + extra.aces, base + extra.trips)
    assert "{} for queens, {} for kings, {} for aces, {} for trips".format(*by_front) in text
    assert f"{base} for a repeat" in text


def test_r8_1_surrender():
    (points,) = {Ruleset.of(name).surrender for name in PRESETS} - {0}
    assert f"`surrender={points}`: a hand may be given up for {points} points" in rule("R8.1")


def test_r11_clock_and_penalties():
    days = LONGEST // 86_400
    assert f"a limit of {SHORTEST} seconds to {days} days" in rule("R11.1")
    assert f"{TIME_CALL} seconds are left" in rule("R11.2")
    assert f"pays {MISSED_HAND} points, times the stake" in rule("R11.3")
    assert f"is {EXPOSED_CARD} point, times the stake" in rule("R11.4")


def test_r12_what_the_tournament_rules_change():
    plain, tournament = Ruleset.of("czech"), Ruleset.of("czech-tournament")
    differ = {name for name in OPTIONS if plain.choice(name) != tournament.choice(name)}
    assert differ == {"deal_mode", "time_out"}, "R3.4 and R11.1, as the text says"


def test_r14_1_stakes():
    usual, slow = LEVELS["usual"], LEVELS["slow"]
    assert usual.stakes == slow.stakes
    text = rule("R14.1")
    assert f"{listed(usual.stakes)}, each for {NUMBERS[usual.hands]} hands" in text
    assert f"or {NUMBERS[slow.hands]} where it is slow" in text


def test_r14_4_what_places_are_worth():
    assert f"are worth {listed(SCORES)}, in a group of three {listed(SCORES[:3])}" in rule("R14.4")


def test_r14_6_what_earning_fantasyland_counts():
    text = rule("R14.6")
    for variant in VARIANTS.values():
        rules = STANDARD.changed({"variant": variant.name})
        several = (14, 15) if variant.name == "deuce" else range(13, 18)
        points = [visit_points(rules, cards) for cards in several]
        unit = {"pineapple": " points", "deuce": " for 14 or 15 cards"}.get(variant.name, "")
        assert f"{listed(points, 'or')}{unit} in {variant.title}" in text


@pytest.mark.parametrize("seats", [2, 3])
def test_r14_6_how_far_the_plays_of_a_deal_lie_apart(seats: int):
    assert "at least as many other hands as half of the deals, rounded down" in rule("R14.6")
    nearest = set[int]()
    for deals in range(LEAST_DEALS, 14):
        for number in range(12):
            secret = number.to_bytes(SECRET_BYTES, "big")
            turns = schedule(secret, "", MatchPlan(deals, seats))
            places: dict[int, list[int]] = {}
            for place, turn in enumerate(turns):
                places.setdefault(turn.deal, []).append(place)
            between = min(
                after - before - 1 for each in places.values() for before, after in pairwise(each)
            )
            assert between >= deals // 2
            nearest.add(between - deals // 2)
    assert 0 in nearest, "and no more than that"
