"""The evidence of how well a server's players play, as their ratings need it."""

from typing import Final

from bot.store.engine import Connection
from bot.store.ledger.evidence import WHOLE
from bot.store.ledger.tallies import condition
from bot.values.hand_skill import THOUSAND
from bot.values.ledger_records import Scope
from ofc_engine.players.ratings import Evidence, PairPoints, PlayerPoints

_PLAYED: Final = """
    SELECT player_id, MAX(level) AS level, SUM(hands) AS hands, SUM(judged) AS judged,
        SUM(net) - SUM(judged_net) AS net, SUM(lucky_net) AS luck,
        SUM(given_each) AS given, SUM(given_squares) AS squares
    FROM tallies JOIN players ON players.id = player_id
    WHERE {where} GROUP BY player_id
"""
_TOGETHER: Final = """
    SELECT a, b, SUM(lucky_weight) AS lucky, SUM(weight) - SUM(judged_weight) AS bare
    FROM rivalries WHERE {where} GROUP BY a, b
"""


def most_played(
    db: Connection, guild_id: int, scope: Scope, *, now: int, player_id: int | None = None
) -> str | None:
    """The variant with the most hands of a scope, or of a player in it; None without any."""
    where, values = condition(guild_id, scope, now)
    row = db.execute(
        f"""
        SELECT variant FROM tallies
        WHERE {where} AND player_id = COALESCE(:player, player_id)
        GROUP BY variant ORDER BY SUM(hands) DESC, variant LIMIT 1
        """,
        {**values, "player": player_id},
    ).fetchone()
    return None if row is None else row["variant"]


def evidence(db: Connection, guild_id: int, scope: Scope, *, now: int) -> Evidence:
    """The evidence of a scope's hands, void hands left out."""
    where, values = condition(guild_id, scope, now)
    played = tuple(
        PlayerPoints(
            row["player_id"],
            row["level"],
            row["hands"],
            row["judged"],
            row["given"] / THOUSAND,
            row["squares"] / THOUSAND**2,
            row["luck"] / (WHOLE * THOUSAND),
            row["net"] / (WHOLE * THOUSAND),
        )
        for row in db.execute(_PLAYED.format(where=where), values)
    )
    together = tuple(
        PairPoints(row["a"], row["b"], row["lucky"] / WHOLE, row["bare"] / WHOLE)
        for row in db.execute(_TOGETHER.format(where=where), values)
    )
    return Evidence(played, together)
