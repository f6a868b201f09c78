"""The rules by example: small cases with cards of our own, worked out by hand from the text.

Each says which rule it shows (`docs/rules.md`). Boards are written `Front / Middle / Back`; rules
are a preset and what differs from it, as `Ruleset.parse` reads them. No card stands twice in a
case, so that every one of them could happen at a table.
"""

from typing import Final, NamedTuple

# --- R2: ranking ----------------------------------------------------------------------------

FIVES: Final = """
high card:      7c5d4h3s2c Td8h6s4c3d Td9h6s4c3d KhQdJs9c8h Ac6d4h3s2c
pair:           3c3d7h5s2c 3c3d8h5s2c JcJdQh9s8c JcJdKh4s3c
two pair:       4c4d2h2sAc 4c4d3h3s5c 9c9d2h2s3c 9c9d2h2sKc QcQd8h8s2c
trips:          5c5d5hQsJd 8c8d8h3s2d 8c8d8hTs2d
straight:       Ac2d3h4s5c 2c3d4h5s6c 9cTdJhQsKc TcJdQhKsAc
flush:          8d6d5d4d2d Kh7h5h4h3h As9s6s3s2s
full house:     2c2d2hAsAc 3c3d3h2s2c KcKdKh4s4d KcKdKh5s5d
quads:          6c6d6h6s3c 6c6d6h6sQc 7c7d7h7s2d
straight flush: Ah2h3h4h5h 2s3s4s5s6s 9dTdJdQdKd
royal flush:    TcJcQcKcAc
"""
"""R2.1, R2.2, R2.4: hands of five by category, each higher than all before it."""

THREES: Final = """
high card: 4c3d2h Td8h5s Td9h2s QcJdTh AcKcQc
pair:      2c2d3h 2c2dAh 9c9dTh AsAdKh
trips:     2c2d2h 3c3d3h KcKdKh
"""
"""R2.3, R2.4: Fronts by category, each higher than all before it."""

EQUAL: Final = (
    ("KcTc8d4h3s", "KsTh8c4d3d"),
    ("JhJd6c5c2d", "JcJs6h5s2h"),
    ("9d7d5d4d2d", "9s7s5s4s2s"),
    ("8c9dThJsQd", "8h9cTsJdQh"),
    ("TcJcQcKcAc", "TdJdQdKdAd"),
)
"""R1.1, R2.4: hands of the same ranks, in which no suit is better."""

FRONT_AND_MIDDLE: Final = (
    ("JcJd7h", "JhJs7c4d3s", True),
    ("JcJd9h", "JhJs8c7d3s", False),
    ("Tc8d4h", "Ts8h4d3c2s", True),
    ("Tc8d5h", "Ts8h4d3c2s", False),
    ("AcKdJh", "2c2d5h4s3c", True),
    ("2s2h3d", "AcKdJh9s7c", False),
    ("3c3d3h", "4c4d4hKs2s", True),
    ("5c5d5h", "4c4d4hKs2s", False),
    ("2c2d2h", "AcAdKhKsQc", False),
    ("AsAhKd", "3c3d2h2s4c", True),
)
"""R2.5: a Front, a Middle, and whether they are in order."""

# --- R6: royalties --------------------------------------------------------------------------

