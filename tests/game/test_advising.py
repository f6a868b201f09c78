"""What hints and reviews say of placements whose worth is known."""

from dataclasses import replace
from functools import partial

import pytest

from bot.game import advising
from bot.screens.components import MOST_TEXT, Faces, buttons_of
from bot.screens.hint import hint_screen, why
from bot.screens.placements import placement_shown
from bot.screens.presses import MoreOfReview, PlayFrom
from bot.screens.review import review_screen
from bot.texts import ENGLISH, languages, texts_for
from bot.values.draft import Spot
from bot.values.hand_skill import Coming, Compared, Hint, JudgedDecision
from bot.values.phrases import Emoji, deck_emoji
from discord_standin.model.components import texts, walk
from ofc_engine.board import Board, Placement, Row
from ofc_engine.cards import DECK, parse_cards
from ofc_engine.players.knowledge import Knowledge, Opponent, Out
from ofc_engine.players.opinions import Advice, Parts
from ofc_engine.players.skill import Decision
from ofc_engine.players.thinking import advise, counsel, verdict
from ofc_engine.ranking import Category
from ofc_engine.rulesets import STANDARD, Ruleset

MORE = MoreOfReview(Spot(1, 1))

# --- why ------------------------------------------------------------------------------------


def advice(
    points: float, foul: float = 0.1, fantasyland: float = 0.1, error: float = 0.0
) -> Advice:
    return Advice(None, points, foul, fantasyland, error)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("best", "sentence"),
    [
        ([advice(1)], "no other way"),
        ([advice(-9, 1.0), advice(-9, 1.0)], "a foul whatever you do"),
        ([advice(1), advice(0.9)], "about the same: take the one you like"),
        ([advice(2, error=0.6), advice(1.5, error=0.6)], "about the same: take the one you like"),
        ([advice(1), advice(0.9, 0.3)], "about the same, but the first is safer"),
        ([advice(2), advice(1)], "The first is worth 1.0 points more than the second."),
    ],
)
def test_why_names_the_difference_that_matters(best: list[Advice], sentence: str):
    assert sentence in why(Hint(tuple(best)), ENGLISH)


def shown_hint(*best: Advice, giving_up: int = 0) -> str:
    spot, hint = Spot(1, 1, 1), Hint(best, giving_up=giving_up)
    screen = hint_screen(hint, spot, lambda _: ("", "b"), ENGLISH)
    return "\n".join(texts(walk(screen.components)))


@pytest.mark.parametrize(
    ("foul", "words"),
    [
        (0.001, "no risk of a foul"),
        (0.08, "low risk: fouls 8% of the time"),
        (0.3, "· risky: fouls 30% of the time"),
        (0.85, "very risky: fouls 85% of the time"),
        (1.0, "a foul whatever comes"),
    ],
)
def test_the_risk_is_told_in_words(foul: float, words: str):
    assert words in shown_hint(advice(1, foul), advice(0, foul))


def test_the_best_is_compared_with_the_best_of_a_lower_risk():
    text = shown_hint(advice(3, 0.85), advice(2.9, 0.8), advice(1.5, 0.0))
    safer = "Number 3 is safer: it fouls 0% of the time instead of 85%, and is worth 1.5 points"
    assert safer in text
    assert "is safer" not in shown_hint(advice(3, 0.05), advice(2, 0.0))
    assert "is safer" not in shown_hint(advice(3, 0.85), advice(2.9, 0.8))


def test_a_hint_says_whether_it_is_worked_out_or_an_estimate():
    assert "Worked out: with the cards you can see" in shown_hint(advice(2), advice(1))
    estimate = shown_hint(advice(2, error=0.4), advice(1, error=0.4))
    assert "An estimate: ways less than 0.4 points apart are about as good." in estimate
    assert not {"Worked out", "estimate"} & set(shown_hint(advice(1)).split(":"))


@pytest.mark.parametrize(
    ("position", "exact"),
    [("Qh / 3c3d / 7c7d", False), ("QhJs / 3c3d9s8h / 7c7d2s", True)],
    ids=["street 2", "street 4"],
)
def test_advice_is_exact_where_every_draw_can_be_tried(position: str, exact: bool):
    known = Knowledge(Ruleset.of("standard"), Board.parse(position), parse_cards("QdKs2c"))
    best = advise(known)
    assert (best[0].error == 0) == exact
    told = judge(Decision(known, best[-1].placement))
    shown = str(review_screen(1, [told], str, ENGLISH, more=MORE).components)
    assert ("cost you about" in shown) == (not exact)
    assert (f"give or take {ENGLISH.decimal(told.error)} points" in shown) == (not exact)


