"""Drafts, layouts that are not confirmed yet: at tables, in deals played alone, in lessons."""

from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from bot.store.engine import Connection, upsert
from bot.values.draft import Draft
from ofc_engine.street import LayoutWay
from ofc_engine.views import HandView


class DraftKind(StrEnum):
    """Where cards are laid out."""

    HAND = "hand"
    DEAL = "deal"
    PRACTICE = "practice"
    LESSON = "lesson"


class DraftKey(NamedTuple):
    """Whose draft it is: `about` is the id of the hand or deal, or the number of the lesson.

    A draft counts at one `stage`: the street, or in a lesson the seed of its problem.
    """

    kind: DraftKind
    about: int
    player_id: int
    stage: int

    @property
    def place(self) -> str:
        """A name for where the cards are laid out, unique for its player."""
        return f"{self.kind} {self.about}"


def find(db: Connection, key: DraftKey, view: HandView) -> Draft:
    """The draft of the cards that somebody sees; an untouched one if none is stored."""
    by_suit = view.own_street.way is LayoutWay.BRUSH and _by_suit(db, key.player_id)
    row = db.execute(
        "SELECT * FROM drafts WHERE kind = ? AND about = ? AND player_id = ? AND stage = ?", key
    ).fetchone()
    if row is None:
        return replace(Draft.fresh(view), by_suit=by_suit)
    *past, layout = row["layouts"].split()
    armed, places_at = bool(row["armed"]), row["places_at"]
    return Draft(view, layout, tuple(past), row["brush"], armed, places_at, by_suit)


def _by_suit(db: Connection, player_id: int) -> bool:
    row = db.execute("SELECT by_suit FROM players WHERE id = ?", (player_id,)).fetchone()
    return bool(row["by_suit"])


def keep(db: Connection, key: DraftKey, draft: Draft, guild_id: int = 0) -> None:
    """Store what somebody has laid out, in a server or, with 0, outside of any."""
    kind, about, player_id, stage = key
    values = {
        "stage": stage,
        "guild_id": guild_id,
        "layouts": " ".join((*draft.past, draft.layout)),
        "brush": draft.brush,
        "armed": draft.armed,
        "places_at": draft.places_at,
    }
    db.execute(*upsert("drafts", {"kind": kind, "about": about, "player_id": player_id}, values))


def drop(db: Connection, key: DraftKey) -> None:
    """Delete a draft, at any stage."""
    db.execute("DELETE FROM drafts WHERE kind = ? AND about = ? AND player_id = ?", key[:3])


def drop_of_hand(db: Connection, hand_id: int) -> None:
    """Delete all drafts of a hand."""
    db.execute("DELETE FROM drafts WHERE kind = 'hand' AND about = ?", (hand_id,))


# --- placed automatically --------------------------------------------------------------------


class DueDraft(NamedTuple):
    """A draft to be placed automatically, in a server or, with 0, outside of any."""

    key: DraftKey
    layout: str
    guild_id: int


def due(db: Connection, player_id: int, now: int) -> list[DueDraft]:
    """The drafts of somebody that are to be placed automatically by now."""
    rows = db.execute(
        "SELECT * FROM drafts WHERE player_id = ? AND places_at <= ? ORDER BY places_at",
        (player_id, now),
    )
    found: list[DueDraft] = []
    for row in rows:
        key = DraftKey(DraftKind(row["kind"]), row["about"], player_id, row["stage"])
        found.append(DueDraft(key, row["layouts"].split()[-1], row["guild_id"]))
    return found


def wait(db: Connection, player_id: int, now: int) -> None:
    """Cancel the automatic placing of somebody's drafts that is due by now."""
    db.execute(
        "UPDATE drafts SET places_at = NULL WHERE player_id = ? AND places_at <= ?",
        (player_id, now),
    )
