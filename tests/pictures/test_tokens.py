"""What tells people apart in every picture."""

from hypothesis import given
from hypothesis import strategies as st

from bot.pictures.layout import Icon
from bot.pictures.points_chart import ledger_layout
from bot.pictures.shapes import Sign
from bot.pictures.table_picture import table_layout
from bot.pictures.tokens import tokens
from bot.texts import ENGLISH
from bot.values.scenes import ScenePlayer
from tests.pictures.measures import labels
from tests.pictures.scenes import players
from tools.gallery import ledgers, samples

FOUR = samples.tables()["4 seats"].players


@given(st.lists(players, max_size=5))
def test_no_two_people_look_alike(people: list[ScenePlayer]):
    found = tokens(people)
    assert len({token.ink for token in found}) == len(people)
    assert len({token.sign for token in found}) == len(people)


def test_people_keep_theirs_wherever_they_sit():
    ann, bertrand, mia, chidi = tokens(FOUR)
    assert tokens(FOUR[::-1]) == (chidi, mia, bertrand, ann)
    assert tokens(FOUR[:2]) == (ann, bertrand)


def test_a_person_looks_the_same_at_the_table_and_in_the_ledger():
    table = table_layout(samples.tables()["4 seats"], ENGLISH)
    ledger = ledger_layout(ledgers.ledgers()["4 players"], ENGLISH)
    for token in tokens(FOUR):
        for layout in (table, ledger):
            shown = {(i.ink, i.sign) for i in layout.items if isinstance(i, Icon)}
            assert (token.ink, token.sign) in shown


def test_a_computer_player_has_a_robot_instead_of_a_word():
    layout = table_layout(samples.tables()["3 seats, computer players"], ENGLISH)
    robots = [i for i in layout.items if isinstance(i, Icon) and i.sign is Sign.ROBOT]
    assert len({robot.ink for robot in robots}) == 2
    texts = {label.text for label in labels(layout)}
    assert {"Steady", "Dreamer 2"} <= texts
    assert not any("bot" in text for text in texts)
