"""`manage.py mailcheck` says what works and what is missing."""

import io
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from pytest_django import Settings

from accounts.email import self_test
from accounts.email.dns_check import MISSING
from accounts.management.commands import mailcheck
from accounts.security import key_check
from tests.accounts.sink import free_port, mailin, point

pytestmark = pytest.mark.django_db(transaction=True)


def checked(*arguments: str) -> tuple[str, str]:
    """What it prints, and why it ends with 1 if it does."""
    out = io.StringIO()
    try:
        call_command("mailcheck", *arguments, stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


def test_all_is_well(settings: Settings) -> None:
    settings.REPLY_DOMAIN, settings.AUTHSERV_ID = "reply.example.org", "mx.example.org"
    with mailin() as port:
        settings.MAILIN_PORT = port
        point(settings, port)
        text, error = checked("--itself")
    assert error == ""
    assert "a test e-mail to ourselves arrived" in text
    assert "it came back without a DKIM signature" in text
    assert "MISSING" not in text
    assert f"SMTP on 127.0.0.1:{port} rejects unknown recipients" in text
    assert "reply.example.org  MX" in text


def test_an_outgoing_server_that_refuses_is_named(settings: Settings) -> None:
    """Ours stands for it, and knows no such address. It ended in a traceback."""
    with mailin() as port:
        settings.MAILIN_PORT = port
        point(settings, port)
        with patch.object(self_test, "address_of", lambda _nonce: "nobody@example.net"):
            text, error = checked("--itself")
    assert "MISSING a test e-mail to ourselves could not be sent: " in text
    assert "550" in text
    assert error.startswith("Problems found: ")


def test_nobody_listens(settings: Settings) -> None:
    settings.MAILIN_PORT = free_port()
    settings.MAILIN_LMTP = f"127.0.0.1:{free_port()}"
    settings.EMBEDDED, settings.REPLY_DOMAIN = False, "localhost"
    settings.EMAIL_BACKEND = "anymail.backends.mailgun.EmailBackend"
    text, error = checked()
    assert error.startswith("Problems found: 5.")
    assert text.count("MISSING") == 5
    for words in ("SMTP", "LMTP", "can’t have an MX", "outgoing", "ANYMAIL_WEBHOOK_SECRET"):
        assert words in text


def test_keys_are_not_called_good_without_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(key_check, "ensure", away)
    ((mark, words),) = mailcheck._keys()
    assert mark == MISSING
    assert "the database doesn’t answer" in words
