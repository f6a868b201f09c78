"""A long answer is read in portions, on each engine."""

from itertools import islice

import pytest

from bot.store.engine import Connection, Error, streamed

ENDLESS = "WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n) SELECT i AS at FROM n"


def test_an_answer_without_an_end_is_read_as_far_as_is_asked_for(db: Connection):
    db.execute("BEGIN")
    rows, others = streamed(db, ENDLESS, (1,)), streamed(db, ENDLESS, (5_001,))
    assert [row["at"] for row in islice(rows, 2_500)] == list(range(1, 2_501))
    assert next(others)["at"] == 5_001, "two can be read in turns"
    assert next(rows)[0] == 2_501
    assert db.execute("SELECT 7").fetchone()[0] == 7, "and others between"
    db.execute("ROLLBACK")


def test_without_a_transaction_an_answer_is_read_to_its_end(db: Connection):
    rows = streamed(db, f"{ENDLESS} LIMIT 2500", (1,))
    assert sum(row["at"] for row in rows) == 2_500 * 2_501 // 2


def test_a_statement_that_is_wrong_is_said_to_be(db: Connection):
    with pytest.raises(Error):
        list(streamed(db, "SELECT nothing FROM nowhere"))