ROYALTY_HANDS: Final = {
    "high card": "KdJc8h5s3d",
    "pair": "AcAd9h6s2c",
    "two pair": "AhAsKcKd5h",
    "trips": "7c7d7h9s2d",
    "straight": "5c6d7h8s9c",
    "flush": "QdTd8d6d2d",
    "full house": "JcJdJh4s4c",
    "quads": "3c3d3h3sTc",
    "straight flush": "Ac2c3c4c5c",
    "royal flush": "TsJsQsKsAs",
}
ROYALTIES: Final = {
    ("standard", "back"): (0, 0, 0, 0, 2, 4, 6, 10, 15, 25),
    ("standard", "middle"): (0, 0, 0, 2, 4, 8, 12, 20, 30, 50),
    ("german", "back"): (0, 0, 0, 0, 2, 4, 6, 10, 15, 25),
    ("german", "middle"): (0, 0, 0, 2, 4, 8, 12, 20, 30, 50),
    ("progressive", "middle"): (0, 0, 0, 2, 4, 8, 12, 20, 30, 50),
    ("us2012", "back"): (0, 0, 0, 0, 2, 4, 6, 8, 10, 20),
    ("us2012", "middle"): (0, 0, 0, 0, 4, 8, 12, 16, 20, 40),
    ("italian", "back"): (0, 0, 0, 0, 2, 4, 6, 10, 15, 25),
    ("italian", "middle"): (0, 0, 0, 0, 4, 8, 12, 20, 30, 50),
    ("czech", "back"): (0, 0, 0, 0, 2, 4, 6, 10, 15, 25),
    ("czech", "middle"): (0, 0, 0, 0, 4, 8, 12, 20, 30, 30),
    ("czech-tournament", "middle"): (0, 0, 0, 0, 4, 8, 12, 20, 30, 30),
    ("standard royalties=none", "back"): (0,) * 10,
    ("standard royalties=none", "middle"): (0,) * 10,
}
"""R6.2: the points of `ROYALTY_HANDS` by rules and row."""

FRONT_PAIRS: Final = dict(
    zip("23456789TJQKA", (0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), strict=True)
)
FRONT_TRIPS: Final = dict(zip("23456789TJQKA", range(10, 23), strict=True))
"""R6.3: points in the Front by rank; for trips those of the ladder, 20 where they are flat."""

# --- R5, R6, R7: one board ------------------------------------------------------------------


class BoardCase(NamedTuple):
    """What a board brings under some rules: royalties, None for a foul; the next Fantasyland."""

    rule: str
    rules: str
    board: str
    royalties: tuple[int, int, int] | None
    earns: int = 0
    visit: int = 0
    """Cards of the Fantasyland it was played in, or 0."""
    players: int = 2


JACKS: Final = "JcJd4h / QcQdTh6s2c / KcKd8h7s3s"
QUEENS: Final = "QcQd4h / KcKdKh6s3c / 8c8d8h5s5c"
KINGS: Final = "KcKd5h / AcAd7h6s2c / 9c9d9h4s3s"
ACES: Final = "AcAd5h / 6c6d6h9s2c / TcJdQhKsAs"
FOURS: Final = "4c4d4h / 9c9d9hKs2c / 5c5d5hJsJd"
SAME: Final = "Kc8d2h / 3c4d5h6s7c / 3d4h5s6c7h"
SAME_PAIR: Final = "Jc4d2h / QcQd9h6s3c / QhQs9c6d3h"

FULL_MIDDLE: Final = "7h4d2c / 5c5d5hKsKc / 9c9d9hAsAd"
QUADS: Final = "7h4d2c / JcTd8h5s3c / 6c6d6h6sKd"
STRAIGHT_FLUSH: Final = "KhJd2c / TcTd8h5s3c / 5d6d7d8d9d"
TRIPS: Final = "3c3d3h / 8c8d8hJs2c / 6c7d8s9hTc"
FLUSHES: Final = "8h4d2c / 3d6d7dTdQd / 4c6c9cTcKc"
FULL_BACK: Final = "KhJd2c / TcTd8h5s3c / 9c9d9h4s4c"

