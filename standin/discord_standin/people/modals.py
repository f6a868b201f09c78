"""Modals: what they ask, and how they are filled in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from discord_standin.model.interactions import Interaction
from discord_standin.people.errors import CannotDoError
from discord_standin.people.faces import Choice, choice_of
from discord_standin.vocabulary import SELECTS, ComponentType, Json

Value: TypeAlias = str | bool | Sequence[str]
_MOST_INPUT: Final = 4000
_LISTS: Final = SELECTS | {ComponentType.CHECKBOX_GROUP}


@dataclass(frozen=True)
class Field:
    """A field of a modal, filled in beforehand with `value`."""

    type: ComponentType
    custom_id: str
    label: str
    value: Value
    is_required: bool
    least: int
    most: int
    options: tuple[Choice, ...] = ()
    placeholder: str = ""

    def check(self, value: Value) -> None:
        """Raise CannotDoError if Discord's app would not send this."""
        if not value:
            if self.is_required and self.type is not ComponentType.CHECKBOX:
                raise CannotDoError(f"{self.label!r} must be filled in.")
        elif self.type is ComponentType.TEXT_INPUT and isinstance(value, str):
            if not self.least <= len(value) <= self.most:
                words = f"{self.least} to {self.most} characters, not {len(value)}"
                raise CannotDoError(f"{self.label!r} takes {words}.")
        elif self.options:
            self._check_options([value] if isinstance(value, str) else value)

    def _check_options(self, values: Value) -> None:
        known = {str(option.value) for option in self.options}
        for value in values if isinstance(values, Sequence) else ():
            if value not in known:
                raise CannotDoError(f"{self.label!r} offers {sorted(known)}, not {value!r}.")


@dataclass(frozen=True, eq=False)
class Modal:
    """A modal that is open before somebody."""

    interaction: Interaction
    body: Json

    @property
    def title(self) -> str:
        """Its heading."""
        return self.body["title"]

    @property
    def custom_id(self) -> str:
        """What the bot knows it by."""
        return self.body["custom_id"]

    @property
    def text(self) -> str:
        """The text between the fields."""
        displays = (c for c in self.body["components"] if c["type"] == ComponentType.TEXT_DISPLAY)
        return "\n".join(display["content"] for display in displays)

    @property
    def fields(self) -> tuple[Field, ...]:
        """Its fields in order."""
        return tuple(_fields(self.body["components"]))

    def filled_in(self, values: Mapping[str, Value]) -> list[Json]:
        """The components of a submission; values are named by custom_id or label.

        Raises CannotDoError for names that do not exist and values that do not fit.
        """
        by_id = self._by_id(values)
        for field in self.fields:
            field.check(by_id.get(field.custom_id, field.value))
        return [_submitted(component, by_id) for component in self.body["components"]]

    def _by_id(self, values: Mapping[str, Value]) -> dict[str, Value]:
        ids = {field.label: field.custom_id for field in self.fields}
        ids |= {field.custom_id: field.custom_id for field in self.fields}
        if unknown := values.keys() - ids.keys():
            asked = [field.label for field in self.fields]
            raise CannotDoError(f"{self.title!r} asks for {asked}, not {sorted(unknown)}.")
        return {ids[name]: value for name, value in values.items()}


def _fields(components: Iterable[Json]) -> Iterator[Field]:
    for component in components:
        if component["type"] == ComponentType.LABEL:
            yield _field(component["component"], component["label"])
        for inner in component.get("components") or ():
            yield _field(inner, inner.get("label") or "")


def _field(part: Json, label: str) -> Field:
    required = part.get("required")
    return Field(
        type=ComponentType(part["type"]),
        custom_id=part["custom_id"],
        label=label,
        value=_filled_in_before(part),
        is_required=True if required is None else required,
        least=part.get("min_length") or 0,
        most=part.get("max_length") or _MOST_INPUT,
        options=tuple(map(choice_of, part.get("options") or ())),
        placeholder=part.get("placeholder") or "",
    )


def _filled_in_before(part: Json) -> Value:
    """What a field holds when the modal opens."""
    if part["type"] == ComponentType.CHECKBOX:
        return bool(part.get("default"))
    if part["type"] == ComponentType.TEXT_INPUT:
        return part.get("value") or ""
    options: list[Json] = part.get("options") or []
    return [option["value"] for option in options if option.get("default")]


def _submitted(component: Json, values: Mapping[str, Value]) -> Json:
    body: Json = {"type": component["type"], "id": component["id"]}
    if "component" in component:
        body["component"] = _submitted(component["component"], values)
    if "components" in component:
        body["components"] = [_submitted(inner, values) for inner in component["components"]]
    if "custom_id" in component:
        value = values.get(component["custom_id"], _filled_in_before(component))
        body |= {"custom_id": component["custom_id"], **_sent(component["type"], value)}
    return body


def _sent(kind: ComponentType, value: Value) -> Json:
    """A value as it is sent: as a list if several could be chosen."""
    if kind in _LISTS:
        return {"values": [value] if isinstance(value, str) else value}
    if kind == ComponentType.RADIO_GROUP and not isinstance(value, str | bool):
        return {"value": next(iter(value), None)}
    return {"value": value}
