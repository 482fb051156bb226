"""What somebody sees whom letters do not reach, and the link that confirms the address."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.email import unasked_letters
from accounts.models import Notice, Suppression, User
from accounts.notifications import bounces, reconfirm_address
from tests.accounts.making import member
from tests.narrowing import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def marit(client: Client) -> User:
    user = member()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    Suppression.objects.create(address=not_none(user.email), reason=bounces.BOUNCED)
    return user


def test_every_page_says_since_when_and_what_to_do(client: Client, marit: User) -> None:
    page = client.get("/moves/").content.decode()
    assert "We haven’t been able to reach you at marit@example.org since" in page
    assert f'action="{reverse("reach_again")}"' in page
    Suppression.objects.all().delete()
    assert "We haven’t been able to reach you" not in client.get("/moves/").content.decode()


def test_the_button_sends_one_letter(client: Client, marit: User) -> None:
    client.post(reverse("reach_again"))
    client.post(reverse("reach_again"))
    assert Notice.objects.get().kind == reconfirm_address.KIND


def test_who_asks_again_within_the_hour_is_told_when_to(
    client: Client, marit: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = timezone.now().replace(minute=24)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    said = client.post(reverse("reach_again"), follow=True).content.decode()
    assert "An e-mail is on its way to marit@example.org." in said
    said = client.post(reverse("reach_again"), follow=True).content.decode()
    assert "An e-mail is on its way to marit@example.org." in said, "it hasn’t left yet"
    Notice.objects.update(state=Notice.State.FAILED)
    said = client.post(reverse("reach_again"), follow=True).content.decode()
    assert "If it isn’t there in 36 minutes, ask again." in said
    assert "is on its way" not in said
    moment += timedelta(minutes=36)
    said = client.post(reverse("reach_again"), follow=True).content.decode()
    assert "An e-mail is on its way to marit@example.org." in said
    assert Notice.objects.count() == 2


def test_the_link_asks_first(client: Client, marit: User) -> None:
    path = reverse(
        "reach_link", args=[signing.dumps([marit.pk, marit.email], salt=reconfirm_address.SALT)]
    )
    for method in (client.get, client.head):
        assert method(path).status_code == 200
        assert bounces.unreached(marit) is not None
    assert client.post(path).status_code == 200
    assert bounces.unreached(marit) is None
    assert client.get(path[:-3] + "x/").status_code == 404


def test_the_link_works_for_who_is_suspended(client: Client, marit: User) -> None:
    User.objects.update(suspended_until=timezone.now() + timedelta(days=7))
    token = signing.dumps([marit.pk, marit.email], salt=reconfirm_address.SALT)
    assert client.post(reverse("reach_link", args=[token])).status_code == 200
    assert bounces.unreached(marit) is None


def test_a_member_who_stopped_everything_sees_it_and_can_undo_it(
    client: Client, marit: User
) -> None:
    Suppression.objects.update(reason=unasked_letters.ASKED)
    page = client.get("/moves/").content.decode()
    assert "You asked us never to write to marit@example.org again" in page
    assert "We haven’t been able to reach you" not in page
    assert "Yes, write to me again" in page
    page = client.post(reverse("reach_again"), follow=True).content.decode()
    assert "We may write to you again." in page
    assert "You asked us never to write" not in page
    assert not Suppression.objects.exists()


def test_nobody_allows_letters_to_an_address_that_is_not_theirs(
    client: Client, marit: User
) -> None:
    EmailAddress.objects.update(verified=False)
    Suppression.objects.update(reason=unasked_letters.ASKED)
    client.post(reverse("reach_again"))
    assert Suppression.objects.exists()