BOARDS: Final = (
    BoardCase("R5.1", "standard", SAME, (0, 4, 2)),
    BoardCase("R5.1", "german", SAME, None),
    BoardCase("R5.1", "us2012", SAME, None),
    BoardCase("R5.1", "italian", SAME_PAIR, (0, 0, 0)),
    BoardCase("R5.1", "czech", SAME_PAIR, None),
    BoardCase("R5.1", "standard", "QhTd3c / 9c9d7h4s2s / 8c8dKh6s5c", None),
    BoardCase("R5.1", "standard", "4c4dAh / AdKc9s7h2c / 8c8dKh6s5c", None),
    BoardCase("R5.1", "standard", "2c2d2h / 3c3d4h4s9c / AcAdAhKsKc", None),
    BoardCase("R5.1", "standard", "Td9h2c / 5h6s7c8s9c / 4d6dQd8dKd", (0, 4, 4)),
    BoardCase("R7.1", "standard", JACKS, (6, 0, 0), 0),
    BoardCase("R7.1", "standard", QUEENS, (7, 2, 6), 14),
    BoardCase("R7.1", "standard", FOURS, (12, 2, 6), 14),
    BoardCase("R7.1", "us2012", QUEENS, (7, 0, 6), 0),
    BoardCase("R5.2", "standard", "QcQdAh / QhQsJc9d4s / KcKd8h7s3s", None),
    BoardCase("R5.2", "italian", "4c4d4h / 3c3d3hKs2c / 5c5d5hJsJd", None),
    BoardCase("R7.2", "german", QUEENS, (7, 2, 6), 13),
    BoardCase("R7.2", "german variant=pineapple", QUEENS, (7, 2, 6), 13),
    BoardCase("R7.2", "italian", QUEENS, (7, 0, 6), 13),
    BoardCase("R7.2", "italian variant=pineapple", QUEENS, (7, 0, 6), 14),
    BoardCase("R7.2", "italian variant=turbo", FOURS, (20, 0, 6), 13),
    BoardCase("R7.2", "czech", ACES, (9, 0, 2), 13),
    BoardCase("R7.2", "progressive", JACKS, (6, 0, 0), 0),
    BoardCase("R7.2", "progressive", QUEENS, (7, 2, 6), 14),
    BoardCase("R7.2", "progressive", KINGS, (8, 0, 0), 15),
    BoardCase("R7.2", "progressive", ACES, (9, 2, 2), 16),
    BoardCase("R7.2", "progressive", FOURS, (12, 2, 6), 17),
    BoardCase("R7.2", "progressive", FOURS, (12, 2, 6), 14, visit=17),
    BoardCase("R1.5", "progressive variant=classic", ACES, (9, 2, 2), 16, players=3),
    BoardCase("R1.5", "progressive variant=classic", ACES, (9, 2, 2), 13, players=4),
    BoardCase("R7.5", "standard", QUEENS, (7, 2, 6), 0, visit=14),
    BoardCase("R7.5", "progressive", ACES, (9, 2, 2), 0, visit=15),
    BoardCase("R7.4", "standard", TRIPS, (11, 2, 2), 14, visit=14),
    BoardCase("R7.4", "progressive", TRIPS, (11, 2, 2), 14, visit=16),
    BoardCase("R7.4", "italian", TRIPS, (20, 0, 2), 13, visit=13),
    BoardCase("R7.4", "czech", TRIPS, (20, 0, 2), 0, visit=13),
    BoardCase("R7.4", "standard", FULL_MIDDLE, (0, 12, 6), 14, visit=14),
    BoardCase("R7.4", "german", FULL_MIDDLE, (0, 12, 6), 13, visit=13),
    BoardCase("R7.4", "progressive", FULL_MIDDLE, (0, 12, 6), 0, visit=14),
    BoardCase("R7.4", "standard", QUADS, (0, 0, 10), 14, visit=14),
    BoardCase("R7.4", "progressive", QUADS, (0, 0, 10), 14, visit=14),
    BoardCase("R7.4", "czech", QUADS, (0, 0, 10), 0, visit=13),
    BoardCase("R7.4", "progressive", STRAIGHT_FLUSH, (0, 0, 15), 14, visit=14),
    BoardCase("R7.4", "standard", FULL_BACK, (0, 0, 6), 0, visit=14),
    BoardCase("R7.4", "standard", FLUSHES, (0, 8, 4), 0, visit=14),
    BoardCase("R7.4", "italian", FLUSHES, (0, 8, 4), 0, visit=13),
    BoardCase("R7.4", "standard", "5c5d5h / 4c4d4hKs2s / JcJdJhQsQd", None, visit=14),
)

# --- R4, R5, R6, R8, R11: who wins how much -------------------------------------------------


class TableCase(NamedTuple):
    """What everybody at a table wins.

    Instead of a board `dead`, `surrendered` or `missed` may stand; `exposed` counts the cards that
    each has shown out of turn, for nobody if it is empty.
    """

    rule: str
    rules: str
    hands: tuple[str, ...]
    points: tuple[int, ...]
    exposed: tuple[int, ...] = ()


