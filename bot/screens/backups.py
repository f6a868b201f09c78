"""News of a backup that was put back: what is dealt anew, what may be known."""

from bot.texts import Texts


def anew_line(at: int, _: Texts) -> str:
    """Says that a deal to come was made anew at a moment (Unix seconds)."""
    return _("The bot was restored from a backup <t:{at}:R>, so this deal was made anew.", at=at)


def all_anew_line(at: int, _: Texts) -> str:
    """Says that the deals to come of a tournament were made anew at a moment (Unix seconds)."""
    return _(
        "The bot was restored from a backup <t:{at}:R>, so all deals to come were made anew. What "
        "joining had added before no longer counts.",
        at=at,
    )


def seen_line(_: Texts) -> str:
    """Says that cards of a hand that goes on may be known."""
    return "⚠️ " + _(
        "The bot was restored from a backup during this hand, so somebody may know its cards. If "
        "that spoils it, ask the host to end the game."
    )


def seen_match_line(_: Texts) -> str:
    """Says that deals of a match that goes on may be known."""
    return "⚠️ " + _(
        "The bot was restored from a backup during this match, so somebody may know its deals. If "
        "that spoils it, ask the host to end the game."
    )


def seen_alone_line(_: Texts) -> str:
    """Says that cards of a deal that one plays on one's own may be known."""
    return "⚠️ " + _(
        "The bot was restored from a backup after somebody had begun this deal, so others may know "
        "its cards."
    )
