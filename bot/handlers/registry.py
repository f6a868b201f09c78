"""Handlers: which function serves which press or command, and what it may change."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeVar

from bot.handlers.request import AnswerOrLater, Request
from bot.screens.press import Press

A = ParamSpec("A")
P = TypeVar("P", bound=Press)


@dataclass(frozen=True)
class Asked:
    """A handler with what it is asked, and the table whose button was pressed, if one was."""

    serve: Callable[..., AnswerOrLater]
    arguments: tuple[Any, ...]
    options: Mapping[str, Any]
    is_change: bool
    table_id: int | None = None


@dataclass(frozen=True)
class Handler(Generic[A]):
    """A function that serves a request.

    It is plain and runs inside the request's transaction. With `is_change`, what it did survives a
    power cut, and everybody is shown it.
    """

    serve: Callable[Concatenate[Request, A], AnswerOrLater]
    is_change: bool

    def __call__(self, *args: A.args, **kwargs: A.kwargs) -> Asked:
        """The handler with the rest of its arguments, ready to be run."""
        return Asked(self.serve, args, kwargs, self.is_change)


HANDLERS: Final[dict[type[Press], Callable[[Any], Asked]]] = {}


def handlers_in(*rooms: ModuleType) -> Mapping[type[Press], Callable[[Any], Asked]]:
    """All handlers, once those of some packages are there: they register when imported."""
    for room in rooms:
        for module in iter_modules(room.__path__):
            import_module(f"{room.__name__}.{module.name}")
    return HANDLERS


def changes(serve: Callable[Concatenate[Request, A], AnswerOrLater]) -> Handler[A]:
    """Mark a handler that changes what others see, or what counts."""
    return Handler(serve, is_change=True)


def looks(serve: Callable[Concatenate[Request, A], AnswerOrLater]) -> Handler[A]:
    """Mark a handler that changes at most what the visitor alone has before them."""
    return Handler(serve, is_change=False)


def on(*kinds: type[P]) -> Callable[[Handler[[P]]], Handler[[P]]]:
    """Have a handler serve presses of these classes."""

    def registered(handler: Handler[[P]]) -> Handler[[P]]:
        for kind in kinds:
            _register(kind, handler)
        return handler

    return registered


def also_on(kind: type[Press]) -> Callable[[Handler[[]]], Handler[[]]]:
    """Have the handler of a command serve presses of a class, which say no more than the table."""

    def registered(handler: Handler[[]]) -> Handler[[]]:
        _register(kind, lambda _press: handler())
        return handler

    return registered


def _register(kind: type[Press], serve: Callable[[Any], Asked]) -> None:
    assert kind not in HANDLERS, f"two handlers of {kind.__name__}"
    HANDLERS[kind] = serve