ONE_EACH: Final = (
    "Kc8d2h / 9c9d6h4s2s / JcJd7h5s3c",
    "Qs8h2d / 9h9s7d4c3d / JhJs7c5d3h",
)
TWO_OF_THREE: Final = (
    "Jc6d4h / 8c8d5h3s2c / AcAd9h6s4s",
    "Jd7d4c / 5c5d9s6h2d / KcKd8h7s3d",
)
BEATEN: Final = "Th8c4s / Ac9s6d5h3h / 9c9d6h4d2h"
SCOOP: Final = ("QhTd3c / 7c7d5s4h2s / JcJdJh8s6c", BEATEN)
TWO_AND_A_TIE: Final = ("Td8h4c / 7c7d5s4h2s / JcJdJh8s6c", BEATEN)
ONE_AND_TWO_TIES: Final = (
    "Kc9d4h / 8c8d7h5s3c / QcQdJh6s2c",
    "Kd9c3h / 8h8s7d5c3d / QhQsJc6d2d",
)
ALL_TIED: Final = (
    "Kc9d4h / 8c8d7h5s3c / QcQdJh6s2c",
    "Kd9c4d / 8h8s7d5c3d / QhQsJc6d2d",
)
REWARDED: Final = (
    "6c6d2h / TcTdTh7s4s / AcKdQhJsTs",
    "8c8d3h / 9c9d9h5s2s / KcJc7c5c3c",
)
FOUL: Final = "AcAd5h / KcKd7h6s2c / 9c9d4h3s2d"
PLAIN: Final = "Qs8h3d / AsTd7s5c4s / QhQd8s6h4c"
OTHER_FOUL: Final = "TcTd3d / 9h8s5d4s2s / AhAsQs7d6c"
RICH: Final = "QcQd2h / 8c8d8h5s3c / KhJh9h6h3h"

THREE: Final = (
    "AhQd7c / 9c9d9s4h3c / KcKdKh8s2c",
    "QcJh5d / AcTd8h6s3h / JcJd7h5s4c",
    "ThTs2h / AdJs9h7d4d / QhQs8c6c5c",
)
"""The first scoops the second; the third is a foul."""

