"""Modals and autocompletion."""

from typing import Final

from discord_standin.checks.components import check_unique
from discord_standin.checks.controls import check_options, check_select
from discord_standin.checks.form import Form
from discord_standin.model.components import Path, walk
from discord_standin.model.emojis import EmojiShelf
from discord_standin.vocabulary import SELECTS, ComponentType, Json

MOST_FIELDS: Final = 5
MOST_CHOICES: Final = 25
_MOST_INPUT: Final = 4000

_T = ComponentType
_TOP_LEVEL: Final = frozenset({_T.ACTION_ROW, _T.TEXT_DISPLAY, _T.LABEL})
_GROUPS: Final = frozenset({_T.RADIO_GROUP, _T.CHECKBOX_GROUP})
_IN_LABEL: Final = SELECTS | _GROUPS | {_T.TEXT_INPUT, _T.FILE_UPLOAD, _T.CHECKBOX}


def check_modal(form: Form, modal: Json, emojis: EmojiShelf) -> None:
    """Check a modal: its title, and at most five fields."""
    form.sized(("custom_id",), modal.get("custom_id"), 1, 100)
    form.sized(("title",), modal.get("title"), 1, 45)
    form.sized(("components",), modal.get("components"), 1, MOST_FIELDS)
    components = modal.get("components") or ()
    for number, component in enumerate(components):
        path = ("components", number)
        if form.kind_of(path, component, _TOP_LEVEL):
            _check_top(form, component, path, emojis)
    if form.is_fine:
        check_unique(form, walk(components))


def _check_top(form: Form, component: Json, path: Path, emojis: EmojiShelf) -> None:
    match component["type"]:
        case _T.TEXT_DISPLAY:
            form.sized((*path, "content"), component.get("content"), 1, _MOST_INPUT)
        case _T.LABEL:
            form.sized((*path, "label"), component.get("label"), 1, 45)
            form.length((*path, "description"), component.get("description"), 1, 100)
            field = component.get("component")
            if form.needed((*path, "component"), field):
                _check_field(form, field or {}, (*path, "component"), emojis, _IN_LABEL)
        case _:
            form.sized((*path, "components"), component.get("components"), 1, 1)
            for number, field in enumerate(component.get("components") or ()):
                place = (*path, "components", number)
                form.sized((*place, "label"), field.get("label"), 1, 45)
                _check_field(form, field, place, emojis, frozenset({_T.TEXT_INPUT}))


def _check_field(
    form: Form, field: Json, path: Path, emojis: EmojiShelf, allowed: frozenset[ComponentType]
) -> None:
    if not form.kind_of(path, field, allowed):
        return
    form.sized((*path, "custom_id"), field.get("custom_id"), 1, 100)
    if field["type"] == _T.TEXT_INPUT:
        _check_input(form, field, path)
    elif field["type"] in SELECTS:
        check_select(form, field, path, emojis)
        if field.get("disabled"):
            words = "Modals cannot have disabled components"
            form.wrong((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", words)
    elif field["type"] in _GROUPS:
        check_options(form, field, path, 10)


def _check_input(form: Form, field: Json, path: Path) -> None:
    form.one_of((*path, "style"), field.get("style"), (1, 2))
    form.length((*path, "placeholder"), field.get("placeholder"), 0, 100)
    form.length((*path, "value"), field.get("value"), 0, _MOST_INPUT)
    least, most = field.get("min_length"), field.get("max_length")
    form.between((*path, "min_length"), least, 0, _MOST_INPUT)
    form.between((*path, "max_length"), most, 1, _MOST_INPUT)
    if (least or 0) > (_MOST_INPUT if most is None else most):
        words = "min_length must not be greater than max_length"
        form.wrong((*path, "min_length"), "BASE_TYPE_BAD_LENGTH", words)


def check_choices(form: Form, data: Json) -> None:
    """Check the suggestions of an autocompletion: at most 25."""
    choices: list[Json] = data.get("choices") or []
    form.sized(("choices",), data.get("choices"), 0, MOST_CHOICES)
    for number, choice in enumerate(choices):
        place = ("choices", number)
        form.sized((*place, "name"), choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            form.sized((*place, "value"), choice["value"], 1, 100)
        else:
            form.needed((*place, "value"), choice.get("value"))
