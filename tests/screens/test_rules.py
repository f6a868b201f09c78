"""`/ofc rules` says all that applies at a table, in one message."""

import re
from dataclasses import replace
from itertools import combinations
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.screens.components import MOST_TEXT
from bot.screens.rules import royalty_lines, rules_screen
from bot.screens.settings.rule_menus import TABLE_RULES, server_rules_screen, table_rules_screen
from bot.texts import languages, texts_for
from bot.values.draft import Spot
from bot.values.house_rules import changes_in_words
from bot.values.options import Guild, Length, TableOptions, Terms, Visit
from discord_standin.checks.components import MOST_COMPONENTS
from engine.tests.hands import rulesets
from ofc_engine.board import Row
from ofc_engine.cards import parse_cards
from ofc_engine.rulesets import OPTIONS, PRESETS, Ruleset
from ofc_engine.scoring import royalty

_LONG: Final = [f"{letter * 31}{n}" for n, letter in enumerate("ABCDE")]
_LIMITED: Final = TableOptions(Ruleset.parse("progressive stay=standard"), loss_limit=100)

_MANY_CHANGES: Final = Ruleset.parse(
    "czech-tournament front_trips=ladder equal_rows=legal fantasyland=progressive reveal=at_end "
    "stay=standard surrender=2 deal_mode=ahead time_out=autoplay"
)


def said(terms: Terms, *visits: Visit, language: str = "en") -> list[str]:
    """The texts of the screen, the last of which only names the rules."""
    parts = rules_screen(terms, texts_for(language), visits).components
    assert len(parts) <= MOST_COMPONENTS
    return [part["content"] for part in parts if "content" in part]


def with_rules(option: str, value: str, rules: Ruleset) -> str:
    rules = (PRESETS["standard"] if value == "deuce" else rules).changed({option: value})
    return "\n".join(said(Terms(replace(_LIMITED, rules=rules)))[:-1])


@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_of_every_option_changes_what_is_said(option: str):
    given_up = _LIMITED.rules.changed({"surrender": "2"} if option == "surrender_until" else {})
    told = {value: with_rules(option, value, given_up) for value in OPTIONS[option]}
    assert len(set(told.values())) == len(told)


@given(rulesets)
def test_every_choice_that_house_rules_offer_can_be_made(rules: Ruleset):
    options = replace(_LIMITED, rules=rules)
    for menu in TABLE_RULES:
        if menu.applies(options):
            offered = menu.offered(options, texts_for("en"))
            assert len(offered) > 1
            assert menu.value_in(options) in offered
            for value in offered:
                assert menu.value_in(menu.changed(options, str(value))) == value


@pytest.mark.parametrize(
    ("variant", "fantasyland"),
    [
        ("pineapple", "Fantasyland of 13 or 14 cards: in Pineapple 14, one is discarded"),
        ("deuce", "Fantasyland of 14 or 15 cards: 15 for kings and 7-5-4-3-2 at once"),
    ],
)
def test_options_are_offered_as_the_game_means_them(variant: str, fantasyland: str):
    rules, english = PRESETS["standard"].with_variant(variant), texts_for("en")
    options = TableOptions(rules)
    (menu,) = (each for each in TABLE_RULES if each.option == "fantasyland")
    name, line = menu.offered(options, english)["13/14"], menu.explained(options, english)["13/14"]
    assert f"{name}: {line}" == fantasyland
    changed = Ruleset.of("progressive", {"fantasyland": "13/14", "variant": variant})
    assert changes_in_words(changed, english)["fantasyland=13/14"] == name


def test_lows_are_said_to_count_what_they_count():
    rules = PRESETS["standard"].with_variant("deuce")
    lows = rules.variant.rows.rankings[Row.MIDDLE]
    counts = [
        royalty(Row.MIDDLE, lows.strength(parse_cards(low)), rules)
        for low in ("9c8d7h6s4c", "8c7d6h5s3c", "7c6d4h3s2c", "7c5d4h3s2c")
    ]
    said = "Middle: 9-low {}, 8-low {}, 7-low {}, and 7-5-4-3-2 {}.".format(*counts)
    assert said in royalty_lines(rules, texts_for("en"))


