"""Requests of a window, validated."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from discord_standin.vocabulary import Json


class AskError(ValueError):
    """A request that cannot be met, as a sentence for the person at the window."""


@dataclass(frozen=True)
class Asked:
    """A request: which one it is, and its fields."""

    fields: Json

    @staticmethod
    def of(body: object) -> "Asked":
        """The request in a JSON body; raises AskError."""
        if not isinstance(body, dict):
            raise AskError("A request is an object.")
        return Asked(cast("Json", body))

    def text(self, name: str) -> str:
        """A string; raises AskError."""
        value = self.fields.get(name)
        if not isinstance(value, str):
            raise AskError(f"{name} must be a text.")
        return value

    def number(self, name: str) -> int:
        """A whole number, which may be written as a string, as ids are; raises AskError."""
        value = self.fields.get(name)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
            return int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise AskError(f"{name} must be a whole number.")

    def truth(self, name: str) -> bool:
        """True or false; raises AskError."""
        value = self.fields.get(name)
        if not isinstance(value, bool):
            raise AskError(f"{name} must be true or false.")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of strings; raises AskError."""
        values = self.fields.get(name)
        if not isinstance(values, list):
            raise AskError(f"{name} must be a list of texts.")
        return [Asked({name: value}).text(name) for value in cast("list[Any]", values)]

    def values(self, name: str) -> Mapping[str, str | bool | list[str]]:
        """What was filled in, by custom_id; raises AskError."""
        fields = self.fields.get(name)
        if not isinstance(fields, dict):
            raise AskError(f"{name} must be an object.")
        filled: dict[str, str | bool | list[str]] = {}
        for key, value in cast("Json", fields).items():
            inner = Asked({key: value})
            filled[key] = value if isinstance(value, str | bool) else inner.texts(key)
        return filled
