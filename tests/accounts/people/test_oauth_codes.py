"""A code that an application has been given, but has not yet redeemed, ends as its token would.

Planted: without the mark that is kept with the code, whoever had a stolen password gets a token
for ninety days after the owner has chosen a new one.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import pytest
from allauth.idp.oidc.models import Client as Application
from allauth.idp.oidc.models import Token
from django.db import connection, transaction

from accounts.models import User
from accounts.people import account_recovery
from tests.accounts.making import browser, member
from tests.accounts.people.test_oauth import allowed, exchanged, registered

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_left_over")]


def new_password(user: User) -> None:
    user.set_password("seven tides")
    user.save()


def new_address(user: User) -> None:
    user.email = "marit@example.net"
    user.save()


def taken_back(user: User) -> None:
    account_recovery.end_all_programs(user)
    user.set_unusable_password()
    user.save()


@pytest.mark.parametrize("change", [new_password, new_address, taken_back])
def test_a_code_ends_with_the_password_and_the_address(change: Callable[[User], None]) -> None:
    marit, app = member(), registered()
    code = allowed(browser(marit), app, ["read"])["code"]
    change(marit)
    refused = exchanged(app, code)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert not Token.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_code_that_is_redeemed_while_the_password_changes_waits_for_it() -> None:
    """Otherwise its token could be made just after those before it were deleted."""
    marit, app = member(), registered()
    code = allowed(browser(marit), app, ["read"])["code"]
    with ThreadPoolExecutor(1) as beside:
        with transaction.atomic():
            new_password(marit)
            redeemed = beside.submit(exchanged_beside, app, code)
            assert not wait([redeemed], 0.5).done
        assert redeemed.result(10).status_code == 400
    assert not Token.objects.exists()


def exchanged_beside(app: Application, code: str) -> Any:
    try:
        return exchanged(app, code)
    finally:
        connection.close()
