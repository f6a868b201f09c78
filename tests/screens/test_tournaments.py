"""What tournaments say of themselves: before the start, while they are played, when they ended."""

from dataclasses import replace
from typing import Any, Final

import pytest

from bot.game.tournaments.formats import FORMATS
from bot.screens.pace_lines import next_hand_line
from bot.screens.tournaments.announcement import (
    announcement_screen,
    broken_screen,
    moved_facts,
    rules_of,
    seat_screen,
    standing_of,
)
from bot.screens.tournaments.tournament_lines import (
    bank_lines,
    best_lines,
    end_screen,
    fitting,
    history_screen,
    places_lines,
    stack_lines,
    stake_facts,
)
from bot.screens.tournaments.tournament_words import hold_lines
from bot.texts import ENGLISH, languages, texts_for
from bot.values.draft import Spot
from bot.values.open_tables import NextHand
from bot.values.options import TableOptions
from bot.values.scenes import ScenePlayer
from bot.values.standings import NO_HOLD, BestBoard, Hold, NoThreads, TournamentPlace
from bot.values.tournament_views import (
    Announcement,
    PastResult,
    ScheduledStart,
    SeatedPlayer,
    TableGroup,
)
from ofc_engine.board import Board
from ofc_engine.rulesets import STANDARD
from ofc_engine.stacks import Elimination
from tests.desk.words import told

OPTIONS: Final = TableOptions(seats=3, stack=400, levels="usual")
STARTS: Final = ScheduledStart(1_800_000_000, False, 2, "Ann")
COMMITMENT: Final = "c0ffee"


def place(number: int, name: str, total: int = 0, fell: int | None = None) -> TournamentPlace:
    out = None if fell is None else Elimination(fell, total)
    return TournamentPlace(number, ScenePlayer(name, name.lower(), total), out)


STANDING: Final = (place(1, "Ann", 700), place(2, "Bob", 1), place(3, "Mia", 0, fell=4))
KNOCK_OUT: Final = Announcement(
    tournament=1,
    words=FORMATS["knock-out"].words,
    options=OPTIONS,
    hand_seconds=600,
    host="Ann",
    stage="open",
    is_won=False,
    round=0,
    hold=NO_HOLD,
    names=("Ann", "Bob", "Mia"),
    computers=0,
    left=3,
    groups=(TableGroup(2, 71, (SeatedPlayer("Ann", 400), SeatedPlayer("Bob", 380))),),
    standing=STANDING,
)


def knock_out(**changes: Any) -> str:
    return told(announcement_screen(replace(KNOCK_OUT, **changes), ENGLISH))


# --- a knock-out -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "in_it", "start"),
    [(1, "**1 person is in:**", "(Start)"), (2, "**2 people", "[Start]")],
)
def test_it_can_be_started_with_two(count: int, in_it: str, start: str):
    said = knock_out(names=KNOCK_OUT.names[:count])
    assert in_it in said
    assert start in said
    assert "Ann starts it: press Join before that." in said


def test_of_many_names_those_that_have_room_are_told_and_the_others_counted():
    names = [f"N{number:02}{'x' * 27}" for number in range(90)]
    kept = [name for name in names if name in knock_out(names=names)]
    assert len(kept) == 80, "of 30 letters each"
    assert "and 10 more" in knock_out(names=names)
    assert "more" not in knock_out(names=names[:80]).partition("**80 people")[2]


def test_before_the_start_it_tells_when_that_is_and_its_deals():
    said = knock_out(starting=STARTS, commitment=COMMITMENT, joined="-")
    assert "**It starts <t:1800000000:F>**" in said
    assert "If fewer than 2 have joined by then, it waits 15 more minutes." in said
    assert f"All deals: {COMMITMENT}" in said
    assert "[Deals]" in said
    assert "Added by joining" not in said
    assert "restored" not in said
    later = knock_out(starting=replace(STARTS, is_put_off=True), commitment=COMMITMENT, joined="ab")
    assert "Waiting for more players." in later
    assert "Added by joining: ab" in later
    assert "restored from a backup <t:5:R>" in knock_out(commitment=COMMITMENT, anew=5)
    assert "All deals" not in knock_out()
    assert "[Deals]" not in knock_out()


@pytest.mark.parametrize("locale", languages())
def test_what_is_open_says_two_rules_and_has_the_others_behind_a_button(locale: str):
    shown = replace(KNOCK_OUT, options=replace(OPTIONS, bank=300))
    said = told(announcement_screen(shown, texts_for(locale))).split("\n\n")[0]
    assert len(said.splitlines()) == 4, "a heading, facts in small letters, two rules"
    assert len(rules_of(shown, texts_for(locale))) > 8


def test_a_computer_player_can_be_taken_out_if_there_is_one():
    assert "Remove a computer player" not in knock_out()
    assert "Remove a computer player" in knock_out(computers=1)


