"""Points have no value: no sentence that a person can see speaks of money (R9.1)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from tests.catalogue import LOCALE, ROOMS

ROOT = Path(__file__).parents[1]
MONEY = re.compile(
    r"[$€£¥₿]|\b(?:money|cash|cents?|dollars?|euros?|coins?|currency|bankroll|buy-?ins?|pay-?outs?"
    r"|jackpots?|wagers?|bets?|betting|gambl\w*|debts?|owes?|owed|settle up|prizes?|purchase\w*"
    r"|winnings|deposit\w*|withdraw\w*|invoice\w*|fees?|bought|sold|redeem\w*)\b",
    re.IGNORECASE,
)
GERMAN = re.compile(
    r"[$€£¥₿]|\b(?:geld\w*|euros?|cents?|dollars?|münzen?|währung\w*|einsatz|einsätze\w*|kasse\w*"
    r"|konto|konten|jackpots?|bankroll|buy-?ins?|wett(?:e|en|et|est)|gewettet|zock\w*|preis(?:e|gelder"
    r"|geld)?|prämien?|schuld(?:e|en|est|et)?|schuldig|(?:be|aus|ein|heim)?zahl(?:t|st|e|bar|ung|ungen)"
    r"|(?:be|aus|ein|heim)zahlen|gezahlt|(?:ge|ver)?kauf\w*|gebühr\w*|rechnung\w*|gewinnsumme"
    r"|auszahl\w*|einlös\w*|erlös\w*|kostet|kosten|teuer\w*|billig\w*)\b",
    re.IGNORECASE,
)
ITALIAN = re.compile(
    r"[$€£¥₿]|\b(?:soldi|denaro|contanti|euro|dollar[oi]|centesim[oi]|monet[ae]|valuta|cassa"
    r"|jackpot|bankroll|buy-?in|scommess[ae]|scommett\w*|puntat[ae]|debit[oi]|prem(?:io|iazion[ei])"
    r"|montepremi|vincit[ae]|prezz[oi]|tariff[ae]|commission[ei]|compr\w*|vend(?:i|e|ere|ita|uto)"
    r"|acquist\w*|riscatt\w*|fattur\w*|rimbors\w*|cost[oi]|gratis)\b",
    re.IGNORECASE,
)
CZECH = re.compile(
    r"[$€£¥₿]|\b(?:peníze|peněz\w*|penězi|hotovost\w*|korun\w*|kč|eur[ao]?|dolar\w*|halíř\w*"
    r"|minc[ei]\w*|měn[auyěou]|jackpot\w*|bankroll\w*|buy-?in\w*|sázk\w*|sáze\w*|vsad\w*|dluh\w*"
    r"|dluž\w*|cen[auyěou]|odměn\w*|poplat\w*|koup\w*|kupov\w*|prod(?:at|ej|ává)\w*|faktur\w*"
    r"|vklad\w*|výplat\w*|zdarma|levn\w*)\b",
    re.IGNORECASE,
)
LANGUAGES = {"cs": CZECH, "de": GERMAN, "it": ITALIAN}
"""The words of money in each language that the bot speaks besides English."""
DISCLAIMER = "cannot be bought, sold, transferred or redeemed"
DOCUMENTS = ("README.md", "TERMS.md", "PRIVACY.md", "CHANGELOG.md", "docs/export.md")

SERVER = ROOT / "bot" / "store" / "postgresql"
OF_SERVERS = {SERVER / name for name in ("server_connection.py", "server_schema.py")}
"""PostgreSQL's own words, which nobody is told: in them a dollar sign is a place for a value."""


def sentences() -> Iterator[tuple[str, str]]:
    """Every string constant of the packages that speak to people, but for docstrings."""
    for folder in ROOMS:
        for file in sorted({*(ROOT / folder).rglob("*.py")} - OF_SERVERS):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
            nodes = [node for node in ast.walk(tree) if isinstance(node, documented)]
            first = [node.body[0] for node in nodes if node.body]
            docs = {id(each.value) for each in first if isinstance(each, ast.Expr)}
            for node in ast.walk(tree):
                is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
                if is_text and id(node) not in docs:
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", node.value


def test_no_text_of_the_bot_speaks_of_money():
    every = list(sentences())
    assert len(every) > 1000
    assert [(where, text) for where, text in every if MONEY.search(text)] == []


@pytest.mark.parametrize("file", sorted(LOCALE.glob("*.po")), ids=lambda file: file.stem)
def test_no_translation_speaks_of_money(file: Path):
    money = LANGUAGES[file.stem]
    for entry in polib.pofile(str(file)):
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            assert not money.search(text), text
            assert not MONEY.search(text), text


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_document_speaks_of_money(name: str):
    text = " ".join((ROOT / name).read_text(encoding="utf-8").split()).replace(DISCLAIMER, "")
    code = re.compile(r"```.*?```|`[^`]*`")
    assert MONEY.findall(code.sub("", text)) == []


def test_readme_and_terms_say_that_points_have_no_value():
    for name in ("README.md", "TERMS.md"):
        text = " ".join((ROOT / name).read_text(encoding="utf-8").split())
        assert DISCLAIMER in text


@pytest.mark.parametrize("text", ["a $5 stake", "the buy-in", "he owes you", "a prize"])
def test_the_test_would_notice(text: str):
    assert MONEY.search(text)


@pytest.mark.parametrize(
    "text", ["5 € Einsatz", "er schuldet dir", "ein Preisgeld", "um Geld wetten", "sie zahlt aus"]
)
def test_the_test_would_notice_in_german(text: str):
    assert GERMAN.search(text)
