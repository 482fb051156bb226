"""Looking somebody up by their address is written down, whether they are found or not.

The log cannot be changed, so it says whose address it was, by number, and never the address.
"""

import re

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.staff.audit_log import about_person, append

BY_ADDRESS = "read_by_address"
NOBODY = "nobody"
ADDRESS = re.compile(r"[^\s<>()\"',;:]+@[^\s<>()\"',;:]+")


def note(actor: User | AnonymousUser, term: str, where: str) -> None:
    """Writes down that a term was searched for, if it is an address; `where` is the list."""
    word = term.strip().lower()
    if isinstance(actor, User) and ADDRESS.fullmatch(word):
        found = User.objects.filter(email=word).first()
        about = about_person(found.pk) if found else NOBODY
        append(actor, BY_ADDRESS, about, facts={"where": where})


def masked(text: str) -> str:
    """A text without the addresses in it: mail servers like to repeat them."""
    return ADDRESS.sub("…@…", text)
