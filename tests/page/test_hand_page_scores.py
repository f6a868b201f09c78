"""The page that shows a hand from its link reads and scores it as the engine does."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

import pytest
from playwright.async_api import Page

from bot.values.phrases import FOULS
from engine.tests.cases import Case, read
from engine.tests.hands import Game
from engine.tests.ordered import random_board, random_games, random_rules
from ofc_engine.cards import parse_cards
from ofc_engine.errors import NotationError
from ofc_engine.hand import Hand
from ofc_engine.links import link_of, read_link
from ofc_engine.operations import Dealt
from ofc_engine.ranking import Category, category, strength
from ofc_engine.rulesets import OPTIONS, PRESETS
from ofc_engine.scoring import Pair, Score, evaluate, score, score_hand
from ofc_engine.seat import Seat
from ofc_engine.variants import VARIANTS
from ofc_engine.views import view_for
from tests.page.hand_page import told

pytestmark = pytest.mark.asyncio(loop_scope="session")

Json: TypeAlias = dict[str, Any]


def rest(pair: Pair) -> list[int]:
    return [pair.surrender, pair.penalty, pair.points]


def in_json(scored: Score) -> Json:
    """A score as `told` of the page gives it."""
    return {
        "points": list(scored.points),
        "pairs": [
            [p.a, p.b, list(p.rows), p.row_points, p.bonus, p.royalties, *rest(p)]
            for p in scored.pairs
        ],
        "results": [
            [r.fate.value, [FOULS[foul] for foul in r.fouls], list(r.royalties), r.fantasyland]
            for r in scored.results
        ],
    }


def seen(hand: Hand) -> list[Json]:
    """What everybody sees of each seat, and how many cards of a Fantasyland they do not."""
    return [
        {
            "rows": [list(map(str, row)) for row in seat.board],
            "hidden": 0 if hand.is_finished else hand.sets_face_down(number) and seat.face_down,
        }
        for number, seat in enumerate(view_for(hand, None).seats)
    ]


def steps_of(game: Game) -> list[list[Json]]:
    """What everybody saw before the first thing that somebody did, and after each."""
    acts = [n for n, done in enumerate(game.log) if not isinstance(done, Dealt)]
    # Cards that were dealt since make no difference to what lies open.
    return [seen(game.positions[0]), *(seen(game.positions[n + 1]) for n in acts)]


def without_count(steps: list[list[Json]], game: Game) -> list[list[Json]]:
    """The page also counts cards of a street that all place together: leave that out."""
    return [
        [
            {**seat, "hidden": seat["hidden"] if game.hand.sets_face_down(number) else 0}
            for number, seat in enumerate(step)
        ]
        for step in steps
    ]


async def agrees_on(page: Page, games: list[Game]) -> list[int]:
    """Compare all that page and engine say of hands; gives the lengths of their links."""
    links = [link_of(game.hand, game.log, discards={0} & {len(game.log) % 2}) for game in games]
    for game, link, said in zip(games, links, await told(page, "tryOut", links), strict=True):
        steps = said.pop("steps")
        assert said.pop("operations") == [str(each) for each in read_link(link).operations]
        assert said == in_json(score_hand(game.hand)), f"{game.rules} {link}"
        assert without_count(steps, game) == steps_of(game), f"{game.rules} {link}"
    return [len(link) for link in links]


# --- as the engine ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in range(1, 40))]
)
async def test_a_hand_from_a_link_is_what_was_played(hand_page: Page, seed: int):
    games = random_games(250, seed)
    lengths = await agrees_on(hand_page, games)
    assert max(lengths) <= 90
    values = {f"{o}={v}" for g in games for o, v in zip(OPTIONS, g.rules.choices, strict=True)}
    assert values == {f"{option}={value}" for option, of in OPTIONS.items() for value in of}


async def test_boards_of_all_kinds_are_worth_what_the_engine_says(hand_page: Page):
    random, asked, expected = Random(2), list[Json](), list[Json]()
    kinds, earned = Counter[Category](), Counter[int]()
    for number in range(2000):
        rules = random_rules(random, list(VARIANTS)[number % len(VARIANTS)])
        players = random.randint(2, rules.variant.most_players)
        seats = [
            Seat(
                random_board(random, rules.variant.rows, rules.variant.jokers),
                fantasyland=random.choice((13, 15)) * (number % 3 == 0),
            )
            for _ in range(players)
        ]
        results = [
            evaluate(each.board, rules, players=players, fantasyland=each.fantasyland)
            for each in seats
        ]
        hands = [{"board": str(each.board), "visit": each.fantasyland} for each in seats]
        asked.append({"rules": str(rules), "hands": hands})
        expected.append(in_json(score(results, rules)))
        for result in results:
            made = rules.variant.rows.shapes(result.strengths)
            kinds.update(each.category for each in made)
        earned.update(result.fantasyland for result in results)
    assert await told(hand_page, "scored", asked) == expected
    assert kinds.keys() == {*Category}
    assert earned.keys() >= {0, 13, 14, 15, 16, 17}


def scoring_case(case: Case) -> Json:
    """A case of scoring as the page is asked; who is not there has no board."""
    hands = [{"board": "- / - / -", **hand} for hand in case.get("hands", [case])]
    if "hands" not in case:  # Of one board: the others miss the hand.
        others = case["players"] - 1
        hands += [{"board": "- / - / -", "fate": "missed"}] * others
    return {"rules": case["rules"], "hands": hands}


async def test_every_case_about_points_holds(hand_page: Page):
    boards, hands = read("boards"), read("hands")
    said = await told(hand_page, "scored", [scoring_case(case) for case in (*boards, *hands)])
    for case, one in zip(boards, said[: len(boards)], strict=True):
        _, fouls, royalties, earns = one["results"][0]
        assert bool(fouls) == case["foul"], case
        assert (royalties, earns) == (case["royalties"], case["earns"]), case
    assert [one["points"] for one in said[len(boards) :]] == [case["points"] for case in hands]


async def test_every_case_about_a_row_holds(hand_page: Page):
    asked = [[case["row"], case["cards"], case["rules"]] for case in read("royalties")]
    code = """([name, cards, of]) => {
        const [row, rules] = [["front", "middle", "back"].indexOf(name), rulesOf(of)];
        return royalty(row, rankIn(row, cards.match(/../g), rules), rules);
    }"""
    assert await told(hand_page, f"({code})", asked) == [
        case["points"] for case in read("royalties")
    ]
    for case in read("ranking"):
        rows = [*case.get("ascending", []), *({"cards": row} for row in case.get("equal", []))]
        rows += [{"cards": case[row]} for row in ("front", "middle") if row in case]
        ranks = await told(hand_page, "((row) => rankRow(row.cards.match(/../g)))", rows)
        if "ascending" in case:
            assert [category(strength(parse_cards(row["cards"]))) for row in rows] == [
                rank[0] for rank in ranks
            ]
            assert all(one < other for one, other in pairwise(ranks)), case
        elif "equal" in case:
            assert all(one == other for one, other in pairwise(ranks)), case
        else:
            assert (ranks[0] <= ranks[1]) == case["in_order"], case


async def test_every_case_about_links_holds(hand_page: Page):
    cases = [case for case in read("links") if "link" in case]
    said = await told(hand_page, "tryOut", [case["link"] for case in cases])
    for case, one in zip(cases, said, strict=True):
        if "error" in case:
            assert case["error"] in one["error"], case
        else:
            assert one["operations"] == case["operations"]
            assert one["points"] == case["points"]


async def test_what_is_damaged_here_is_damaged_there(hand_page: Page):
    random, links = Random(3), list[str]()
    for game in random_games(20, 3):
        link = link_of(game.hand, game.log)
        at = random.randrange(len(link))
        links += [link[:at] + random.choice("09AZaz-é") + link[at + 1 :], link[:at], link + "0"]
    for link, said in zip(links, await told(hand_page, "tryOut", links), strict=True):
        try:
            operations = [str(each) for each in read_link(link).operations]
        except NotationError as error:
            kind = "newer" if "newer" in str(error) else "damaged"
            assert kind in said["error"], link
        else:
            assert said["operations"] == operations


async def test_the_page_knows_the_rules_of_the_engine(hand_page: Page):
    assert await hand_page.evaluate("OPTIONS") == {o: list(values) for o, values in OPTIONS.items()}
    presets = {name: " ".join(rules.choices) for name, rules in PRESETS.items()}
    assert await hand_page.evaluate("PRESETS") == presets
    streets = {n: [[s.dealt, s.placed] for s in v.streets] for n, v in VARIANTS.items()}
    assert await hand_page.evaluate("STREETS") == streets
