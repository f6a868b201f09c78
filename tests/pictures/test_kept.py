"""What is kept stays within its bytes, and what is asked for stays longest."""

from bot.pictures.kept import kept


def test_what_is_kept_is_made_once_and_stays_within_its_bytes():
    made: list[str] = []

    @kept(1000, len)
    def letters(letter: str, count: int) -> str:
        made.append(letter)
        return letter * count

    assert letters("a", 50) == letters("a", 50) == "a" * 50
    assert made == ["a"]
    for number in range(100):
        letters(str(number), 50)
        letters("a", 50)
    assert made.count("a") == 1, "it was asked for all the time"
    fresh = len(made)
    letters("99", 50)
    assert len(made) == fresh
    letters("1", 50)
    assert len(made) == fresh + 1, "there was no room for it"


def test_what_is_larger_than_the_room_is_made_all_the_same():
    @kept(10, len)
    def long(letter: str) -> str:
        return letter * 100

    assert long("a") == "a" * 100
    assert long("b") == "b" * 100
    assert long("a") == "a" * 100
