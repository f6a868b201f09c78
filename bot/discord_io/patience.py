"""For how long the bot waits for Discord."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Patience:
    """For how long a request may go unanswered, all in seconds."""

    answer: float = 5.0
    """To give an answer. It is in vain after 3; the table goes on."""
    late_answer: float = 60.0
    """To give what was deferred or follows, which may have a large file with it."""
    pauses: tuple[float, ...] = (0.5, 2.0, 5.0)
    """Between the tries to give that."""
    request: float = 60.0
    """For any other request, which is then made again; the client waits for 300."""
