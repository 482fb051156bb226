"""The envelope of a letter: what Django would write into it, or left to Django."""

from email.utils import formataddr
from unittest.mock import Mock, patch

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends import smtp
from django.core.mail.message import sanitize_address

from accounts.email.smtp_client import SmtpClient, _bare


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


def test_a_letter_to_nobody_is_left_to_django() -> None:
    client = SmtpClient()
    client._connection = smtp.EmailBackend()
    client._connection.connection = server = Mock()
    with patch.object(client._connection, "send_messages") as theirs:
        for people in ([], ["jörg@example.org"], ["a@b.nl", "jörg@example.org"]):
            client._submit(EmailMessage("s", "t", "c@d.nl", people))
    assert theirs.call_count == 3
    server.sendmail.assert_not_called()


def test_a_plain_one_goes_as_it_is() -> None:
    client = SmtpClient()
    client._connection = smtp.EmailBackend()
    client._connection.connection = server = Mock()
    client._submit(EmailMessage("s", "t", "c@d.nl", ["Jörg <a@b.nl>", "e@f.nl"]))
    sender, readers, raw = server.sendmail.call_args.args
    assert (sender, readers) == ("c@d.nl", ["a@b.nl", "e@f.nl"])
    assert raw.endswith(b"\r\n\r\nt")
