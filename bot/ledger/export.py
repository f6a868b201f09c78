"""A server's ledger as a document that another instance can read; see docs/export.md."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias, cast

from bot.game.tournaments.past_tournaments import PastTournament, past_tournament
from bot.store import hands, players, seats
from bot.store.engine import Connection, DbRow
from bot.store.ledger import bookings, seals, seasons
from bot.store.tournaments import tournaments

Json: TypeAlias = dict[str, Any]

COLUMNS: Final = (
    "tournament",
    "format",
    "variant",
    "time",
    "round",
    "hand",
    "player",
    "player_id",
    "points",
    "stack",
    "place",
    "people",
)


def past_tournaments_in(db: Connection, guild_id: int) -> list[PastTournament]:
    """The tournaments of a server that are over, the earliest first."""
    return [past_tournament(db, row) for row in reversed(tournaments.past_in_guild(db, guild_id))]


def as_data(past: PastTournament) -> Json:
    """A tournament as the exported document has it."""
    return {**_head(past), "places": _places(past), "hands": _hands(past)}


def own_data(past: PastTournament, player_id: int) -> Json:
    """A player's part in a tournament; of the others, only their number."""
    return {
        **_head(past),
        "guild_id": str(past.row.guild_id),
        "people": len(past.places),
        "places": [each for each in _places(past) if each["player"] == player_id],
        "hands": [each for each in _hands(past) if each["player"] == player_id],
    }


def lines(db: Connection, past: PastTournament) -> Iterator[tuple[Any, ...]]:
    """A line for each hand of each player, by `COLUMNS`; the time is the tournament's end."""
    row, variant = past.row, past.row.options.rules.variant.game
    people = players.together(db, past.players)
    for hand in _hands(past):
        player = hand["player"]
        yield (
            row.id,
            row.format,
            variant,
            row.ended_at,
            hand["round"],
            hand["hand"],
            people[player].name,
            player,
            hand["points"],
            hand["stack"],
            past.places.get(player),
            len(past.places),
        )


def _head(past: PastTournament) -> Json:
    row, options = past.row, past.row.options
    return {
        "id": row.id,
        "format": row.format,
        "rules": str(options.rules),
        "stack": options.stack,
        "levels": options.levels,
        "opened_at": row.opened_at,
        "ended_at": row.ended_at,
        "is_won": row.is_won,
    }


def _places(past: PastTournament) -> list[Json]:
    """Everybody's place, the best first, and when they fell or left."""
    found: list[Json] = []
    for player, place in past.places.items():
        out = past.outs.get(player)
        found.append(
            {
                "player": player,
                "place": place,
                "out": None if out is None else out.hand,
                "scores": past.scores.get(player),
            }
        )
    return found


def _hands(past: PastTournament) -> list[Json]:
    """Each player's points in each hand, and their stack after it if there are stacks."""
    start = past.row.options.stack
    stacks: dict[int, int] = {}
    found: list[Json] = []
    for (number, hand), won in past.hands.items():
        for player, points in won.items():
            if start is not None:
                stacks[player] = stacks.get(player, start) + points
            found.append(
                {
                    "round": number or None,
                    "hand": hand,
                    "player": player,
                    "points": points,
                    "stack": stacks.get(player),
                }
            )
    return found


FORMAT: Final = "ofc-ledger-1"
_HANDS: Final = """
    SELECT b.*, h.table_id, h.number AS table_hand, h.button, h.seeds, h.message, h.joined,
        h.by_seat, h.dealt_as, t.stake, secret, commitment
    FROM bookings b JOIN hands h ON h.id = hand_id JOIN tables t ON t.id = h.table_id
        LEFT JOIN deals d ON d.table_id = h.table_id AND d.number = h.number
    WHERE b.guild_id = :guild AND b.number BETWEEN :first AND :last ORDER BY b.number
"""


class Span(NamedTuple):
    """Hands of a server's ledger by their numbers, both ends included; all of them by default."""

    first: int = 1
    last: int = 2**62


ALL: Final = Span()


