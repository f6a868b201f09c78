"""README, `.env.example` and `--help` say what is true."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import discord
import pytest

from bot.__main__ import COMMANDS, main
from bot.discord_io.visitors import INVITE
from bot.settings import NAMES, Settings, SettingsError, Shards
from bot.texts import languages, texts_for
from ofc_engine.deal import Deal, commitment, deck
from ofc_engine.duplicate_match import MatchPlan, MatchProof, secret_of, shared_seed
from ofc_engine.origin import secret_of as secret_of_hand
from ofc_engine.rulesets import PRESETS, SOURCES
from ofc_engine.variants import VARIANTS
from tests.catalogue import cogs
from tests.commands_page import PAGE, page, slash_commands

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PLAYING = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
DEALS = (ROOT / "docs" / "deals.md").read_text(encoding="utf-8")


def commands() -> set[str]:
    return {name for cog in cogs() for name, _ in slash_commands(cog)}


def test_the_page_of_commands_is_what_discord_lists():
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.commands_page"


def test_every_command_that_a_document_names_is_there():
    groups = {name.split()[0] for name in commands() if " " in name}
    for file in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        text = file.read_text(encoding="utf-8")
        for named in re.findall(r"`(/[a-z]+ [a-z]+(?:-[a-z]+)*)", text):
            if named.split()[0] in groups:
                assert any(f"{name} ".startswith(f"{named} ") for name in commands()), (file, named)


def test_everything_in_docs_is_in_its_list():
    listed = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {file.name for file in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert pages == {*re.findall(r"\]\((\w+\.md)\)", listed)}


def test_people_are_not_called_whoever():
    for file in (*ROOT.glob("[PRT]*.md"), *(ROOT / "docs").glob("*.md")):
        assert "whoever" not in file.read_text(encoding="utf-8").lower(), file


def test_the_readme_is_read_to_its_end():
    assert len(README.splitlines()) <= 110


def test_the_readme_counts_the_variants_and_house_rules():
    numbers = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    found = re.search(r"(\w+) variants under (\w+) sets of house rules", README)
    assert found is not None
    assert [1 + numbers.index(word.lower()) for word in found.groups()] == [
        len(VARIANTS),
        len(PRESETS),
    ]


def test_the_house_rules_are_listed_each_with_its_variant_and_source():
    for name, rules in PRESETS.items():
        rows = (x for x in PLAYING.splitlines() if x.startswith("| "))
        line = next(x for x in rows if re.search(rf"[|,] `{name}`[ ,]", x))
        assert rules.variant.name.capitalize() in line
        assert f"({SOURCES[name]})" in line if name in SOURCES else "common practice" in line


def test_every_rule_that_is_cited_stands_in_the_rules():
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    numbered = {*re.findall(r"^- \*\*(R\d+\.\d+)\*\*", text, re.MULTILINE)}
    headed = {*re.findall(r"^## (R\d+) ", text, re.MULTILINE)}
    for folder in ("bot", "cogs", "engine", "standin", "tests", "tools", "docs"):
        for file in (ROOT / folder).rglob("*.*"):
            if file.suffix in {".py", ".sql", ".md"}:
                cited = {*re.findall(r"\bR\d+(?:\.\d+)?\b", file.read_text(encoding="utf-8"))}
                assert cited <= numbered | headed, file


@pytest.mark.parametrize(
    "document",
    sorted(
        file
        for at in ("", "docs/**/", "engine/", "standin/", "tools/**/")
        for file in ROOT.glob(f"{at}*.md")
    ),
    ids=lambda p: str(p.relative_to(ROOT)),
)
def test_every_file_that_a_document_leads_to_is_there(document: Path):
    text = document.read_text(encoding="utf-8")
    linked = re.findall(r"\]\((?!http|#)([^)#]+)", text)
    rooms = ("bot", "cogs", "docs", "engine", "standin", "tests", "tools")
    named = re.findall(rf"`((?!bot/locale/)(?:{'|'.join(rooms)})/[\w./-]+)`", text)
    modules = {file.name for room in rooms for file in (ROOT / room).rglob("*.py")}
    for path in linked:
        assert (document.parent / path).exists(), path
    for path in named:
        assert (ROOT / path).exists(), path
    assert {*re.findall(r"`(\w+\.py)`", text)} <= modules


@pytest.mark.parametrize("page", ["PRIVACY.md", "TERMS.md"])
@pytest.mark.parametrize("language", languages()[1:])
def test_a_policy_says_in_every_language_what_it_says_in_english(language: str, page: str):
    original = (ROOT / page).read_text(encoding="utf-8")
    text = (ROOT / "docs" / language / page).read_text(encoding="utf-8")
    assert f"](docs/{language}/{page})" in original
    assert f"](../../{page})" in text
    beginning = re.compile(r"^(#+ |- (?:\*\*)?|(?=\w))", re.MULTILINE)
    parts = [
        [beginning.match(part.lstrip()) for part in re.split(r"\n\n|\n(?=- )", whole)[2:]]
        for whole in (original, text)
    ]
    shapes = [[found and found[0] for found in each] for each in parts]
    assert shapes[0] == shapes[1], "headings, paragraphs and points"
    numbers = [re.findall(r"\b\d+\b", each) for each in (original, text)]
    assert numbers[0] == numbers[1]
    said = [set(re.findall(r"`((?:/|python)[^`]+)`", each)) for each in (original, text)]
    assert said[0] == said[1]
    assert {each for each in said[0] if each[0] == "/"} <= commands()
    _ = texts_for(language)
    for quoted in re.findall(r"[“*]([A-Z][\w ]+?)[”*]", original.replace("**", "")):
        name = _(f"{quoted} {{number}}" if quoted == "Player" else quoted)
        assert name.removesuffix(" {number}") in text


def test_the_readme_names_all_that_the_invite_link_asks_for():
    (asked,) = re.findall(r"exactly what it needs: ([^.]+)\.", README)
    names = re.sub(r"\(.*?\)", "", " ".join(asked.split())).replace(" and ", ", ").split(", ")
    named = {
        name.strip().lower().replace(" ", "_").replace("channels", "channel") for name in names
    }
    assert discord.Permissions(**dict.fromkeys(named, True)) == INVITE


def settings_read() -> set[str]:
    """The names of all variables that a start asks the environment for."""
    asked: list[str] = []

    class Environment(dict[str, str]):
        def get(self, key: str, default: object = None) -> object:  # type: ignore[override]
            asked.append(key)
            return super().get(key, default)

    Settings.load(Environment(DISCORD_TOKEN="a.b.c"))
    return {*asked}


def test_the_example_settings_are_those_that_are_read():
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)) == settings_read() == {*NAMES}


@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgresql.yaml"])
def test_a_compose_file_sets_what_is_read(name: str):
    compose = (ROOT / name).read_text(encoding="utf-8")
    compose = re.sub(r"\$\{.*?\}", "password", compose)
    named = re.findall(r"^ +(OFC_[A-Z_]+): (.+)$", compose, re.MULTILINE)
    assert {variable for variable, _ in named} <= settings_read()
    values = {variable: value for variable, value in named if variable != "OFC_SHARDS"}
    Settings.load({"DISCORD_TOKEN": "a.b.c", **values})
    parts = [Shards.load({each: value}) for each, value in named if each == "OFC_SHARDS"]
    served = sorted(shard for part in parts if part is not None for shard in part.ids)
    assert served == list(range(parts[0].count if parts and parts[0] else 0))
    health = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert f"getmtime('{values['OFC_HEALTH_FILE']}')" in health


def test_a_missing_token_says_where_to_put_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It may be in another folder, where `.env` is not looked for."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingsError, match=re.escape(f"file {tmp_path / '.env'}, as .env.ex")):
        Settings.load({})


def test_the_command_has_one_name_wherever_it_is_read():
    """`ofc-bot` is there however the bot was installed: see docs/hosting.md."""
    files = [*ROOT.glob("*.md"), *ROOT.glob("*.yaml"), *ROOT.glob("docs/**/*.md")]
    files += [*ROOT.glob("deploy/*"), *ROOT.glob("bot/**/*.py"), *ROOT.glob("bot/**/*.po")]
    files += [ROOT / ".env.example", ROOT / "Dockerfile", *ROOT.glob("sandbox/*.py")]
    texts = {file: file.read_text("utf-8") for file in files if file.name != "CHANGELOG.md"}
    other = re.compile(r'python3?["\s]+-m["\s]+bot\b')  # as lines of a catalogue break it, too
    assert [file for file, text in texts.items() if other.search(text)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"usage: ofc-bot {command}" in told
    assert not re.search(r"\bdiscord\b", told), "Discord is spelled as the name it is"
    assert not re.search(r"\bis no [a-z]|\bdo(es)? not fit\b|\bmay be repeated\b", told)


def imported(*modules: str) -> set[str]:
    """All that is there after some modules were imported."""
    code = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(ended.stdout.split())


def test_the_rules_are_imported_without_discord_or_pictures():
    there = imported("ofc_engine.scoring", "ofc_engine.cli.score_command")
    assert not {"discord", "numpy", "PIL"} & there


def test_backups_are_made_and_looked_through_without_discord_or_pictures():
    there = imported("bot.cli.database_commands", "bot.cli.join_command", "bot.upkeep")
    assert not {"discord", "numpy", "PIL"} & there


def test_the_bot_on_discord_is_imported_without_the_stand_in():
    assert "discord_standin" not in imported("bot.cli.run", "bot.cli.check", "cogs.ofc")


def shell(command: str) -> str:
    """The digest that one of the README's commands prints."""
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    return re.findall(r"[0-9a-f]{64}", done.stdout)[0]


