"""System checks, run by `manage.py check --database default` and before every migration."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register

from accounts.security import key_check


@register(Tags.database)
def seal_keys(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Checks that the keys can decrypt what is in each database."""
    found: list[CheckMessage] = []
    for name in databases or ():
        try:
            key_check.check(name)
        except key_check.WrongKey as wrong:
            found.append(Error(str(wrong), id="accounts.E001"))
    return found
