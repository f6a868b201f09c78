"""Small bodies as Discord's JSON, and what stands in an error that refuses one."""

from standin.tests.testbot import V2

REQUIRED = "This field is required"
UNION = 'Value of field "type" must be one of'


def text(content="words", **more):
    return {"type": 10, "content": content, **more}


def button(custom_id="a", **more):
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id, **more}


def row(*parts):
    return {"type": 1, "components": list(parts)}


def select(custom_id="s", values=("x",), **more):
    options = [{"label": value or "-", "value": value} for value in values]
    return {"type": 3, "custom_id": custom_id, "options": options, **more}


def gallery(url="https://example.org/a.png", **more):
    return {"type": 12, "items": [{"media": {"url": url}, **more}]}


def container(*parts):
    return {"type": 17, "components": list(parts)}


def section(*texts, accessory=None):
    return {"type": 9, "components": list(texts), "accessory": accessory or button()}


def v2(*components, **more):
    return {"flags": V2, "components": list(components), **more}


def legacy(*components, **more):
    return {"content": "words", "components": list(components), **more}


def fault_at(error, path):
    """The first fault at a dotted path of Discord's nested `errors`."""
    place = error["errors"]
    for step in path.split("."):
        place = place[step]
    return place["_errors"][0]
