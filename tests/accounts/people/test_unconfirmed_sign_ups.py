"""Sign-ups that nobody confirms don't stay for ever."""

from datetime import timedelta

import pytest
from allauth.account import app_settings
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.people import oauth, unconfirmed_sign_ups
from accounts.people.unconfirmed_sign_ups import KEPT_FOR
from games.services import sweep
from tests.games.making import person, running

pytestmark = pytest.mark.django_db
A_DAY = timedelta(days=1)
LONG_AGO = KEPT_FOR + A_DAY


def made(name: str, ago: timedelta = LONG_AGO, *, verified: bool = False) -> User:
    user = person(name, date_joined=timezone.now() - ago)
    EmailAddress.objects.create(user=user, email=user.email, verified=verified, primary=True)
    return user


def left() -> list[str]:
    return sorted(User.objects.values_list("name", flat=True))


def test_one_that_nobody_has_confirmed_in_a_month_goes_with_its_name_and_address() -> None:
    made("Ute")
    made("Henning", KEPT_FOR - A_DAY)
    sweep.sweep()
    assert left() == ["Henning"]
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["henning@example.org"]


@pytest.mark.parametrize(("gone", "says", "not_says"), [
    (True, "sign up again", "we’ll send you a new one"),
    (False, "we’ll send you a new one", "sign up again"),
])  # fmt: skip
def test_its_link_says_whether_to_sign_up_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, gone: bool, says: str, not_says: str
) -> None:
    user = made("Ute", LONG_AGO if gone else A_DAY)
    key = EmailConfirmationHMAC.create(EmailAddress.objects.get(user=user)).key
    monkeypatch.setattr(app_settings, "EMAIL_CONFIRMATION_EXPIRE_DAYS", -1, raising=False)
    sweep.sweep()
    page = client.get(reverse("account_confirm_email", args=[key])).content.decode()
    assert says in page
    assert not_says not in page
    assert "sign up again" not in client.get("/account/confirm-email/forged/").content.decode()


def test_the_page_about_our_data_says_when(client: Client) -> None:
    page = client.get(reverse("privacy")).content.decode()
    assert "An account whose address nobody confirms is deleted after thirty days." in page
    assert KEPT_FOR.days == 30


def test_who_has_confirmed_or_been_here_or_is_a_guest_stays() -> None:
    made("Confirmed", verified=True)
    been = made("Been here")
    guest, staff = made("Guest"), made("Staff")
    User.objects.filter(pk=been.pk).update(last_login=timezone.now() - LONG_AGO)
    User.objects.filter(pk=guest.pk).update(kind=User.Kind.GUEST, email=None)
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    person("By operators", date_joined=timezone.now() - LONG_AGO)
    sweep.sweep()
    assert left() == ["Been here", "By operators", "Confirmed", "Guest", "Staff"]


def test_one_to_whom_a_seat_was_given_stays_and_holds_up_no_other() -> None:
    seated = made("Seated", LONG_AGO + A_DAY)
    running([seated, person("Marit"), person("Joost")])
    made("Ute")
    sweep.sweep()
    assert {"Seated", "Ute"} & {*left()} == {"Seated"}


def test_what_fails_holds_up_no_other_forgetting(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> int:
        raise ValueError

    monkeypatch.setattr(oauth, "purge", fails)
    made("Ute")
    sweep.sweep()
    assert left() == []


def test_a_sweep_deletes_some_of_them_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unconfirmed_sign_ups, "BATCH", 1)
    made("Ute")
    made("Henning", LONG_AGO + A_DAY)
    assert (unconfirmed_sign_ups.purge(), left()) == (1, ["Ute"])
    assert (unconfirmed_sign_ups.purge(), left()) == (1, [])
    assert unconfirmed_sign_ups.purge() == 0
