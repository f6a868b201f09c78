"""Pictures, and the words in their place, hold what they show in every language there is."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from bot.pictures import alt, plain_text
from bot.pictures.canvas import SMALLEST
from bot.pictures.fonts import Weight, fitted
from bot.pictures.layout import PictureLayout
from bot.pictures.points_chart import ledger_layout
from bot.pictures.private_picture import private_layout
from bot.pictures.profile import profile_alt, profile_layout
from bot.pictures.rating_ladder import rating_alt, rating_layout, rating_text
from bot.pictures.result_cells import hand_in
from bot.pictures.result_picture import result_layout
from bot.pictures.rows import rows_layout
from bot.pictures.standing import best_rows, course_alt, course_text, standing_alt, standing_layout
from bot.pictures.table_picture import table_layout
from bot.pictures.theme import Theme
from bot.pictures.wording import LIMIT
from bot.texts import Texts, languages, texts_for
from bot.tutorial.dealing import deal
from bot.tutorial.problems import Lesson
from bot.tutorial.teaching import RowsQuestion, rows_of
from bot.values.standings import StacksScene
from ofc_engine.cards import parse_cards
from ofc_engine.ranking import shape, strength
from tests.alphabets import GREEK, strays, written
from tests.pictures.measures import labels
from tests.pictures.readable import verify_readable
from tools.gallery import ledgers, profiles, samples, tournaments

NAMES = {
    name
    for scene in (*samples.tables().values(), *ledgers.ledgers().values())
    for player in scene.players
    for name in (player.name, player.handle)
} | {line.player.name for scene in ledgers.ratings().values() for line in scene.lines}
NAMES |= {
    name
    for scene in tournaments.standings().values()
    for each in (scene.standing if isinstance(scene, StacksScene) else scene.ranked)
    for name in (each.name, each.player.handle)
}
SAID = frozenset(
    re.findall(r"[^\W\d_]+", " ".join(name[:most] for name in NAMES for most in (None, 32, 12)))
)
CAPTION = 472 - 36
BADGE = 84
"""Pixels for what a row is in the result of two players, and of its royalties."""
every_language = pytest.mark.parametrize("language", languages())


@cache
def questions() -> list[RowsQuestion]:
    problems = (deal(lesson, seed) for lesson, seed in product(Lesson, range(3)))
    return [problem for problem in problems if isinstance(problem, RowsQuestion)]


def layouts(_: Texts) -> Iterator[PictureLayout]:
    for table in samples.tables().values():
        yield table_layout(table, _)
    for result in samples.results().values():
        yield result_layout(result, _)
    for private, grid in product(samples.privates().values(), (True, False)):
        yield private_layout(private, Theme(live_grid=grid), _)
    for ledger in ledgers.ledgers().values():
        yield ledger_layout(ledger, _)
    for ladder in ledgers.ratings().values():
        yield rating_layout(ladder, _)
    for profile in profiles.profiles().values():
        yield profile_layout(profile, _)
    for standing in tournaments.standings().values():
        yield standing_layout(standing, _)
    yield from (ledger_layout(course, _) for course in tournaments.courses().values())
    yield rows_layout(best_rows(tournaments.best_board(), _))
    for question, solved in product(questions(), (True, False)):
        yield rows_layout(rows_of(question, _, solved=solved))


def spoken(_: Texts) -> Iterator[str]:
    yield from (alt.table(table, _) for table in samples.tables().values())
    yield from (alt.result(result, _) for result in samples.results().values())
    yield from (alt.private(private, Theme(), _) for private in samples.privates().values())
    yield from (alt.ledger(ledger, _) for ledger in ledgers.ledgers().values())
    yield from (rating_alt(ladder, _) for ladder in ledgers.ratings().values())
    yield from (profile_alt(profile, _) for profile in profiles.profiles().values())
    yield from (standing_alt(standing, _) for standing in tournaments.standings().values())
    yield from (course_alt(course, _) for course in tournaments.courses().values())


def twins(_: Texts) -> Iterator[str]:
    yield from (plain_text.table(table, _) for table in samples.tables().values())
    yield from (plain_text.result(result, _) for result in samples.results().values())
    yield from (plain_text.ledger(ledger, _) for ledger in ledgers.ledgers().values())
    yield from (rating_text(ladder, _) for ladder in ledgers.ratings().values())
    yield from (course_text(course, _) for course in tournaments.courses().values())


def is_cut_name(text: str) -> bool:
    """True if what stands before the ellipsis is the beginning of a name."""
    words = text.partition("…")[0].split(" ")
    ends = {" ".join(words[start:]) for start in range(len(words))}
    return any(name.startswith(end) for end in ends for name in NAMES | {"Nova Łucja"})


@every_language
def test_samples_can_be_read_and_only_names_are_cut(language: str):
    for layout in layouts(texts_for(language)):
        verify_readable(layout)
        cut = [label.text for label in labels(layout) if "…" in label.text]
        assert [text for text in cut if not is_cut_name(text)] == []


@every_language
def test_every_hand_fits_below_its_row(language: str):
    _ = texts_for(language)
    pairs = [
        f"{a}s{a}h{b}s{b}h{c}c" for a, b, c in product("23456789TJQKA", repeat=3) if a > b != c
    ]
    flushes = [f"{r}s" for r in "AKQJT98765432"]
    rewarded = [
        "AsAhAd",
        *("".join(flushes[start : start + 5]) for start in range(9)),
        *(f"{a}s{a}h{a}d{b}s{b}h" for a, b in product("23456789TJQKA", repeat=2) if a != b),
        *(f"{a}s{a}h{a}d{a}c{'3' if a == '2' else '2'}s" for a in "23456789TJQKA"),
        "KsJs9s7s2s",
        "9s8h7s6s5s",
    ]
    for text in (*pairs, *rewarded):
        room = CAPTION - BADGE * (text in rewarded)
        name = hand_in(shape(strength(parse_cards(text))), room, Weight.BOLD, _)
        assert fitted(name, room, Weight.BOLD, (SMALLEST,)) == (name, SMALLEST)


@every_language
def test_alt_texts_and_texts_of_fixed_width_have_room(language: str):
    _ = texts_for(language)
    assert max(map(len, spoken(_))) <= LIMIT
    assert max(len(line) for text in twins(_) for line in text.splitlines()) <= plain_text.WIDTH


def test_every_word_on_a_picture_and_in_its_alt_text_is_translated():
    _ = written(GREEK)
    texts = {label.text for layout in layouts(_) for label in labels(layout)} | {*spoken(_)}
    cut = {text for text in texts if "…" in text}
    assert [word for text in texts - cut for word in strays(text, GREEK, SAID | {"FL"})] == []