def document(db: Connection, guild_id: int) -> Json:
    """Everything in a server's ledger; ids of Discord are texts, times are Unix seconds."""
    past = past_tournaments_in(db, guild_id)
    return {**head(db, guild_id, ALL, past), "hands": hands_of(db, guild_id, ALL)}


def head(db: Connection, guild_id: int, span: Span, past: Sequence[PastTournament] = ()) -> Json:
    """The document for some hands of a server's ledger, without the hands themselves.

    `past` are the server's tournaments to include.
    """
    ids = _players(db, guild_id).union(*(each.players for each in past))
    newest_first = seasons.every(db, guild_id)
    rows = db.execute(f"SELECT DISTINCT table_id FROM ({_HANDS}) AS hands", _values(guild_id, span))
    return {
        "format": FORMAT,
        "guild_id": str(guild_id),
        "last": bookings.last_number(db, guild_id),
        "seal": _seal(db, guild_id),
        "players": [_player(db, player_id) for player_id in sorted(ids)],
        "seasons": [_season(db, guild_id, each.number) for each in reversed(newest_first)],
        "tables": [_table(db, table_id) for table_id in sorted(row[0] for row in rows)],
        "tournaments": list(map(as_data, past)),
    }


def hands_of(db: Connection, guild_id: int, span: Span) -> list[Json]:
    """Hands as the document has them."""
    rows = db.execute(_HANDS, _values(guild_id, span)).fetchall()
    return [_hand(db, row) for row in rows]


def _values(guild_id: int, span: Span) -> dict[str, int]:
    return {"guild": guild_id, **span._asdict()}


def as_json(db: Connection, guild_id: int) -> str:
    """The document, a line for each hand."""
    return written(document(db, guild_id))


def written(made: Json) -> str:
    """A document as text, a line for each thing in its lists."""
    return laid_out(as_lines(made))


def as_lines(made: Json) -> dict[str, str | list[str]]:
    """A document's values as JSON, those of its lists as a line each."""
    return {
        name: lines_of(cast("list[Json]", value)) if isinstance(value, list) else _line(value)
        for name, value in made.items()
    }