WITH_OTHER_TOOLS = pytest.mark.skipif(
    not (shutil.which("openssl") and shutil.which("xxd")), reason="needs openssl and xxd"
)


def numbers_of(block: str, key: str, count: int) -> list[int]:
    """The first random numbers of a key, each block by the command that the documents have."""
    blocks = [
        shell(block.replace("KEY", key).replace("ofc-deal-1:0", f"ofc-deal-1:{n}"))
        for n in range(count)
    ]
    return [int(words[at : at + 8], 16) for words in blocks for at in range(0, 64, 8)]


@WITH_OTHER_TOOLS
def test_a_deal_is_checked_with_other_tools_as_its_document_says():
    secret = bytes(range(32))
    seeds = ("1442973305278349325", "tiger7", "-")
    deal = Deal(secret, 12, seeds, message="1442973305278351111")
    section = DEALS.partition("## Check a deal")[2].partition("\n## ")[0]
    committed, key, block = re.findall(r"`(echo -n .+?)`", section)
    assert shell(committed.replace("SECRET", secret.hex())) == commitment(secret).hex()
    assert ":".join([deal.method, "12", *deal.added]) in key
    found = shell(key.replace("SECRET", secret.hex()))
    assert deck(bytes.fromhex(found)) == deal.deck
    numbers = numbers_of(block, found, 8)
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for i in range(51, 0, -1):
        fair = 2**32 - 2**32 % (i + 1)
        while (number := numbers.pop(0)) >= fair:
            pass
        cards[i], cards[number % (i + 1)] = cards[number % (i + 1)], cards[i]
    assert cards == list(map(str, deal.deck))


