"""Logs searches for e-mail addresses, whether somebody was found or not.

The log can't be changed, so it names the person by id and never contains the address.
"""

import re

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.staff.audit_log import about_person, append

BY_ADDRESS = "read_by_address"
NOBODY = "nobody"
ADDRESS = re.compile(r"[^\s<>()\"',;:]+@[^\s<>()\"',;:]+")


def note(actor: User | AnonymousUser, term: str, where: str) -> None:
    """Logs a search if the term is an address; `where` is the admin list that was searched."""
    word = term.strip().lower()
    if isinstance(actor, User) and word.isprintable() and ADDRESS.fullmatch(word):
        found = User.objects.filter(email=word).first()
        about = about_person(found.pk) if found else NOBODY
        append(actor, BY_ADDRESS, about, facts={"where": where})


def masked(text: str) -> str:
    """The text with e-mail addresses masked."""
    return ADDRESS.sub("…@…", text)