def lines_of(things: Iterable[Json]) -> list[str]:
    """Things in a list of a document as a line of JSON each."""
    return list(map(_line, things))


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def laid_out(made: Mapping[str, str | list[str]]) -> str:
    """A document as text, from its values and the lines of its lists, which are JSON."""
    parts = [
        f"{json.dumps(name)}: " + (value if isinstance(value, str) else _list(value))
        for name, value in made.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _list(lines: Sequence[str]) -> str:
    return "[\n" + ",\n".join(lines) + "\n]"


def _seal(db: Connection, guild_id: int) -> Json | None:
    """The latest seal over a server's ledger."""
    latest = seals.latest(db, guild_id)
    return None if latest is None else {"number": latest.number, "seal": latest.seal.hex()}


def _players(db: Connection, guild_id: int) -> set[int]:
    """The ids of all who sat at a booked hand, hosted its table, or are in a season's table."""
    rows = db.execute(
        """
        SELECT player_id FROM bookings JOIN lineups USING (hand_id) WHERE guild_id = ?1
        UNION SELECT host_id FROM bookings b JOIN hands h ON h.id = hand_id
            JOIN tables t ON t.id = table_id WHERE b.guild_id = ?1
        UNION SELECT player_id FROM finals JOIN seasons ON seasons.id = season_id
            WHERE guild_id = ?1
        """,
        (guild_id,),
    )
    return {row["player_id"] for row in rows}


def _player(db: Connection, player_id: int) -> Json:
    row = db.execute("SELECT * FROM players WHERE id = ?", (player_id,)).fetchone()
    user_id = None if row["user_id"] is None else str(row["user_id"])
    return {
        "id": row["id"],
        "user_id": user_id,
        "name": row["name"],
        "handle": row["handle"],
        "level": row["level"],
    }


def _season(db: Connection, guild_id: int, number: int) -> Json:
    row = db.execute(
        "SELECT * FROM seasons WHERE guild_id = ? AND number = ?", (guild_id, number)
    ).fetchone()
    final = db.execute(
        "SELECT player_id AS player, hands, points, best, worst FROM finals"
        " WHERE season_id = ? ORDER BY place",
        (row["id"],),
    )
    made: Json = {
        "number": number,
        "name": row["name"],
        "started_at": row["started_at"],
        "ended_at": row["ended_at"],
        "final": list(map(dict, final)),
    }
    if row["ended_at"] is not None:
        made["void"] = seasons.void_at_end(db, guild_id, number)
    return made


def _table(db: Connection, table_id: int) -> Json:
    row = db.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchone()
    return {
        "id": row["id"],
        "channel_id": str(row["channel_id"]),
        "host": row["host_id"],
        "locale": row["locale"],
        "rules": row["rules"],
        "seats": row["seats"],
        "stake": row["stake"],
        "stack": row["stack"],
        "levels": row["levels"],
    }


def _hand(db: Connection, row: DbRow) -> Json:
    hand_id = row["hand_id"]
    entries = db.execute(
        # The + makes SQLite search by hand, not by the index on `reverses`, which is the same in
        # nearly all entries of all servers.
        "SELECT a, b, points FROM entries WHERE hand_id = ? AND +reverses IS NULL ORDER BY id",
        (hand_id,),
    )
    boards = db.execute(
        "SELECT player_id AS player, board, fate, points FROM results WHERE hand_id = ?"
        " ORDER BY seat",
        (hand_id,),
    )
    log, on_behalf = hands.log(db, hand_id)
    lineup = hands.lineup(db, hand_id)
    playing = [part.player_id for part in lineup if part.seat is not None]
    agreed = seats.stakes_in_hand(seats.stakes_of(db, row["table_id"]), row["table_hand"])
    return {
        "number": row["number"],
        "booked_at": row["booked_at"],
        "season": row["season"],
        "origin": row["origin"],
        "table": row["table_id"],
        "table_hand": row["table_hand"],
        "button": row["button"],
        "secret": (row["secret"] or b"").hex(),
        "commitment": (row["commitment"] or b"").hex(),
        "seeds": row["seeds"].split(":") if row["seeds"] else [],
        "message": row["message"],
        "joined": row["joined"],
        "dealt_as": (row["dealt_as"] or row["table_hand"]) if row["by_seat"] else None,
        "lineup": [
            {
                "table_seat": part.table_seat,
                "player": part.player_id,
                "seat": part.seat,
                "fantasyland": part.fantasyland,
                "can_lose": part.can_lose,
            }
            for part in lineup
        ],
        "stakes": [
            {"a": a, "b": b, "stake": agreed[frozenset((a, b))]}
            for a, b in combinations(playing, 2)
            if agreed.get(frozenset((a, b)), row["stake"]) != row["stake"]
        ],
        "operations": list(log),
        "on_behalf": sorted(on_behalf),
        "boards": list(map(dict, boards)),
        "entries": list(map(dict, entries)),
        **_corrections(db, hand_id),
        **_judgements(db, hand_id),
    }


def _corrections(db: Connection, hand_id: int) -> Json:
    """Why and when a hand was made void; every correction if it ever counted again."""
    rows = db.execute(
        """
        SELECT reason, at FROM (
            SELECT reason, booked_at AS at, id,
                ROW_NUMBER() OVER (PARTITION BY a, b ORDER BY id) AS nth
            FROM entries WHERE hand_id = ? AND reverses IS NOT NULL
        ) AS corrections GROUP BY nth, reason, at ORDER BY nth
        """,
        (hand_id,),
    )
    found = list(map(dict, rows))
    void = {"void": found[-1] if len(found) % 2 else None}
    return {**void, "corrections": found} if len(found) > 1 else void


def _judgements(db: Connection, hand_id: int) -> Json:
    """Points given away and luck of the players, by the judge's version; empty until judged."""
    rows = db.execute(
        "SELECT player_id AS player, judge, given / 1000.0 AS given_away, luck / 1000.0 AS luck"
        " FROM judgements WHERE hand_id = ? ORDER BY seat",
        (hand_id,),
    )
    found = list(map(dict, rows))
    return {"skill": found} if found else {}