def test_it_says_how_it_is_played():
    said = knock_out()
    for fact in ("stacks of 400 points", "tables of 3", "at most 10 minutes for a hand"):
        assert f" · {fact}" in said
    rules = "\n".join(rules_of(KNOCK_OUT, ENGLISH))
    assert "If nobody is there to play for 10 minutes, it ends" in rules
    assert rules.count("The last one left wins.") == 1
    assert said.count("counts in the server's ledger") == 1
    assert "for each decision" not in said
    quick = knock_out(options=replace(OPTIONS, books=False, clock=60))
    assert "not counted in the server's ledger" in quick
    assert "1 minute for each decision" in quick


def test_while_it_is_played_it_tells_hand_tables_and_who_is_left():
    said = knock_out(stage="playing", round=5, left=2)
    assert "hand 5 · 2 of 3 left · points ×2 · from hand 7 on ×3" in said
    assert "**Table 2** <#71>\nAnn 400 · Bob 380" in said
    seating = knock_out(stage="seating", round=0)
    assert "The tables are being set up." in seating
    assert "left" not in seating.lower().replace("leave", "")


@pytest.mark.parametrize(
    ("changes", "first", "second"),
    [
        ({"lacked_people": True}, "The tournament was ended", "It was called off: too few people"),
        ({}, "The tournament was ended", "It was ended before a hand was played."),
        ({"round": 4, "left": 2}, "The tournament was ended", "1. Ann: 700 points"),
        ({"round": 4, "left": 1, "is_won": True}, "The tournament is over", "🏆 **Ann** wins."),
    ],
)
def test_at_the_end_it_says_why(changes: dict[str, Any], first: str, second: str):
    lines = knock_out(stage="over", **changes).splitlines()
    assert lines[0] == f"## {first}"
    assert lines[1].startswith(second)
    hands = changes.get("round", 0)
    assert lines[-1] == f"-# Knock-out: Pineapple · {hands} hands"


def test_stacks_decide_where_nobody_is_there_and_nobody_wins_where_all_have_left():
    stacks = "Nobody was there to play on, so the stacks decide."
    left = "It was called off: everybody had left."
    said = {n: knock_out(stage="over", round=1, is_won=n > 0, left=n) for n in (0, 1, 2)}
    assert [stacks in said[n] for n in (0, 1, 2)] == [False, False, True]
    assert [left in said[n] for n in (0, 1, 2)] == [True, False, False]
    assert "· 1 hand" in said[1]


def test_whoever_asks_is_told_how_it_stands():
    before = told(standing_of(replace(KNOCK_OUT, starting=STARTS), ENGLISH))
    assert "not started yet\nAnn, Bob, Mia\n**It starts" in before
    now = told(standing_of(replace(KNOCK_OUT, stage="playing", round=2), ENGLISH))
    assert now.splitlines()[1:] == [
        "-# hand 2 · 3 of 3 left · points ×1 · from hand 4 on ×2",
        "1. Ann: 700 points",
        "2. Bob: 1 point",
        "3. Mia: out in hand 4",
    ]


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.parametrize("has_moved", [False, True])
def test_each_is_told_at_which_table_they_play(is_late: bool, has_moved: bool):
    said = told(seat_screen(2, 71, ENGLISH, has_moved=has_moved, is_late=is_late))
    assert ("Your points come with you." in said) is has_moved
    assert ("The tournament begins." in said) is (not has_moved and not is_late)
    assert "able 2" in said
    assert "<#71>" in said


def test_a_table_that_is_closed_says_where_its_people_went():
    facts = moved_facts([("Ann", 2, 71)], [("Bob", 3)], ENGLISH)
    assert facts == ["Ann plays on at table 2, <#71>", "Bob comes from table 3"]
    assert "## This table is closed\nAnn plays on" in told(
        broken_screen(facts, 70, ENGLISH, is_over=False)
    )
    over = told(broken_screen([], 70, ENGLISH, is_over=True))
    assert over == "The tournament is over. See <#70>."
    assert "This table is closed" in told(broken_screen(facts, 70, ENGLISH, is_over=True))
    assert "This table is closed" in told(broken_screen([], 70, ENGLISH, is_over=False))


# --- what holds it up, how it stands ---------------------------------------------------------


@pytest.mark.parametrize(
    ("hold", "said"),
    [
        (NO_HOLD, []),
        (Hold(paused_until=7), ["The host has paused the tournament."]),
        (Hold(is_failing=True), ["⚠️ Something keeps going wrong here."]),
        (Hold(empty_until=7), ["Nobody is here to play."]),
        (
            Hold(no_threads=NoThreads.FAST, threads_at=9),
            ["Some tables are waiting"],
        ),
        (Hold(paused_until=7, empty_until=7), ["The host has paused", "Nobody is here to play."]),
    ],
)
def test_what_holds_it_up_is_said(hold: Hold, said: list[str]):
    lines = list(hold_lines(hold, ENGLISH))
    assert len(lines) == len(said)
    for line, begins in zip(lines, said, strict=True):
        assert line.startswith(begins)
    if hold.empty_until:
        assert "<t:7:t>" in lines[-1]
    if hold.threads_at:
        assert lines[-1].endswith("I'll try again <t:9:R>.")
        of_table = next_hand_line(NextHand(hold=hold), ENGLISH)
        assert "Some tables are waiting for their thread:" in of_table
        assert "<t:" not in of_table, "it is not drawn anew at each try"