def drawn(before: list[int], numbers: list[int]) -> list[int]:
    """The next order of a match's deals, as docs/deals.md says and without the bot's own code."""
    count = len(before)
    far = count - 1 - count // 2
    while True:
        places: dict[int, int] = {}
        for i in reversed(range(count)):
            free = [each for each in range(max(0, i - far), count) if each not in places]
            fair = 2**32 - 2**32 % len(free)
            while (number := numbers.pop(0)) >= fair:
                pass
            places[free[number % len(free)]] = before[i]
        order = [places[place] for place in range(count)]
        if order != before:
            return order


@WITH_OTHER_TOOLS
@pytest.mark.parametrize(("deals", "seats"), [(3, 2), (8, 3)])
def test_a_match_is_checked_with_other_tools_as_its_document_says(deals: int, seats: int):
    secret, seeds = bytes(range(32)), ("1442973305278349325", "tiger7", "-")[:seats]
    plan, seed = MatchPlan(deals, seats), shared_seed(seeds)
    proof = MatchProof.of(plan, commitment(secret), secret, seed, seeds)
    section = DEALS.partition("## A duplicate match")[2]
    of_seeds, of_deal, order, block = re.findall(r"`(echo -n .+?)`", section)
    assert shell(of_seeds.replace("1442973305278349325:tiger7", ":".join(seeds)))[:32] == seed
    fifth = shell(of_deal.replace("deal:5", f"deal:{deals}").replace("SECRET", secret.hex()))
    assert fifth == secret_of(secret, deals).hex()
    key = shell(order.replace("SEED", seed).replace("SECRET", secret.hex()))
    numbers, before = numbers_of(block, key, 16), list(range(1, deals + 1))
    found = before
    for _seat in range(seats - 1):
        before = drawn(before, numbers)
        found = found + before
    assert proof.order == tuple(found)


@WITH_OTHER_TOOLS
def test_the_secret_of_a_knock_outs_hand_is_found_with_other_tools():
    section = DEALS.partition("## A knock-out")[2]
    (command,) = re.findall(r"`(echo -n .+?)`", section.partition("\n## ")[0])
    origin = bytes(range(32))
    assert shell(command.replace("SECRET", origin.hex())) == secret_of_hand(origin, 3, 12).hex()
