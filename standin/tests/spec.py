"""Discord's OpenAPI spec as a validator of requests and of the stand-in's own answers.

The spec is kinder than Discord: it lets unknown fields pass, which here are typos. It is also
wrong in places; what is put right is listed below.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema_rs

Json = dict[str, Any]

_MISSING_FIELDS: Final[Mapping[str, Mapping[str, Json]]] = {
    "ApplicationCommandUpdateRequest": {"nsfw": {"type": ["boolean", "null"]}},
    "MessageEditRequestPartial": {"tts": {"type": "boolean"}},
    "IncomingWebhookUpdateRequestPartial": {"tts": {"type": "boolean"}},
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": {"tts": {"type": "boolean"}},
    "RichEmbed": {"flags": {"type": "integer"}},
}
_NULL: Final = {"type": "null"}


class Spec:
    """Says what the spec has against a body, as sentences; nothing where it knows no route."""

    def __init__(self, spec: Json) -> None:
        self._paths = {_nameless(path): methods for path, methods in spec["paths"].items()}
        self._schemas: Json = spec["components"]["schemas"]
        self._requests = self._prepared(_closed)
        self._answers = self._prepared(lambda _name, schema: schema)
        self._validators = cache(self._validator)

    @staticmethod
    def load(path: Path) -> "Spec":
        return Spec(json.loads(path.read_text(encoding="utf-8")))

    def __call__(self, method: str, path: str, body: object) -> Iterator[str]:
        """What is wrong with the body of a request."""
        yield from self._faults(method, path, "request", body)

    def answer_faults(self, method: str, path: str, status: int, body: object) -> Iterator[str]:
        """What is wrong with the body of an answer."""
        yield from self._faults(method, path, str(status), body)

    def _faults(self, method: str, path: str, part: str, body: object) -> Iterator[str]:
        if validator := self._validators(method.lower(), _nameless(path), part):
            for error in validator.iter_errors(body):
                yield f"{'.'.join(map(str, error.instance_path)) or 'body'}: {error.message}"

    def _validator(self, method: str, path: str, part: str) -> Any:
        operation = self._paths.get(path, {}).get(method)
        if operation is None:
            return None
        holder = {"request": operation.get("requestBody", {}), **operation["responses"]}[part]
        schema = holder.get("content", {}).get("application/json", {}).get("schema")
        if schema is None:
            return None
        schemas = self._requests if part == "request" else self._answers
        components = {"components": {"schemas": schemas}}
        return jsonschema_rs.validator_for({"allOf": [self._told_apart(schema)], **components})

    def _prepared(self, change: Callable[[str, Json], Json]) -> Json:
        schemas = {name: change(name, self._told_apart(s)) for name, s in self._schemas.items()}
        # Numbers are taken for ids as well as strings.
        schemas["SnowflakeType"] = {"type": ["string", "integer"]}
        return schemas

    def _told_apart(self, schema: Any) -> Any:
        """Unions by the `type` that tells their members apart, so that faults name the field."""
        if isinstance(schema, list):
            return [self._told_apart(part) for part in schema]
        if not isinstance(schema, dict):
            return schema
        schema = {key: self._told_apart(part) for key, part in schema.items()}
        for key in ("oneOf", "anyOf"):
            members = schema.get(key)
            if isinstance(members, list) and len(members) == 2 and _NULL in members:
                [other] = [member for member in members if member != _NULL]
                schema = {"if": _NULL, "else": other}
            elif isinstance(members, list) and (types := self._types(members)):
                schema = _switch(types)
        return schema

    def _types(self, members: list[Json]) -> list[tuple[list[int], Json]] | None:
        types: list[tuple[list[int], Json]] = []
        for member in members:
            name = member.get("$ref", "").rpartition("/")[2]
            kind = self._schemas.get(name, {}).get("properties", {}).get("type", {})
            if not kind.get("enum"):
                return None
            types.append((kind["enum"], member))
        return types


def _switch(types: list[tuple[list[int], Json]]) -> Json:
    known = [number for numbers, _ in types for number in numbers]
    return {
        "properties": {"type": {"enum": known}},
        "required": ["type"],
        "allOf": [
            {"if": {"properties": {"type": {"enum": numbers}}}, "then": member}
            for numbers, member in types
        ],
    }


def _closed(name: str, schema: Json) -> Json:
    """A schema that knows all its fields."""
    if "properties" not in schema or "additionalProperties" in schema:
        return schema
    properties = {**schema["properties"], **_MISSING_FIELDS.get(name, {})}
    return {**schema, "properties": properties, "additionalProperties": False}


def _nameless(path: str) -> str:
    return re.sub(r"\{[^}]+\}", "{}", path)
