"""Components of messages: layout, limits and the rules that Discord's spec leaves out."""

from collections.abc import Sequence
from typing import Final

from discord_standin.checks.controls import check_button, check_select, check_url
from discord_standin.checks.form import Form
from discord_standin.model.attachments import SCHEME
from discord_standin.model.components import Parts, Path, texts, walk
from discord_standin.model.emojis import EmojiShelf
from discord_standin.vocabulary import SELECTS, ComponentType, Json

MOST_COMPONENTS: Final = 40
MOST_TEXT: Final = 4000
_MOST_ROWS: Final = 5
_BUTTONS_IN_ROW: Final = 5

_T = ComponentType
_IN_CONTAINER: Final = frozenset(
    {_T.ACTION_ROW, _T.SECTION, _T.TEXT_DISPLAY, _T.MEDIA_GALLERY, _T.FILE, _T.SEPARATOR}
)
_TOP_LEVEL: Final = _IN_CONTAINER | {_T.CONTAINER}
_LEGACY: Final = frozenset({_T.ACTION_ROW})
_IN_ROW: Final = SELECTS | {_T.BUTTON}


def check_components(
    form: Form, components: Sequence[Json], *, is_v2: bool, emojis: EmojiShelf
) -> None:
    """Check a message's components, except the files they refer to."""
    path: Path = ("components",)
    allowed = _TOP_LEVEL if is_v2 else _LEGACY
    if not is_v2:
        form.length(path, components, 0, _MOST_ROWS)
    fits = [form.kind_of((*path, n), component, allowed) for n, component in enumerate(components)]
    if not all(fits):
        return
    for number, component in enumerate(components):
        _check(form, component, (*path, number), emojis)
    if form.is_fine:
        _check_whole(form, components)


def _check_whole(form: Form, components: Sequence[Json]) -> None:
    parts = walk(components)
    if len(parts) > MOST_COMPONENTS:
        words = f"The total number of components cannot exceed {MOST_COMPONENTS}"
        form.wrong(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words)
    if sum(map(len, texts(parts))) > MOST_TEXT:
        words = f"Components displayable text size exceeds maximum size of {MOST_TEXT}"
        form.wrong(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
    check_unique(form, parts)


def check_unique(form: Form, parts: Parts) -> None:
    """Complain about every custom_id and id that appears twice."""
    for key, code, words in (
        ("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"),
        ("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"),
    ):
        seen: set[str | int] = set()
        for path, component in parts:
            value = component.get(key)
            # Discord numbers those by itself that have no id, or 0.
            if value and value in seen:
                form.wrong((*path, key), code, words)
            seen.add(value or 0)


def _check(form: Form, component: Json, path: Path, emojis: EmojiShelf) -> None:
    match component["type"]:
        case _T.CONTAINER:
            _check_children(form, component, path, emojis, _IN_CONTAINER, (1, MOST_COMPONENTS))
            form.between((*path, "accent_color"), component.get("accent_color"), 0, 0xFFFFFF)
        case _T.SECTION:
            _check_children(form, component, path, emojis, frozenset({_T.TEXT_DISPLAY}), (1, 3))
            _check_accessory(form, component, path, emojis)
        case _T.ACTION_ROW:
            _check_row(form, component, path, emojis)
        case _T.TEXT_DISPLAY:
            form.sized((*path, "content"), component.get("content"), 1, MOST_TEXT)
        case _T.MEDIA_GALLERY:
            _check_gallery(form, component, path)
        case _T.THUMBNAIL:
            _check_picture(form, component, path)
        case _T.FILE:
            _check_file(form, component, path)
        case _T.BUTTON:
            check_button(form, component, path, emojis)
        case kind if kind in SELECTS:
            check_select(form, component, path, emojis)
        case _:
            pass


def _check_children(
    form: Form,
    parent: Json,
    path: Path,
    emojis: EmojiShelf,
    allowed: frozenset[ComponentType],
    bounds: tuple[int, int],
) -> None:
    children = parent.get("components")
    form.sized((*path, "components"), children, *bounds)
    for number, child in enumerate(children or ()):
        place = (*path, "components", number)
        if form.kind_of(place, child, allowed):
            _check(form, child, place, emojis)


def _check_accessory(form: Form, section: Json, path: Path, emojis: EmojiShelf) -> None:
    accessory = section.get("accessory")
    place = (*path, "accessory")
    if form.needed(place, accessory) and form.kind_of(
        place, accessory or {}, {_T.BUTTON, _T.THUMBNAIL}
    ):
        _check(form, accessory or {}, place, emojis)


def _check_row(form: Form, row: Json, path: Path, emojis: EmojiShelf) -> None:
    _check_children(form, row, path, emojis, _IN_ROW, (1, _BUTTONS_IN_ROW))
    children = row.get("components") or ()
    if len(children) > 1 and any(child.get("type") in SELECTS for child in children):
        words = "The specified component exceeds the maximum width"
        form.wrong((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)


def _check_gallery(form: Form, gallery: Json, path: Path) -> None:
    items = gallery.get("items")
    form.sized((*path, "items"), items, 1, 10)
    for number, item in enumerate(items or ()):
        _check_picture(form, item, (*path, "items", number))


def _check_picture(form: Form, item: Json, path: Path) -> None:
    form.length((*path, "description"), item.get("description"), 1, 1024)
    if form.needed((*path, "media"), item.get("media")):
        check_url(form, item["media"], (*path, "media"), ("http", "https", "attachment"))


def _check_file(form: Form, component: Json, path: Path) -> None:
    if form.needed((*path, "file"), component.get("file")):
        check_url(form, component["file"], (*path, "file"), ("attachment",))


def check_references(form: Form, holders: Parts, file_names: Sequence[str]) -> None:
    """Complain about every `attachment://` that names no file of the message."""
    for path, holder in holders:
        key = "media" if "media" in holder else "file"
        url: str = holder[key]["url"]
        if url.startswith(SCHEME) and url.removeprefix(SCHEME) not in file_names:
            words = "The referenced attachment was not found"
            code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
            form.wrong((*path, key, "url"), code, words)
