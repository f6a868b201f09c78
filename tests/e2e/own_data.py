"""What people do with what is kept about them: `/privacy`, then a button of its page."""

import json
from typing import Any

from discord_standin.model.places import Channel
from discord_standin.people.person import Person
from discord_standin.people.replies import Reply

ABOUT = "/privacy"


async def asks_to_forget(person: Person, where: Channel) -> Reply:
    """Somebody asks to be forgotten, and is asked whether they are sure."""
    page = await person.types(where, ABOUT)
    return await person.press(page.message, "Forget me")


async def is_forgotten(person: Person, where: Channel) -> Reply:
    """The same, and they are sure."""
    asked = await asks_to_forget(person, where)
    return await person.press(asked.message, "Forget me")


async def exported(person: Person, where: Channel) -> Reply:
    """What somebody is told who wants all that is kept about them."""
    page = await person.types(where, ABOUT)
    return await person.press(page.message, "Everything as a file")


def data_in(reply: Reply) -> Any:
    """What that file says."""
    (file,) = reply.message.pictures
    return json.loads(file.content)
