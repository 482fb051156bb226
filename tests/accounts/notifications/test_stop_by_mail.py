"""The mailto: in `List-Unsubscribe` stops what the link beside it stops (RFC 2369)."""

import re

import pytest

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival
from accounts.models import Choice, Notice
from accounts.notifications import stop_by_mail
from accounts.notifications.channels import email as mail_channel
from tests.accounts.making import member, tell

pytestmark = pytest.mark.django_db


def sent_to(address: str) -> bool:
    taker = inbound_routes.taker_of(address)
    if taker is not None:
        taker.take(Arrival(b"Subject: unsubscribe\n\n", address, "anybody@example.org"))
    return taker is not None


def test_a_mail_to_the_address_in_the_header_stops_that_kind() -> None:
    marit = member()
    (notice,) = tell(marit)
    header = mail_channel.compose(notice).extra_headers["List-Unsubscribe"]
    assert header.startswith("<http")
    (address,) = re.findall(r"<mailto:([^>?]+)\?subject=unsubscribe>", header)
    for _ in range(2):
        assert sent_to(address)
    choice = Choice.objects.get()
    assert (choice.user, choice.kind, choice.wanted) == (marit, "plain", False)


def test_nobody_else_can_stop_somebody_s_letters() -> None:
    (notice,) = tell(member())
    local, _at, domain = stop_by_mail.address_of(notice).partition("@")
    other = "0" if local[-1] != "0" else "1"
    assert not sent_to(f"{local[:-1]}{other}@{domain}")
    assert not sent_to(f"{local}@elsewhere.example")
    Notice.objects.all().delete()
    assert not sent_to(f"{local}@{domain}")
