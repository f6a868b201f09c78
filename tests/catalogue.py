"""What there is to translate, and `python -m tests.catalogue LANGUAGE`, which brings a catalogue
up to date with it (see docs/translating.md)."""

import sys
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).parents[1]
LOCALE: Final = ROOT / "bot" / "locale"
ERRORS: Final = (
    "CardError",
    "DamagedError",
    "DealError",
    "InUseError",
    "LedgerError",
    "LevelError",
    "LookError",
    "NotationError",
    "OfcError",
    "PermissionsMissingError",
    "PlacementError",
    "QuietError",
    "RulesetError",
    "SchemaError",
    "SettingsError",
    "StaleError",
    "StoreError",
    "TableError",
    "TurnError",
)
"""The errors whose sentences are shown to people: OfcError and all its kinds."""
KEYWORDS: Final = {
    "_": None,
    "marked": None,
    "count": (1, 2),
    **dict.fromkeys(ERRORS),
}
METHODS: Final = [
    ("bot/cli/**.py", "ignore"),  # a terminal speaks English
    ("bot/**.py", "python"),
    ("cogs/**.py", "python"),
]


def template() -> Catalog:
    """Every sentence of the bot, with where it stands."""
    catalogue = Catalog(project="ofc-bot", charset="utf-8")
    found = extract_from_dir(ROOT, METHODS, keywords=KEYWORDS)
    for file, _line, sentence, comments, context in found:
        is_whole = all(sentence) if isinstance(sentence, tuple) else sentence
        if is_whole:
            catalogue.add(sentence, None, [(file, 0)], auto_comments=comments, context=context)
    return catalogue


def update(language: str) -> Path:
    """Add what is new to a catalogue, marked as untranslated, and drop what is no longer said."""
    file = LOCALE / f"{language}.po"
    header = f"# The bot's texts in the language {language}."
    catalogue = Catalog(language, None, header, "ofc-bot", "1", charset="utf-8", fuzzy=False)
    if file.exists():
        with file.open("rb") as text:
            catalogue = read_po(text, locale=language)
    catalogue.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    written = BytesIO()
    write_po(written, catalogue, width=100, sort_by_file=True, include_lineno=False)
    file.write_bytes(written.getvalue())
    return file


if __name__ == "__main__":
    sys.stdout.write(f"{update(sys.argv[1])}\n")
