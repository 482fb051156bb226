"""The mailto: in `List-Unsubscribe` stops what the link beside it stops (RFC 2369)."""

import re

import pytest
from pytest_django import Settings

from accounts.email import inbound_routes
from accounts.email.inbound_routes import Arrival
from accounts.models import Choice, Notice, User
from accounts.notifications import stop_by_mail, unsubscribe
from accounts.notifications.channels import email as mail_channel
from tests.accounts.making import member, tell
from tests.narrowing import not_none

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
    User.objects.all().delete()
    assert not sent_to(f"{local}@{domain}")


@pytest.mark.parametrize("about", ["", "game:12"])
def test_it_works_after_the_notice_is_deleted_as_the_link_does(about: str) -> None:
    """Those about a hand go when its stage is packed; the game and its letters go on."""
    marit = member()
    facts = {"game": 12} if about else {}
    notice = Notice.objects.create(recipient=marit, kind="plain", event="x:1", facts=facts)
    address, link = stop_by_mail.address_of(notice), unsubscribe.token(notice)
    Notice.objects.all().delete()
    assert sent_to(address.upper())
    assert Choice.objects.get().about == about
    assert not_none(unsubscribe.read(link)).is_stopped()


@pytest.mark.parametrize("kind", ["plain", "a_kind_of_twenty_let"])
def test_mail_servers_take_it_however_long_the_numbers(settings: Settings, kind: str) -> None:
    settings.REPLY_MAILBOX, many = "club", 9_999_999_999
    notice = Notice(recipient_id=many, kind=kind, facts={"game": many})
    assert len(stop_by_mail.address_of(notice).partition("@")[0]) <= 64


def test_addresses_in_older_letters_work_while_their_notice_is_there() -> None:
    (notice,) = tell(member())
    mark = f"{notice.message_id}-{stop_by_mail._key(notice.message_id)}"
    assert sent_to(inbound_routes.address_of(f"s-{mark}"))
    assert Choice.objects.get().kind == "plain"
