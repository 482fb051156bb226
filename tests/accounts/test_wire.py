"""The envelope of a letter: what Django would write into it, or left to Django."""

from email.utils import formataddr

import pytest
from django.core.mail.message import sanitize_address

from accounts.wire import _bare


@pytest.mark.parametrize("name", ["", "Marit", "Jörg Ødegård", "O'Neill, A <a@b.nl>", "“x” <y"])
@pytest.mark.parametrize("address", ["marit@example.org", "b-0a-1f@play.example.org", "o'x+y@b.nl"])
def test_it_is_what_django_would_write(name: str, address: str) -> None:
    whole = formataddr((name, address))
    theirs = sanitize_address(formataddr(("", address)), "utf-8")
    assert _bare(whole) in ("", theirs)
    assert bool(_bare(whole)) == ("'" not in address)


@pytest.mark.parametrize(
    "address",
    [
        "jörg@example.org",
        "marit@exämple.org",
        "a b@c.nl",
        "a@b.nl, c@d.nl",
        "a@b.nl\nc@d.nl",
        "a",
        "",
    ],
)
def test_what_is_not_plain_is_left_to_django(address: str) -> None:
    assert _bare(address) == ""
