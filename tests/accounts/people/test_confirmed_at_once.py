"""An address is confirmed while somebody else needs it, or its account is about to go."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection, transaction
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