def test_a_review_without_a_decision_says_so():
    assert "You had nothing to decide." in str(review_screen(1, [], str, ENGLISH, more=MORE))


def test_a_safer_placement_is_looked_for_beyond_the_best_three():
    risky = Knowledge(
        Ruleset.of("standard"), Board.parse("Qh / 3c3d / 7c7d"), parse_cards("QdKs2c")
    )
    ranked = advise(risky, 100)
    told = counsel(risky)
    safer = [each for each in ranked if each.risk < ranked[0].risk][:1]
    assert [each.placement for each in told] == [each.placement for each in (*ranked[:3], *safer)]
    assert len(told) == 4


@pytest.mark.parametrize("locale", languages())
def test_a_review_of_the_longest_game_fits_a_message(locale: str):
    faces = Faces(Emoji({name: 10**18 + n for n, name in enumerate(deck_emoji("four"))}), "four")
    _ = texts_for(locale)
    first = Placement.parse("QdQcQs / QhJd / -")
    rest = [Placement(back=(card,)) for card in DECK[:8]]
    why = Compared(Parts((0.0,) * 6 + (10.05, 0.0, -10.05, 10.05), (0.0,) * 10),
                   Parts((0.0,) * 10, (0.0,) * 10), STANDARD.scoring)  # fmt: skip
    coming = Coming(Row.MIDDLE, Out(Category.STRAIGHT_FLUSH, 1, DECK[:9]))
    told = [
        JudgedDecision(each, each, 10.05, None, 1000, False, 1.5, why, coming)
        for each in (first, *rest)
    ]
    said = partial(placement_shown, faces=faces, _=_)
    screen = review_screen(99_999, told, said, _, more=MORE, luck=-12_345)
    assert sum(map(len, texts(walk(screen.components)))) <= MOST_TEXT


@pytest.mark.parametrize("gave_up", [False, True])
def test_r15_1_what_if_is_asked_only_of_a_hand_that_was_not_given_up(gave_up: bool):
    parts = (Parts((0.0,) * 9 + (points,), (0.0,) * 10) for points in (5.0, 0.0))
    first = Placement.parse("QdQcQs / QhJd / -")
    bad = JudgedDecision(first, first, 5.0, 2, 9, compared=Compared(*parts, STANDARD.scoring))
    last = JudgedDecision(None if gave_up else first, None, 0.0, 1, 9)
    screen = review_screen(1, [bad, last], str, ENGLISH, more=MORE, source=Spot(1, 1))
    pressed = buttons_of(screen.components)
    assert str(PlayFrom(Spot(1, 1, 0), 1)) in pressed
    assert (str(PlayFrom(Spot(1, 1, 0), 0)) in pressed) == (not gave_up)


BAD = Knowledge(
    Ruleset.of("standard", {"variant": "chinese", "surrender": "2"}),
    Board(),
    parse_cards("Kh7d5c3s2hJd9c8d6c4c2dTh7s"),
    opponents=(
        Opponent(Board.parse("AhAdKs / 8c8h8s3d3c / QcQdQhQs4s")),
        Opponent(Board.parse("KcKd5d / 9s9d9h4d4h / JcTcTdTsJs")),
    ),
)
"""Cards against two boards that they cannot meet."""


def hint_of(knowledge: Knowledge) -> Hint:
    return advising.hint(knowledge, advise(knowledge))


def judge(decision: Decision) -> JudgedDecision:
    return advising.judged(verdict(decision))


def test_r8_where_giving_up_costs_least_hint_and_review_say_so():
    told = hint_of(BAD)
    assert told.giving_up == 4
    assert told.best[0].points < -4
    text = shown_hint(*told.best, giving_up=4)
    assert "Giving up costs only 4 points." in text
    played_on = judge(Decision(BAD, told.best[0].placement))
    assert played_on.best is None
    assert played_on.cost == pytest.approx(-4 - told.best[0].points, abs=1e-3)
    assert "best: giving up" in str(
        review_screen(1, [played_on], str, ENGLISH, more=MORE).components
    )
    gave_up = judge(Decision(BAD, None))
    assert gave_up.is_best
    without = replace(BAD, rules=BAD.rules.changed({"surrender": "off"}))
    assert hint_of(without).giving_up == 0
    assert judge(Decision(without, told.best[0].placement)).is_best