@pytest.mark.parametrize(
    ("places", "is_won", "first"),
    [
        ([1, 2, 3], True, "🏆 **P0** wins."),
        ([1, 1, 3], True, "🏆 **P0, P1** share first place."),
        ([1, 2, 3], False, "1. P0: 1 point"),
    ],
)
def test_who_wins_or_shares_the_first_place(places: list[int], is_won: bool, first: str):
    standing = [place(number, f"P{n}", 1) for n, number in enumerate(places)]
    lines = places_lines(standing, ENGLISH, is_won=is_won)
    assert lines[0] == first
    assert len(lines) == 3 + is_won


@pytest.mark.parametrize(
    ("number", "stake", "rise", "then"),
    [(1, 3, 4, 6), (3, 3, 4, 6), (4, 6, 7, 9), (6, 6, 7, 9), (7, 9, 10, 12)],
)
def test_stakes_and_their_next_rise_are_told(number: int, stake: int, rise: int, then: int):
    facts = stake_facts(replace(OPTIONS, stake=3), number, ENGLISH)
    assert facts == [f"points ×{stake}", f"from hand {rise} on ×{then}"]


def test_stakes_that_do_not_rise_are_told_alone():
    assert stake_facts(replace(OPTIONS, levels="none"), 9, ENGLISH) == ["points ×1"]
    assert stake_facts(TableOptions(stake=3), 9, ENGLISH) == []


@pytest.mark.parametrize(
    ("levels", "line"),
    [
        ("none", "The stakes don't rise."),
        ("usual", "Every 3 hands the stakes rise: points count ×1, ×2, ×3"),
    ],
)
def test_how_stakes_rise_is_said_in_a_whole_sentence(levels: str, line: str):
    lines = stack_lines(replace(OPTIONS, levels=levels), ENGLISH)
    assert any(each.startswith(line) for each in lines)
    assert stack_lines(TableOptions(), ENGLISH) == []


@pytest.mark.parametrize(
    ("is_won", "heading"),
    [(True, "## The tournament is over"), (False, "## The tournament was ended")],
)
def test_the_last_message_says_whether_it_was_won(is_won: bool, heading: str):
    screen = end_screen(STANDING, Spot(1), ENGLISH, is_won=is_won)
    assert told(screen).startswith(heading)


@pytest.mark.parametrize(("clock", "free"), [(None, "30 seconds"), (60, "1 minute")])
def test_a_time_bank_begins_after_the_clock(clock: int | None, free: str):
    (line,) = bank_lines(replace(OPTIONS, bank=300, clock=clock), ENGLISH)
    assert "a time bank of 5 minutes" in line
    assert line.endswith(f": {free}.")
    assert bank_lines(OPTIONS, ENGLISH) == []


def test_what_does_not_fit_is_left_out():
    assert fitting(["aa", "bb", "cc"], 6) == ["aa", "bb", "cc"]
    assert fitting(["aa", "bb", "cc"], 5) == ["aa", "bb", "…"]


@pytest.mark.parametrize(
    ("royalties", "more"), [((0, 0, 0), ""), ((0, 2, 4), " · 6 royalty points")]
)
def test_the_best_hand_is_told(royalties: tuple[int, int, int], more: str):
    board = Board.parse("AhAdKc / 2c2d3h3s4c / 5c6c7c8c9c")
    made = STANDARD.variant.rows.made(board)
    said = best_lines(BestBoard("Ann", 3, board, made, royalties, 12), ENGLISH)
    assert said == f"Best hand: **Ann** in hand 3, +12{more}\n-# {board}"


def past(places: int, key: str = "table.1") -> PastResult:
    standing = [place(number + 1, f"P{number:02}") for number in range(places)]
    return PastResult(1_700_000_000, "OFC", 1, standing, key)


@pytest.mark.parametrize(
    ("count", "more"), [(2, ""), (9, ""), (10, "and 1 more"), (12, "and 3 more")]
)
def test_the_history_names_the_first_nine(count: int, more: str):
    lines = told(history_screen([past(count)], ENGLISH)).splitlines()
    assert lines[1].count("P") == min(count, 9)
    assert lines[1].endswith(more)
    assert ("more" in lines[1]) is bool(more)
    assert lines[2] == "-# <t:1700000000:d> · OFC · 1 hand"
    assert "P00 · OFC · 1 hand" in lines[3]


def test_a_long_history_has_all_in_its_menu():
    many = [past(9, f"table.{number}") for number in range(25)]
    said = told(history_screen(many, ENGLISH))
    assert len(said.partition("<Open")[0]) < 1700
    assert said.count("P00 · OFC") == 25
    assert "No tournament has been played here yet." in told(history_screen([], ENGLISH))
