"""The names of people whose data was deleted: stored and exported in English, read in the reader's
language.
"""

import re
import secrets

from django.utils.translation import gettext as _

BEGINS = "Former player "
STORED = re.compile(rf"{BEGINS}([0-9a-f]{{8}})")


def made() -> str:
    """A name that nobody has."""
    return f"{BEGINS}{secrets.token_hex(4)}"


def read(name: str) -> str:
    """The name in the reader's language; any other name as it is."""
    found = STORED.fullmatch(name) if name.startswith(BEGINS) else None
    return _("Former player %(number)s") % {"number": found[1]} if found else name