TABLES: Final = (
    TableCase("R4.1", "standard", ONE_EACH, (0, 0)),
    TableCase("R4.1", "standard", TWO_OF_THREE, (1, -1)),
    TableCase("R4.1", "standard", ONE_AND_TWO_TIES, (1, -1)),
    TableCase("R4.1", "standard", ALL_TIED, (0, 0)),
    TableCase("R4.2", "standard", SCOOP, (6, -6)),
    TableCase("R4.2", "standard", TWO_AND_A_TIE, (2, -2)),
    TableCase("R4.3", "standard scoring=2-4", ONE_EACH, (0, 0)),
    TableCase("R4.3", "standard scoring=2-4", TWO_OF_THREE, (2, -2)),
    TableCase("R4.3", "standard scoring=2-4", ONE_AND_TWO_TIES, (1, -1)),
    TableCase("R4.3", "standard scoring=2-4", SCOOP, (4, -4)),
    TableCase("R4.3", "standard scoring=2-4", TWO_AND_A_TIE, (3, -3)),
    TableCase("R4.3", "standard scoring=1", ONE_EACH, (0, 0)),
    TableCase("R4.3", "standard scoring=1", TWO_OF_THREE, (1, -1)),
    TableCase("R4.3", "standard scoring=1", SCOOP, (3, -3)),
    TableCase("R4.3", "standard scoring=1", TWO_AND_A_TIE, (2, -2)),
    TableCase("R5.2", "standard", (FOUL, PLAIN), (-6, 6)),
    TableCase("R5.2", "standard scoring=1", (FOUL, RICH), (-3 - 13, 3 + 13)),
    TableCase("R5.2", "standard", (FOUL, RICH), (-6 - 13, 6 + 13)),
    TableCase("R5.2", "standard scoring=2-4", (FOUL, RICH), (-4 - 13, 4 + 13)),
    TableCase("R5.2", "us2012", (RICH, FOUL), (6 + 11, -6 - 11)),
    TableCase("R5.2", "standard royalties=none", (RICH, FOUL), (6, -6)),
    TableCase("R5.3", "standard", (FOUL, OTHER_FOUL), (0, 0)),
    TableCase("R6.1", "standard", REWARDED, (-1 + 5 - 9, 1 - 5 + 9)),
    TableCase("R6.1", "italian", REWARDED, (-1 + 3 - 7, 1 - 3 + 7)),
    TableCase("R6.1", "standard scoring=2-4", REWARDED, (-2 + 5 - 9, 2 - 5 + 9)),
    TableCase("R6.1", "standard royalties=none", REWARDED, (-1, 1)),
    TableCase("R4.4", "standard", THREE, (6 + 2 + 6 + 2, -6 - 2 + 6, -6 - 2 - 6)),
    TableCase("R4.4", "standard scoring=2-4", THREE, (12, -2, -10)),
    TableCase("R4.4", "czech", THREE, (12, 0, -12)),
    TableCase("R8.1", "german", (*THREE, "surrendered"), (16 + 2, -2 + 2, -14 + 2, -6)),
    TableCase("R8.1", "german", ("surrendered", "surrendered", RICH), (-2, -2, 4)),
    TableCase("R8.1", "german", ("surrendered", "dead", RICH), (-4, 2 - 19, 2 + 19)),
    TableCase("R11.1", "czech-tournament", ("dead", RICH), (-6 - 11, 6 + 11)),
    TableCase("R11.1", "czech-tournament", (*THREE, "dead"), (12 + 6, 6, -12, -12)),
    TableCase("R11.3", "czech-tournament", ("missed", RICH), (-3, 3)),
    TableCase("R11.3", "czech-tournament", ("missed", FOUL, RICH), (-6, 3 - 17, 3 + 17)),
    TableCase("R11.3", "czech-tournament", ("missed", "dead", RICH), (-6, 3 - 17, 3 + 17)),
    TableCase("R11.3", "czech-tournament", (*THREE, "missed"), (12 + 3, 3, -12 + 3, -9)),
    TableCase("R11.3", "czech-tournament", ("missed", RICH, "missed"), (-3, 6, -3)),
    TableCase("R11.3", "czech-tournament", ("missed", "missed", "missed"), (0, 0, 0)),
    TableCase("R11.3", "german", ("missed", RICH, "surrendered"), (-3, 3 + 2, -2)),
    TableCase("R11.4", "czech-tournament", ALL_TIED, (-1, 1), exposed=(1, 0)),
    TableCase("R11.4", "czech-tournament", ALL_TIED, (1, -1), exposed=(1, 2)),
    TableCase("R11.4", "czech-tournament", THREE, (12 - 2, 1, -12 + 1), exposed=(1, 0, 0)),
    TableCase(
        "R11.4", "czech-tournament", ("missed", RICH, FOUL), (-6, 20 - 1, -14 + 1), (0, 1, 0)
    ),
    TableCase("R11.4", "german", ("surrendered", RICH), (-2, 2), exposed=(0, 1)),
    TableCase("R11.5", "standard", ("dead", RICH), (-6 - 13, 6 + 13)),
    TableCase("R11.5", "standard", ("dead", FOUL), (0, 0)),
    TableCase("R11.5", "czech-tournament", (*THREE, "dead"), (12 + 6, 6, -12, -12)),
)

# --- the best that Fantasyland can be ------------------------------------------------------

BEST: Final = (
    ("standard", "9c9d9h9s5c5d5hJcJdQcQd3h2c4s", 7 + 12 + 10),
    ("standard", "AcAdAh4c4d4h8c8d8hKsQs7s6d2h", 12 + 2 + 0),
    ("german", "5h6h7h8h9hTcTdThTs3cKcKd2s", 8 + 20 + 15),
)
"""Rules, the cards of a Fantasyland, and the most royalties they can bring (R6, R7.2)."""
