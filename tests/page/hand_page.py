"""The page that shows a hand from its link, in a browser, and what people do on it."""

from collections.abc import Callable, Sequence
from typing import Any

from playwright.async_api import Page, Request, expect

from ofc_engine.links import PAGE

HELPERS = """() => {
    // Rules in words as the notation has them, such as `german scoring=2-4`.
    globalThis.rulesOf = (text) => {
        const [preset, ...changes] = text.split(" ");
        const changed = Object.fromEntries(changes.map((word) => word.split("=")));
        return { ...rulesFrom(preset), ...changed };
    };
    // An operation as the notation writes it (N5).
    const written = ({ seat, verb, rows, discards }) => {
        if (verb !== "place") return `${verb} ${seat}`;
        const board = rows.map((cards) => cards.join("") || "-").join(" / ");
        return `place ${seat} ${board}${discards.length ? ` x ${discards.join("")}` : ""}`;
    };
    globalThis.tryOut = (link) => {
        try {
            const { hands, operations } = readLink(link);
            const steps = hands.map((hand) => hand.seats.map((seat) => visible(hand, seat)));
            return { operations: operations.map(written), steps, ...told(hands.at(-1)) };
        } catch (error) {
            return { error: error.message };
        }
    };
    globalThis.told = (hand) => {
        const { results, pairs, points } = score(hand);
        return {
            points,
            pairs: pairs.map((p) => [p.a, p.b, p.rows, p.rowPoints, p.bonus, p.royalties,
                p.surrender, p.penalty, p.points]),
            results: results.map((r) => [r.fate, r.fouls, r.royalties, r.earns]),
        };
    };
    globalThis.seatOf = ({ board, visit = 0, fate = "playing", exposed = 0 }) => {
        const rows = board.split(" / ").map((row) => row.match(/[2-9TJQKA][cdhs]|X[12]/g) ?? []);
        return { rows, discards: [], latest: [], fantasyland: visit, fate, exposed };
    };
    globalThis.scored = ({ rules, hands }) =>
        told({ rules: rulesOf(rules), seats: hands.map(seatOf) });
    globalThis.drawnAt = ({ link, step }) => {
        Object.assign(shown, { read: readLink(link), step });
        draw();
        const texts = (of, what) => [...of.querySelectorAll(what)].map((e) => e.textContent);
        const boards = [...$("boards").children].map((board) => ({
            points: texts(board, ".points")[0] ?? "",
            remarks: texts(board, ":scope > p"),
            rows: [...board.querySelectorAll("li")].map((row) => ({
                cards: texts(row, ".card:not(.open)"),
                open: row.querySelectorAll(".card.open").length,
                notes: row.querySelector("b").nextSibling?.textContent.split(" · ") ?? [],
            })),
        }));
        return { boards, pairs: $("result").hidden ? [] : texts($("pairs"), "li") };
    };
}"""
"""What tests ask the page for, as functions of their own."""


async def told(page: Page, function: str, asked: Sequence[object]) -> list[dict[str, Any]]:
    """What a function of the page says of each of these."""
    return await page.evaluate(f"(asked) => asked.map((each) => {function}(each))", asked)


def watch(troubles: list[str]) -> dict[str, Callable[[Any], None]]:
    """Notes whatever goes wrong on the page, and that it has asked anybody for something."""

    def asked(request: Request) -> None:
        if request.url.partition("#")[0] not in (PAGE.as_uri(), "data:,"):
            troubles.append(f"asked for {request.url}")

    return {
        "pageerror": lambda error: troubles.append(str(error)),
        "console": lambda words: troubles.append(words.text),
        "request": asked,
    }


class Visit:
    """Somebody's window on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def opens(self, link: str) -> None:
        await self.page.goto(f"{PAGE.as_uri()}#{link}")

    async def hears(self, words: str) -> None:
        await expect(self.page.get_by_role("status")).to_contain_text(words)