@pytest.mark.parametrize(
    ("rules", "seats", "offered"),
    [
        ("standard", 3, True),
        ("german", 4, True),
        ("german", 5, False),
        ("standard variant=deuce", 3, False),
        ("german variant=chinese", 2, False),
    ],
)
def test_r13_2_jokers_are_offered_where_there_can_be_some(rules: str, seats: int, offered: bool):
    (menu,) = (menu for menu in TABLE_RULES if menu.option == "jokers")
    assert menu.applies(TableOptions(Ruleset.parse(rules), seats)) is offered


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({}, "Opponents who aren't to act themselves can call time"),
        ({"time_calls": False}, "There's no clock, and nobody can call time."),
        ({"stake": 7}, "All points are multiplied by 7."),
        ({"length": Length.parse("20 hands")}, "The match lasts 20 hands."),
        ({}, "Nobody loses more than 100 points"),
        ({}, "Two players who both foul settle nothing between them."),
        ({}, "A tied row is worth nothing."),
        ({}, "you lose a Fantasyland you've earned"),
        ({}, "From weak to strong: high card, pair, two pair, trips, straight, flush"),
    ],
)
def test_it_says_what_else_applies(changed: dict[str, object], sentence: str):
    assert sentence in "\n".join(said(Terms(replace(_LIMITED, **changed))))


def test_with_a_clock_nothing_is_said_of_calling_time():
    assert "call time" not in "\n".join(said(Terms(replace(_LIMITED, clock=60))))


def test_it_says_who_here_gets_how_many_cards():
    told = "\n".join(
        said(
            Terms(_LIMITED),
            Visit("Ann", (14, 17), earned=16),
            Visit("Bob", (14, 17), are_there=True),
            Visit("C_d", (14, 17)),
            Visit("Dee", (14, 17)),
            Visit("Eve", (14, 17), earned=14, sits_out=True),
        )
    )
    assert "- Ann gets 16 cards in the next hand." in told
    assert "- Bob is there now, and gets 14 cards if they stay." in told
    assert r"- Cards in Fantasyland for C\_d, Dee: 14 to 17." in told
    assert "- Eve loses theirs, unless they're back before the next hand." in told


@pytest.mark.parametrize("language", languages())
@given(rules=rulesets, stake=st.integers(1, 1000), is_long=st.booleans())
@example(rules=_MANY_CHANGES, stake=2, is_long=False)
def test_the_rules_of_every_table_fit_into_a_message(
    language: str, rules: Ruleset, stake: int, is_long: bool
):
    options = TableOptions(rules, stake=stake, loss_limit=99, length=Length.parse("90d"))
    pairs = tuple((*pair, 50) for pair in combinations(_LONG, 2)) if is_long else ()
    here = [Visit(name, (14, 17), earned=14 * (n % 2)) for n, name in enumerate(_LONG)]
    told = said(Terms(options, pairs), *here, language=language)
    assert sum(map(len, told)) <= MOST_TEXT
    if rules.fantasyland is not None:
        assert f"- {_LONG[0]}" in "\n".join(told) or f", {_LONG[2]}" in "\n".join(told)


@given(rulesets)
def test_the_menus_of_house_rules_fit_into_a_message(rules: Ruleset):
    guild = Guild(1, rules=str(rules))
    screens = (
        server_rules_screen(guild, texts_for("en")),
        table_rules_screen(TableOptions(rules), Spot(1), texts_for("en")),
    )
    for screen in screens:
        inner = [part for row in screen.components for part in row.get("components", ())]
        assert len(screen.components) + len(inner) <= MOST_COMPONENTS


@pytest.mark.parametrize("language", languages())
def test_the_table_of_royalties_has_room_for_its_heads_in_every_language(language: str):
    _ = texts_for(language)
    lines = list(royalty_lines(Ruleset.of("standard"), _))
    first, last = (n for n, line in enumerate(lines) if line == "```")
    head, *rows = lines[first + 1 : last]
    assert head.split() == [_("Middle"), _("Back")]
    assert {len(line) for line in (head, *rows)} == {len(head)}, "the columns end together"
    for line in rows:
        _name, *points = re.split(r" {2,}", line)
        assert [each.isdecimal() or each == "-" for each in points] == [True, True]
