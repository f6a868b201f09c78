"""What is told while people wait: in a lobby, for the next hand, for somebody's cards, in lists."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import pytest

from bot.screens.board_screen import BoardNote, Call, board_screen, call_screen
from bot.screens.components import InWords
from bot.screens.lobby_screen import Lobby, lobby_over_screen, lobby_screen
from bot.screens.pace_lines import next_hand_lines, reminders_line
from bot.screens.private_screen import reminder_line
from bot.screens.table_lists import places_screen
from bot.texts import ENGLISH
from bot.values.draft import Spot
from bot.values.open_tables import NextHand
from bot.values.options import TableOptions, Terms
from bot.values.scenes import Reminded
from bot.values.standings import Hold
from ofc_engine.rule_options import ROYALTIES
from ofc_engine.rulesets import STANDARD
from tests.desk.words import told

SPOT: Final = Spot(1, 1)
SECOND: Final = (
    "The next hand comes when all are ready. From <t:9:t> on, a second press on Ready deals "
    "without waiting."
)


@pytest.mark.parametrize(
    ("following", "lines"),
    [
        (NextHand(), []),
        (
            NextHand(("Ann",), ("Bob",), 9, by_itself=True),
            [
                "Ready: Ann · waiting for Bob",
                "-# The next hand comes when all are ready, at the latest <t:9:R>.",
            ],
        ),
        (
            NextHand((), ("Ann", "Bob"), 9),
            [f"-# {SECOND}"],
        ),
        (NextHand((), ("Ann",), 9), []),
        (NextHand(("Ann",), (), 9), []),
        (
            NextHand(hold=Hold(paused_until=9)),
            ["-# The host has paused the tournament. Unless it goes on, it ends <t:9:R>."],
        ),
        (
            NextHand(elsewhere=((2, 71, ("Mia", "Zoe")), (3, 72, ()))),
            ["-# Waiting for table 2 (<#71>): Mia, Zoe · table 3 (<#72>)"],
        ),
        (
            NextHand(elsewhere=tuple((n, 70 + n, ()) for n in range(3))),
            ["-# Waiting for table 0 (<#70>) · table 1 (<#71>) · table 2 (<#72>)"],
        ),
        (
            NextHand(elsewhere=tuple((n, 70 + n, ()) for n in range(4))),
            ["-# Waiting for 4 other tables."],
        ),
    ],
)
def test_for_whom_the_next_hand_waits(following: NextHand, lines: list[str]):
    assert next_hand_lines(following, ENGLISH) == lines


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        (None, "after a day, and again before the table closes"),
        (59, "I won't remind you"),
        (60, "remind you shortly before"),
        (299, "remind you shortly before"),
        (300, "at half time and shortly before"),
    ],
)
def test_when_people_are_reminded_is_told(clock: int | None, said: str):
    assert said in reminders_line(TableOptions(clock=clock), ENGLISH)


@pytest.mark.parametrize("kills", [False, True])
def test_a_reminder_says_what_happens_then(kills: bool):
    then = "your hand is dead." if kills else "I place your cards for you."
    said = {kind: reminder_line(kind, "Bob", None, ENGLISH, kills=kills) for kind in Reminded}
    assert said[Reminded.NOTHING] == said[Reminded.TURN] == ""
    assert said[Reminded.LAST].endswith(then)
    assert said[Reminded.TIME].startswith("Bob has called time: you have 30 seconds.")
    assert said[Reminded.TIME].endswith(then)
    assert said[Reminded.HALF] == "Half of your time is gone."
    assert said[Reminded.WAIT] == "This hand has been waiting for you for a day."


def test_without_a_clock_the_last_reminder_says_until_when_the_table_waits():
    said = reminder_line(Reminded.LAST, "", 77, ENGLISH, kills=True)
    assert said.startswith("Place your cards by <t:77:f>. Otherwise the table closes")


@pytest.mark.parametrize("count", [1, 12, 13, 14])
def test_the_first_twelve_places_have_a_button(count: int):
    places = [(f"P{number:02}", f"https://x/{number}") for number in range(count)]
    screen = places_screen("## Here", places, ENGLISH)
    assert told(screen).count("[Go there](https://x/") == max(0, count - 12)
    assert [f"P{number:02}" in told(screen) for number in range(count)] == [True] * count
    alone = told(places_screen("## Here", [("P", None)] * 13, ENGLISH))
    assert "Go there" not in alone


def test_of_very_many_places_those_are_counted_that_have_no_room():
    places = [("x" * 100, None)] * 12 + [("y" * 500, None)] * 4
    assert "more" not in told(places_screen("", places, ENGLISH))
    said = told(places_screen("", [*places, ("y" * 500, None), ("z", None)], ENGLISH))
    assert said.endswith("and 2 more")


# --- lobby, board ----------------------------------------------------------------------------


def lobby(count: int, seats: int = 3, **more: Any) -> str:
    names = {number + 1: f"P{number}" for number in range(count)}
    options = more.pop("options", TableOptions())
    of = Lobby(names, {}, 1, Terms(replace(options, seats=seats)), **more)
    return told(lobby_screen(of, SPOT, ENGLISH))


def test_a_lobby_says_how_many_seats_are_free_and_when_it_can_start():
    one, two, three = (lobby(count) for count in (1, 2, 3))
    assert "2 seats are free." in one
    assert "1 seat is free." in two
    assert "free." not in three
    assert [each.splitlines()[-2] for each in (one, two, three)] == [
        "[Join] [Play a computer] [More]",
        "[Join] [Start] [More]",
        "[Start] [Wait for a seat] [More]",
    ]
    assert "1. P0 (host)\n2. P1\n3. P2" in three


def test_who_sits_out_is_not_there_to_start():
    assert "[Start]" not in lobby(2, out=frozenset({2}))
    assert "2. P1 (sits out)" in lobby(2, out=frozenset({2}))
    assert "[Start]" in lobby(3, out=frozenset({2}))


def test_a_lobby_tells_of_a_kept_seat_a_list_and_its_role():
    said = lobby(2, invited={"Mia": 9})
    assert "A seat is kept for Mia until <t:9:f>." in said
    assert "free." not in said
    assert "<@&5>, a new table is open." in lobby(2, told_role_id=5)
    assert "a new table" not in lobby(2)
    assert "Waiting for a seat: Mia" in lobby(3, waiting=("Mia",))


@pytest.mark.parametrize(
    ("books", "counts", "computers", "said"),
    [
        (True, False, False, None),
        (True, True, False, None),
        (True, False, True, "not counted in the server's ledger"),
        (True, True, True, "counts in the server's ledger"),
        (False, False, False, "not counted in the server's ledger"),
        (False, True, True, "not counted in the server's ledger"),
    ],
)
def test_a_lobby_says_whether_its_hands_count_where_that_is_not_plain(
    books: bool, counts: bool, computers: bool, said: str | None
):
    options = TableOptions(books=books, counts_computers=counts)
    of = Lobby({1: "P0"}, {2: "Steady (bot)"} if computers else {}, 1, Terms(options))
    facts = told(lobby_screen(of, SPOT, ENGLISH)).splitlines()[1].split(" · ")
    assert [fact for fact in facts if "ledger" in fact] == ([] if said is None else [said])


@pytest.mark.parametrize("royalties", ROYALTIES)
@pytest.mark.parametrize("computers", [{}, {2: "Steady (bot)"}])
def test_a_lobby_says_that_computers_have_not_learnt_to_play_without_royalties(
    royalties: str, computers: dict[int, str]
):
    options = TableOptions(STANDARD.changed({"royalties": royalties}))
    said = told(lobby_screen(Lobby({1: "P0"}, computers, 1, Terms(options)), SPOT, ENGLISH))
    looks_ahead = royalties == "none" and bool(computers)
    assert ("haven't learnt to play without royalties" in said) is looks_ahead


@pytest.mark.parametrize(
    ("closed", "lacked", "said"),
    [
        (False, False, "The game is on."),
        (True, False, "The table was closed before a hand was played."),
        (True, True, "It was called off: too few people had joined."),
    ],
)
def test_a_lobby_that_is_over_says_why(closed: bool, lacked: bool, said: str):
    of = Lobby({1: "P0"}, {}, 1, Terms(TableOptions()), lacked_people=lacked)
    assert said in told(lobby_over_screen(of, ENGLISH, closed=closed))


def test_a_call_names_all_and_notifies_some():
    screen = call_screen(Call([5, 6], [6], until=9, reminder="Last one."), SPOT, ENGLISH)
    assert told(screen).splitlines()[0].startswith("<@5>, <@6>, it's your turn.")
    assert "Your time runs out <t:9:R>.\n**Last one.**" in told(screen)
    assert screen.pings == (6,)
    assert "time" not in told(call_screen(Call([5], []), SPOT, ENGLISH))


@pytest.mark.parametrize(
    ("away", "waiting", "until", "line"),
    [
        ((), (0,), None, "<@5> to act"),
        ((), (0, 1), 9, "<@5>, Bob to act · time runs out <t:9:R>"),
        ((0,), (0,), None, "<@5> (away) to act"),
        ((1, 0), (0,), None, "<@5> (away) to act · away: Bob"),
    ],
)
def test_a_board_says_for_whom_it_waits(
    away: tuple[int, ...], waiting: tuple[int, ...], until: int | None, line: str
):
    view = SimpleNamespace(street=2, streets=5, waiting_on=waiting, rules=STANDARD)
    players = [SimpleNamespace(name=name) for name in ("Ann", "Bob")]
    scene: Any = SimpleNamespace(number=3, view=view, away=frozenset(away), players=players)
    note = BoardNote(InWords("BOARD"), [5, None], until)
    lines = told(board_screen(scene, note, SPOT, ENGLISH)).splitlines()
    assert lines[1].endswith(" · street 2 of 5")
    assert lines[2] == line
    assert lines[3] == "BOARD"
    late = replace(note, late=("Bob",), facts=("hand 3 of 9", "x"), seen=True)
    said = told(board_screen(scene, late, SPOT, ENGLISH))
    assert "Time ran out, so I placed cards for Bob" in said
    assert "-# hand 3 of 9 · x" in said
    assert "somebody may know its cards" in said
