"""Layouts that are not confirmed yet: at a table, of a deal of one's own, in a lesson."""

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
        """The name that tells apart all the places where somebody can lay out cards."""
        return f"{self.kind} {self.about}"


def find(db: Connection, key: DraftKey, view: HandView) -> Draft:
    """The draft of the cards that somebody sees; untouched if nothing is kept."""
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
    """Keep what somebody has laid out, in a server or, with 0, in none."""
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
    """Forget what somebody has laid out there, at whatever stage."""
    db.execute("DELETE FROM drafts WHERE kind = ? AND about = ? AND player_id = ?", key[:3])


def drop_of_hand(db: Connection, hand_id: int) -> None:
    """Forget what anybody has laid out of a hand."""
    db.execute("DELETE FROM drafts WHERE kind = 'hand' AND about = ?", (hand_id,))


# --- placed by themselves --------------------------------------------------------------------


class DueDraft(NamedTuple):
    """A draft that is to be placed by itself as it is laid out, by somebody in a server or in 0."""

    key: DraftKey
    layout: str
    guild_id: int


def due(db: Connection, player_id: int, now: int) -> list[DueDraft]:
    """Drafts of somebody that are to be placed by themselves by now."""
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
    """Do not place by itself what somebody has laid out that was to be by now."""
    db.execute(
        "UPDATE drafts SET places_at = NULL WHERE player_id = ? AND places_at <= ?",
        (player_id, now),
    )
