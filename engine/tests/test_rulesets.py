"""R12: presets are data; R1.4, R1.5, R3.2: variants are data."""

import pytest
from hypothesis import given

from engine.tests.hands import rulesets
from ofc_engine.errors import RulesetError
from ofc_engine.rule_options import DealMode, Reveal
from ofc_engine.rulesets import OPTIONS, PRESETS, Ruleset
from ofc_engine.variants import GAMES, VARIANTS


def test_r12_there_are_seven_presets():
    assert list(PRESETS) == [
        "standard",
        "german",
        "us2012",
        "italian",
        "czech",
        "czech-tournament",
        "progressive",
    ]


@pytest.mark.parametrize(
    ("preset", "option", "value"),
    [
        ("standard", "variant", "pineapple"),
        ("german", "equal_rows", "foul"),
        ("german", "surrender", "2"),
        ("us2012", "fantasyland", "none"),
        ("us2012", "button_in_fantasyland", "moves"),
        ("italian", "stay", "ten_points"),
        ("italian", "front_trips", "flat"),
        ("czech", "reveal", "on_turn"),
        ("czech", "stay", "never"),
        ("czech-tournament", "time_out", "dead"),
        ("progressive", "stay", "strict"),
    ],
)
def test_r12_presets_say_what_their_source_says(preset: str, option: str, value: str):
    assert PRESETS[preset].choice(option) == value


def test_r1_4_how_many_fit_the_deck():
    assert {v.name: (v.most_players, v.most_seats) for v in VARIANTS.values()} == {
        "classic": (4, 5),
        "pineapple": (3, 3),
        "turbo": (4, 5),
        "chinese": (4, 5),
        "deuce": (3, 3),
    }


@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("variant", ["classic", "turbo", "pineapple"])
def test_r13_2_jokers_are_played_by_two_or_three(variant: str, jokers: int):
    rules = Ruleset.parse(f"standard variant={variant} jokers={jokers}")
    assert (len(rules.variant.deck), rules.variant.most_players) == (52 + jokers, 3)
    with pytest.raises(RulesetError, match="2 to 3 people, not 4"):
        rules.verify_players(4)


def test_r3_2_every_street_adds_up_to_a_board():
    for variant in VARIANTS.values():
        assert sum(street.placed for street in variant.streets) == 13
    assert len(VARIANTS["classic"].streets) == 9
    assert VARIANTS["pineapple"].discards == 4


def test_r3_2_closed_chinese_is_placed_together():
    assert PRESETS["german"].changed({"variant": "chinese"}).deal_mode is DealMode.SIMULTANEOUS
    assert PRESETS["german"].deal_mode is DealMode.AHEAD
    assert PRESETS["czech"].reveal is Reveal.ON_TURN


@pytest.mark.parametrize(
    ("option", "means"),
    [
        ("equal_rows", {"legal": False, "foul": True}),
        ("surrender", {"off": 0, "2": 2}),
        ("button_in_fantasyland", {"rests": False, "moves": True}),
        ("time_out", {"autoplay": False, "dead": True}),
        ("surrender_until", {"placed": False, "last": True}),
        ("repeat_visit", {"base": False, "same": True}),
        ("jokers", {"0": 0, "1": 1, "2": 2}),
    ],
)
def test_the_words_of_an_option_mean_what_they_say(option: str, means: dict[str, int]):
    assert OPTIONS[option] == means


@pytest.mark.parametrize("place", range(len(OPTIONS)))
def test_no_ruleset_has_a_value_that_there_is_not(place: int):
    choices = PRESETS["standard"].choices
    with pytest.raises(RulesetError):
        Ruleset("standard", (*choices[:place], "other", *choices[place + 1 :]))


@pytest.mark.parametrize(
    ("rules", "option"),
    [
        ("german variant=deuce", "fantasyland can't be “13”, but one of: none, 13/14"),
        ("progressive variant=deuce", "fantasyland can't be “progressive”"),
        ("us2012 variant=deuce", "royalties can't be “us2012”, but one of: standard, none"),
        ("standard variant=deuce stay=ten_points", "stay can't be “ten_points”"),
        ("standard variant=deuce jokers=1", "jokers can't be “1”, but one of: 0"),
        ("german variant=chinese jokers=2", "jokers can't be “2”, but one of: 0"),
    ],
)
def test_r13_1_what_goes_against_2_7_pineapple_is_refused(rules: str, option: str):
    with pytest.raises(RulesetError, match=option):
        Ruleset.parse(rules)


@pytest.mark.parametrize(
    "changes", ["", " stay=strict scoring=2-4", " royalties=none", " stay=never"]
)
def test_r13_1_2_7_pineapple_goes_with_the_standard_rules(changes: str):
    assert Ruleset.parse(f"standard variant=deuce{changes}").variant.title == "2-7 Pineapple"


@pytest.mark.parametrize("preset", PRESETS)
def test_r13_1_other_rules_become_such_as_go_with_2_7_pineapple(preset: str):
    own = PRESETS[preset]
    rules = own.with_variant("deuce")
    unfit = {option for option, values in rules.variant.fits if own.choice(option) not in values}
    changed = {option for option in OPTIONS if rules.choice(option) != own.choice(option)}
    assert changed == unfit | {"variant"}
    for option in unfit:
        assert rules.choice(option) == PRESETS["standard"].choice(option)
    assert own.with_variant("classic") == own.changed({"variant": "classic"})
    with pytest.raises(RulesetError, match="poker"):
        own.with_variant("poker")


def test_a_table_shows_what_differs_from_its_preset():
    rules = Ruleset.of("german", {"scoring": "2-4", "surrender": "2"})
    assert rules.differences() == {"scoring": "2-4"}
    assert str(rules) == "german scoring=2-4"


@given(rulesets)
def test_whatever_is_played_is_one_of_the_games(rules: Ruleset):
    assert rules.variant.game in GAMES


@given(rulesets)
def test_rulesets_survive_being_written(rules: Ruleset):
    assert Ruleset.parse(str(rules)) == rules
    assert Ruleset.parse(rules.in_full()) == rules


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("swedish", "Choose one of: standard, german"),
        ("german scoring=9", "scoring can't be “9”. Choose one of: 1-6, 2-4, 1."),
        ("german colour=red", "no option “colour”"),
        ("german scoring", "Write option=value"),
        ("", "no rules called “”"),
    ],
)
def test_a_wrong_ruleset_is_answered_with_what_to_choose(text: str, sentence: str):
    with pytest.raises(RulesetError, match=sentence.replace("?", r"\?")):
        Ruleset.parse(text)


def test_r1_4_too_many_or_too_few_players_are_refused():
    with pytest.raises(RulesetError, match="2 to 3 people, not 4"):
        PRESETS["standard"].verify_players(4)
    with pytest.raises(RulesetError):
        PRESETS["german"].verify_players(1)
