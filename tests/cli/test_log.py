"""Hidden cards never reach a log."""

import logging
import sqlite3

import pytest

from bot.cli.run import LogFormatter


def logged(error: Exception) -> str:
    """The lines of a record that tells of an error, with its traceback."""
    info = (type(error), error, None)
    return LogFormatter().format(
        logging.LogRecord("bot", logging.ERROR, "", 0, "not kept: %r", (error,), info)
    )


def test_a_text_that_sqlite_cannot_read_is_left_out():
    db = sqlite3.connect(":memory:")
    with pytest.raises(sqlite3.OperationalError) as caught:
        db.execute("SELECT CAST(x'4173204b73FF0a516827' AS TEXT) AS layouts").fetchone()
    assert "As Ks" in str(caught.value), "SQLite quotes it"
    assert not {"As", "Ks", "Qh"} & set(logged(caught.value).replace("'", " ").split())
    assert "Could not decode to UTF-8 column 'layouts'" in logged(caught.value)


def test_a_row_that_postgresql_refuses_is_left_out():
    error = ValueError(
        'violates check "drafts"\nDETAIL:  Failing row contains (7, As Ks).\nCONTEXT:  x'
    )
    assert "As Ks" not in logged(error)
    assert "CONTEXT" in logged(error)
