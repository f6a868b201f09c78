"""Which press is answered by what: a handler registers for its class of presses."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias, TypeVar

from bot.desk.desk import Desk
from bot.desk.visitors import Answer, Visitor
from bot.screens.press import Press

P = TypeVar("P", bound=Press)
Handler: TypeAlias = Callable[[Desk, Visitor, P], Awaitable[Answer]]

HANDLERS: Final[dict[type[Press], Handler[Any]]] = {}


def on(*kinds: type[P]) -> Callable[[Handler[P]], Handler[P]]:
    """Have a function answer presses of these classes."""

    def register(handler: Handler[P]) -> Handler[P]:
        for kind in kinds:
            assert kind not in HANDLERS, f"two handlers of {kind.__name__}"
            HANDLERS[kind] = handler
        return handler

    return register
