"""The link in each letter that stops letters of its kind (RFC 8058)."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.email import unasked_letters
from accounts.email.delivery_reports import Report, ReportKind
from accounts.email.inbound_routes import Arrival
from accounts.models import Choice, Notice, Suppression
from accounts.notifications import bounces, stop_by_mail, unsubscribe
from tests.accounts.making import member, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict() -> Client:
    return Client(enforce_csrf_checks=True)


def test_one_post_without_cookies_is_enough(strict: Client) -> None:
    marit = member()
    (notice,) = tell(marit)
    answer = strict.post(
        unsubscribe.address(notice),
        "List-Unsubscribe=One-Click",
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == 200
    choice = Choice.objects.get()
    assert (choice.user, choice.kind, choice.wanted) == (marit, "plain", False)


def test_looking_stops_nothing(strict: Client) -> None:
    (notice,) = tell(member())
    for ask in (strict.get, strict.head):
        assert ask(unsubscribe.address(notice)).status_code == 200
    assert not Choice.objects.exists()
    page = strict.get(unsubscribe.address(notice)).content.decode()
    assert "shall we stop these e-mails: plain things?" in page


def test_twice_is_as_once(strict: Client) -> None:
    (notice,) = tell(member())
    strict.post(unsubscribe.address(notice))
    assert strict.post(unsubscribe.address(notice)).status_code == 200
    assert Choice.objects.count() == 1


def test_only_the_kinds_of_the_link_are_resumed(strict: Client) -> None:
    (notice,) = tell(member())
    strict.post(unsubscribe.address(notice))
    for kinds, wanted in (["a\0b", "game_over"], False), (["a\0b", "plain"], True):
        sent = {"do": "undo", "everywhere": "1", "kind": kinds}
        assert strict.post(unsubscribe.address(notice), sent).status_code == 200
        assert Choice.objects.get().wanted is wanted


def test_an_address_without_account_is_never_written_to_again(strict: Client) -> None:
    (notice,) = tell(member())
    Notice.objects.update(recipient=None, address="Stranger@example.net")
    notice.refresh_from_db()
    assert (
        "never write to your address again"
        in strict.get(unsubscribe.address(notice)).content.decode()
    )
    strict.post(unsubscribe.address(notice))
    assert Suppression.objects.get().address == "stranger@example.net"


def test_whoever_stops_everything_after_a_bounce_is_asked_and_then_not_written_to(
    strict: Client,
) -> None:
    Suppression.objects.create(address="stranger@example.net", reason=bounces.BOUNCED)
    Notice.objects.create(address="Stranger@example.net", kind="plain", event="x:1", state="sent")
    path = unsubscribe.address(Notice.objects.get())
    assert "never write to your address again?" in strict.get(path).content.decode()
    assert "We will not write to you again." in strict.post(path).content.decode()
    bounces.lift("stranger@example.net")
    assert unasked_letters.is_refused("stranger@example.net"), "a letter that arrives is no wish"
    strict.post(path, {"do": "undo"})
    assert not Suppression.objects.exists()


def by_link(notice: Notice) -> None:
    Client().post(unsubscribe.address(notice))


def by_mail(notice: Notice) -> None:
    address = stop_by_mail.address_of(notice)
    stop_by_mail.Stops().take(Arrival(b"", address))


def by_complaint(notice: Notice) -> None:
    bounces.record(notice, Report(ReportKind.COMPLAINT, "", ""))


@pytest.mark.parametrize("stop", [by_link, by_mail, by_complaint])
def test_whoever_has_signed_up_since_stops_only_that_kind(stop: Callable[[Notice], None]) -> None:
    letter = {"address": "Marit@example.org", "kind": "plain", "event": "x:1"}
    notice = Notice.objects.create(**letter, state="sent")
    marit = member()
    stop(notice)
    assert not Suppression.objects.exists()
    assert [(each.user, each.kind) for each in Choice.objects.all()] == [(marit, "plain")]


def test_what_stopped_everything_before_they_signed_up_can_still_be_undone(strict: Client) -> None:
    letter = {"address": "marit@example.org", "kind": "plain", "event": "x:1"}
    notice = Notice.objects.create(**letter, state="sent")
    strict.post(unsubscribe.address(notice))
    member()
    strict.post(unsubscribe.address(notice), {"do": "undo"})
    assert not Suppression.objects.exists()


@pytest.mark.parametrize("token", ["rubbish", "WyJ1IiwxLCJ4Il0:forged", "WzFd"])
def test_a_forged_link_stops_nothing(strict: Client, token: str) -> None:
    member()
    assert strict.post(reverse("stop", args=[token])).status_code == 404
    assert not Choice.objects.exists()


def test_the_link_of_an_address_without_account_does_not_number_it() -> None:
    """Two links would tell how many letters others have got in between."""
    (notice,) = tell(member())
    Notice.objects.update(recipient=None, address="stranger@example.net")
    notice.refresh_from_db()
    token = unsubscribe.token(notice)
    assert unsubscribe.SIGNER.unsign_object(token)[:3] == ["m", notice.message_id, "plain"]
    of_before = unsubscribe.SIGNER.sign_object(["n", notice.pk])
    assert unsubscribe.read(token) == unsubscribe.read(of_before) is not None


def test_the_link_names_no_address() -> None:
    (notice,) = tell(member())
    assert "marit" not in unsubscribe.address(notice)


def test_an_address_without_account_can_stop_it_once_its_notice_is_gone(strict: Client) -> None:
    """A table's notices go some weeks after its end, while the invitation stays in a mailbox."""
    letter = {"address": "Stranger@example.net", "kind": "plain", "event": "x:1"}
    notice = Notice.objects.create(**letter, state="sent")
    path = unsubscribe.address(notice)
    assert unsubscribe.address(notice) == path, "each retry has the same"
    notice.delete()
    assert "never write to your address again" in strict.get(path).content.decode()
    assert strict.post(path).status_code == 200
    assert Suppression.objects.get().address == "stranger@example.net"
    strict.post(path, {"do": "undo"})
    assert not Suppression.objects.exists()


def test_whoever_has_signed_up_since_stops_only_that_kind_once_its_notice_is_gone() -> None:
    letter = {"address": "Marit@example.org", "kind": "plain", "event": "x:1"}
    notice = Notice.objects.create(**letter, state="sent")
    path, marit = unsubscribe.address(notice), member()
    notice.delete()
    assert Client().post(path).status_code == 200
    assert not Suppression.objects.exists()
    assert [(each.user, each.kind) for each in Choice.objects.all()] == [(marit, "plain")]
