"""An application renews its token while that is revoked: nothing of it is left."""

from collections.abc import Callable

import pytest
from allauth.idp.oidc.models import Client as Application
from allauth.idp.oidc.models import Token
from django.db import transaction

from accounts.models import ApiKey, User
from accounts.people import account_recovery, oauth, own_bots
from accounts.refusals import Refused
from accounts.security import own_row
from games.services.people import erasure
from tests.accounts.making import browser, member
from tests.accounts.people.test_oauth import allowed, exchanged, program, registered, renewed
from tests.games.api.asking import good
from tests.games.services.crossing import Beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_nudges")]
ENDS: dict[str, Callable[[User, Application, str], object]] = {
    "disallowed": lambda user, app, _token: oauth.disallow(user, app.pk),
    "new address": lambda user, _app, _token: account_recovery.end_programs(user),
    "reset": lambda user, _app, _token: account_recovery.end_all_programs(user),
    "removed": lambda _user, app, _token: oauth.remove(app.owner, app.pk),
    "deleted": lambda user, _app, _token: erasure.forget(user),
    "revoked": lambda _user, app, token: program().post(
        "/oauth/revoke/", {"client_id": app.pk, "token": token}
    ),
}


@pytest.mark.parametrize("renewed_first", [True, False], ids=["renewed first", "ended first"])
@pytest.mark.parametrize("end", ENDS)
def test_no_token_is_left(end: str, renewed_first: bool) -> None:
    user, app = member(), registered()
    told = allowed(browser(user), app, ["read"])
    token = good(exchanged(app, told["code"]))["refresh_token"]
    came = crossing(
        lambda: renewed(app, token).status_code,
        lambda: ENDS[end](user, app, token),
        in_order=renewed_first,
    )
    assert not [each for each in came if isinstance(each, Exception)]
    assert (200 in came) == renewed_first
    assert not Token.objects.valid().exists()


def crossing(
    one: Callable[[], object], other: Callable[[], object], *, in_order: bool = True
) -> list[object]:
    """What comes of both: the second begins before the first is committed."""
    first, second = (one, other) if in_order else (other, one)
    with transaction.atomic():
        came = first()
        beside = Beside(second)
        beside.until_it_waits()
    return [came, beside.result()]


def test_a_code_is_not_redeemed_for_an_application_that_is_just_removed() -> None:
    user, app = member(), registered()
    code = allowed(browser(user), app, ["read"])["code"]
    came = crossing(
        lambda: oauth.remove(app.owner, app.pk), lambda: exchanged(app, code).status_code
    )
    assert came == [True, 400]


def test_whoever_is_deleted_does_not_wait_for_their_own_application_that_waits_for_them() -> None:
    user = member()
    app = registered(user)
    token = good(exchanged(app, allowed(browser(user), app, ["read"])["code"]))["refresh_token"]
    with transaction.atomic():
        own_row.wait(user)  # as it begins
        beside = Beside(lambda: renewed(app, token).status_code)
        beside.until_it_waits()
        erasure.forget(user)
    assert beside.result() == 400
    assert not Application.objects.exists()


def test_nor_for_one_that_redeems_a_code() -> None:
    user = member()
    app = registered(user)
    code = allowed(browser(user), app, ["read"])["code"]
    with transaction.atomic():
        own_row.wait(user)
        beside = Beside(lambda: exchanged(app, code).status_code)
        beside.until_it_waits()
        erasure.forget(user)
    assert beside.result() == 400
    assert not Application.objects.exists()


def test_a_bot_gets_no_new_key_as_the_account_is_taken_back() -> None:
    owner = member()
    bot, _key = own_bots.make(owner, "Robo")

    def taken_back() -> None:
        user = User.objects.get(pk=owner.pk)
        user.set_unusable_password()
        user.save(update_fields=["password"])
        account_recovery.end_all_programs(user)

    _ended, came = crossing(taken_back, lambda: own_bots.new_key(owner, bot.pk))
    assert isinstance(came, Refused), came
    assert not ApiKey.objects.exists()
