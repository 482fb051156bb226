"""An address is confirmed while somebody else needs it, or its account is about to go."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.people import account_recovery, unconfirmed_sign_ups
from tests.accounts.making import member
from tests.games.making import person
from tests.games.services.crossing import Beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]


def test_an_account_that_is_confirmed_as_it_is_about_to_go_stays() -> None:
    """It is confirmed when the sweep has found it and deletes what hangs on it."""
    user = member(confirmed=False)
    long_ago = timezone.now() - unconfirmed_sign_ups.KEPT_FOR - timedelta(days=1)
    User.objects.filter(pk=user.pk).update(date_joined=long_ago)
    address, confirmed = EmailAddress.objects.get(user=user), list[Beside]()

    def meets(execute: Any, sql: str, *rest: Any) -> Any:
        if not confirmed and sql.startswith("DELETE"):
            confirmed.append(Beside(address.set_verified))
            confirmed[0].until_it_waits()
        return execute(sql, *rest)

    with connection.execute_wrapper(meets):
        unconfirmed_sign_ups.purge()
    was_confirmed = confirmed[0].result() is True
    assert User.objects.filter(pk=user.pk).exists() == was_confirmed


def test_its_link_is_followed_as_the_sweep_is_about_to_delete_it() -> None:
    """Neither stops the other: both wait for the person first, then for the address."""
    user = member(confirmed=False)
    long_ago = timezone.now() - unconfirmed_sign_ups.KEPT_FOR - timedelta(days=1)
    User.objects.filter(pk=user.pk).update(date_joined=long_ago)
    key, followed = EmailConfirmationHMAC(EmailAddress.objects.get(user=user)).key, list[Beside]()
    path = reverse("account_confirm_email", args=[key])

    def meets(execute: Any, sql: str, *rest: Any) -> Any:
        done = execute(sql, *rest)
        if not followed and "account_emailaddress" in sql and "FOR UPDATE" in sql:
            followed.append(Beside(lambda: Client().post(path).status_code))
            followed[0].until_it_waits()
        return done

    with connection.execute_wrapper(meets):
        assert unconfirmed_sign_ups.purge() == 1
    assert followed[0].result() == 302
    assert not User.objects.exists()


def test_an_old_address_that_is_somebody_elses_by_now_is_not_taken_back() -> None:
    user, other = member(), person("Wim")
    old = str(user.email)
    User.objects.filter(pk=user.pk).update(email="new@example.org")
    EmailAddress.objects.filter(user=user).update(email="new@example.org")
    change = account_recovery.Change(User.objects.get(pk=user.pk), old, timezone.now())
    with transaction.atomic():
        EmailAddress.objects.create(user=other, email=old, verified=True)
        beside = Beside(lambda: account_recovery.take_back(change))
        beside.until_it_waits()
    assert beside.result() is False
    assert User.objects.get(pk=user.pk).email == "new@example.org"


def confirming(user: User, new: str) -> Callable[[], int]:
    """They have asked for another address; to be called to confirm it."""
    client = Client()
    client.force_login(user)
    address = EmailAddress.objects.create(user=user, email=new)
    path = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    return lambda: client.post(path).status_code


def addresses_of(user: User) -> list[tuple[str, bool, bool]]:
    found = EmailAddress.objects.filter(user=user).order_by("pk")
    return list(found.values_list("email", "verified", "primary"))


def test_no_address_is_confirmed_for_an_account_that_is_just_taken_back() -> None:
    user = member()
    old = str(user.email)
    User.objects.filter(pk=user.pk).update(email="thief@example.net")
    EmailAddress.objects.filter(user=user).update(email="thief@example.net")
    change = account_recovery.Change(User.objects.get(pk=user.pk), old, timezone.now())
    confirm = confirming(user, "another@example.net")
    with transaction.atomic():
        assert account_recovery.take_back(change)
        beside = Beside(confirm)
        beside.until_it_waits()
    # The session that asked was ended as well: 400.
    assert beside.result() in (302, 400)
    assert addresses_of(user) == [(old, True, True)]


def test_of_two_who_confirm_the_same_address_at_once_the_second_keeps_the_old_one() -> None:
    user, other = member(), person("Wim")
    confirm = confirming(user, "shared@example.org")
    with transaction.atomic():
        EmailAddress.objects.create(user=other, email="shared@example.org", verified=True)
        beside = Beside(confirm)
        beside.until_it_waits()
    assert beside.result() == 302
    assert addresses_of(user) == [
        (user.email, True, True),
        ("shared@example.org", False, False),
    ]
    assert User.objects.get(pk=user.pk).email == user.email
