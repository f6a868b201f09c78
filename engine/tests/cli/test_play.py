"""`ofc play`: a person plays hands against the computer, and types what people type."""

import re
from collections.abc import Iterator

import pytest

from ofc_engine.cli.main import main


class Person:
    """Answers what the game asks; `said` is all that it has printed so far."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *answers: str, hands: int = 1) -> None:
        self._capsys = capsys
        self._answers = iter(answers)
        self._hands = hands
        self.said = ""
        self.new = ""

    def read(self) -> str:
        self.new = self._capsys.readouterr().out
        self.said += self.new
        return self.new

    def __call__(self, prompt: str) -> str:
        said = self.read()
        self.said += prompt
        if prompt.startswith("\nPress Enter"):
            self._hands -= 1
            return "" if self._hands else "quit"
        answer = next(self._answers, None)
        if answer is not None:
            return answer
        hints = re.findall(r"^  ([fmbx]+)   ", said, re.MULTILINE)
        return hints[0] if hints else "hint"


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    def run(*answers: str, arguments: str = "--seed 1", hands: int = 1) -> str:
        person = Person(capsys, *answers, hands=hands)
        monkeypatch.setattr("builtins.input", person)
        assert main(["play", *arguments.split()]) == 0
        person.read()
        return person.said

    return run


def test_it_says_what_is_played(play):
    said = play("quit", arguments="--level beginner --set jokers=2")
    assert said.startswith("You play Pineapple with two jokers against ")


def test_rules_that_there_are_not_are_refused(capsys: pytest.CaptureFixture[str]):
    assert main(["play", "--rules", "swedish"]) == 2
    assert capsys.readouterr().err.startswith("There are no rules called “swedish”.")


@pytest.mark.parametrize(
    "rules", ["standard", "german", "progressive", "standard --set variant=chinese"]
)
def test_whoever_follows_the_hints_plays_hands_to_their_end(play, rules: str):
    said = play(arguments=f"--seed 5 --level beginner --rules {rules}", hands=3)
    points = [int(each) for each in re.findall(r"^You: ([+-]\d+)$", said, re.MULTILINE)]
    assert len(points) == 3
    assert re.findall(r"^Hand (\d+)\. ", said, re.MULTILINE) == ["1", "2", "3"]
    assert f"Hands played: 3. Your points: {sum(points):+d}." in said


def test_a_visit_to_fantasyland_is_played_and_the_button_goes_round(play):
    said = play(arguments="--seed 5 --level beginner", hands=4)
    assert "Fantasyland 14" in said
    assert len(re.findall(r"^Your cards: (?:\w\w ?){14}", said, re.MULTILINE)) >= 1
    assert "You have the button" in said
    assert "Dreamer has the button" in said


def test_help_hints_and_undo_are_there_while_one_plays(play):
    said = play("?", "hint", "bbmmf", "undo", "undo", "bbbmm", "quit")
    assert "Type a letter for each of your cards" in said
    assert "There is nothing to take back." in said
    assert said.count("Street 1 of 5") == 2
    assert "Hands played: 0. Your points: +0." in said


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("bbb", "Type 5 letters of f, m, b and x"),
        ("bbmm!", "Type 5 letters of f, m, b and x"),
        ("ffffm", "The Front only has room for 3 more."),
        ("bbmmx", "Discard 0 of these cards, not 1."),
        ("As / Ks / Qs", "Place exactly the cards you were dealt, each once."),
        ("a / b / c", "isn't a card"),
        ("fold", "You can't give up at this table."),
    ],
)
def test_what_cannot_be_is_said_and_asked_again(play, typed: str, told: str):
    assert told in play(typed, "quit")


def test_a_certain_foul_is_asked_for_twice(play):
    said = play("JhJc5d / 3d / 2h", "5d3d2h / Jh / Jc", "quit")
    assert "Street 2 of 5" in said
    closed = "--seed 1 --set variant=chinese"
    foul = "AsAcQh / TsTdQs3h2s / 8s8hJs3c2d"
    assert (
        "That is a foul whatever comes. The Middle is lower than the Front. "
        "The Back is lower than the Middle. Type it again if you mean it."
    ) in play(foul, "quit", arguments=closed)
    assert "foul:" in play(foul, foul, arguments=closed)


def test_where_the_rules_allow_it_a_hand_can_be_given_up(play):
    assert "You: -2\n  surrendered" in play("fold", arguments="--rules german --seed 1")


def test_the_same_seed_brings_the_same_cards(play):
    def cards(arguments: str) -> Iterator[str]:
        return re.findall(r"Your cards: (.*)", play("quit", arguments=arguments))

    assert cards("--seed 7") == cards("--seed 7") != cards("--seed 8")


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_end_of_the_input_ends_the_game(
    end: type[BaseException], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def ends(_prompt: str) -> str:
        raise end

    monkeypatch.setattr("builtins.input", ends)
    assert main(["play", "--seed", "1"]) == 0
    assert "Hands played: 0." in capsys.readouterr().out
