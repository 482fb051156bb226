"""A guest who signs up keeps seats and games."""

import re
import time
from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.people.guest_upgrade import claim_account
from accounts.people.new_accounts import make_guest
from accounts.people.signup import SignupForm
from accounts.security.reauthentication import SHOWN_AT
from tests.accounts.making import member
from tests.accounts.people.test_signing_up import SECRET, link, sign_up

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def guest(client: Client) -> User:
    cache.clear()
    user = make_guest()
    client.force_login(user, BACKEND)
    return user


def test_the_guests_row_becomes_the_person(client: Client, guest: User) -> None:
    assert client.get(reverse("account_signup")).status_code == 200
    sign_up(client)
    assert client.get(reverse("profile")).status_code == 200, "still signed in"
    client.post(link())

    guest.refresh_from_db()
    assert (guest.kind, guest.email, guest.name) == ("person", "ute@example.org", "Ute")
    assert guest.check_password(SECRET)
    assert User.objects.count() == 1
    assert client.get(reverse("profile")).status_code == 200, "and still now"


def test_the_browser_of_a_former_guest_is_in_the_list_and_can_be_signed_out(
    client: Client,
) -> None:
    cache.clear()
    client.post(reverse("play-now"))
    sign_up(client)
    client.post(link())
    assert client.get(reverse("profile")).status_code == 200
    phone = Client()
    phone.post(reverse("account_login"), {"login": "ute@example.org", "password": SECRET})
    assert "/end/" in phone.get(reverse("usersessions_list")).content.decode()
    phone.post(reverse("usersessions_list"))
    assert client.get(reverse("profile")).status_code == 302


def test_a_guest_learns_of_no_address_whether_it_has_an_account() -> None:
    member("Known-One")
    known, unknown = (_all_that_is_shown(name) for name in ("known-one", "unknown-one"))
    assert known == unknown
    assert "We have just sent it" in "".join(known)
    told, asked = mail.outbox
    assert (told.to, told.subject) == (["known-one@example.org"], "You already have an account")
    assert asked.to == ["unknown-one@example.org"]


def test_what_is_sent_again_to_a_known_address_is_nothing_to_confirm(
    client: Client, guest: User, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": "9/m/key"}
    member("Ute")
    sign_up(client, name="Fresh")
    client.post(reverse("confirm_again"))
    assert [letter.subject for letter in mail.outbox] == ["You already have an account"] * 2


def _all_that_is_shown(name: str) -> list[str]:
    """Pages of a guest who signed up with this address, but for the address and what is random."""
    cache.clear()
    browser, address = Client(), f"{name}@example.org"
    browser.force_login(make_guest(), BACKEND)
    first = browser.cookies["sessionid"].value
    pages = [sign_up(browser, email=address, name=f"Fresh {name}", next="/g/abcdefghjkmn/")]
    assert browser.cookies["sessionid"].value != first
    pages.append(browser.post(reverse("confirm_again"), follow=True))
    pages += [browser.get(reverse(page)) for page in ("profile", "account_email", "mfa_index")]
    pages.append(browser.get(reverse("account_change_password"), follow=True))
    texts = [page.content.decode().replace(name, "") for page in pages]
    return [re.sub(r'(value|data-owner)="[^"]*"', "", text) for text in texts]


def test_to_sign_up_undoes_no_suspension_of_that_moment(
    client: Client, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    until, clean = timezone.now() + timedelta(days=7), SignupForm.clean_name

    def slowly(self: SignupForm) -> str:
        User.objects.update(suspended_until=until)
        return clean(self)

    monkeypatch.setattr(SignupForm, "clean_name", slowly)
    sign_up(client)
    guest.refresh_from_db()
    assert (guest.suspended_until, guest.name) == (until, "Ute")


def test_a_guest_comes_back_to_the_table_as_well(client: Client, guest: User) -> None:
    sign_up(client, next="/g/abcdefghjkmn/")
    assert client.post(link())["Location"] == "/g/abcdefghjkmn/"


def test_while_the_address_waits_the_guest_finds_back_to_the_table(
    client: Client, guest: User
) -> None:
    page = sign_up(client, next="/g/abcdefghjkmn/").content.decode()
    assert "you play on as a guest" in page
    assert 'href="/g/abcdefghjkmn/"' in page
    assert reverse("account_request_login_code") not in page


def test_a_changed_address_leads_to_no_table_of_long_ago(client: Client, guest: User) -> None:
    sign_up(client, next="/g/abcdefghjkmn/")
    client.post(link())
    session = client.session
    session[SHOWN_AT] = time.time()
    session.save()
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    assert mail.outbox[-1].to == ["new@example.org"]
    assert "next" not in link()
    assert "/g/" not in client.post(link())["Location"]


def test_until_confirmed_the_guest_stays_a_guest_without_address(
    client: Client, guest: User
) -> None:
    sign_up(client)
    guest.refresh_from_db()
    assert (guest.kind, guest.email) == ("guest", None)


def test_a_slip_of_the_pen_can_be_corrected(client: Client, guest: User) -> None:
    sign_up(client, email="utte@example.org")
    wrong = link()
    sign_up(client)
    client.post(wrong)
    guest.refresh_from_db()
    assert guest.is_guest
    client.post(link())
    guest.refresh_from_db()
    assert guest.email == "ute@example.org"


def test_a_form_that_is_sent_twice_leaves_the_link_of_its_one_letter_good(
    client: Client, guest: User
) -> None:
    sign_up(client)
    sign_up(client, name="Ute B")
    assert len(mail.outbox) == 1
    client.post(link())
    guest.refresh_from_db()
    assert (guest.email, guest.name) == ("ute@example.org", "Ute B")


def test_who_gets_no_second_letter_within_minutes_is_told_when_to_ask_for_it(guest: User) -> None:
    """A second guest with this address, or one who comes back to it: its first link is for nobody,
    or for the other."""
    told = "We have just sent it. If it isn’t there in 3 minutes, ask again."
    for name in ("Ute", "Ida"):
        client = Client()
        client.force_login(make_guest(), BACKEND)
        assert (told in sign_up(client, name=name).content.decode()) is (name == "Ida")
    assert told not in sign_up(client, name="Ida", email="idda@example.org").content.decode()
    assert told in sign_up(client, name="Ida").content.decode()
    assert [letter.to[0] for letter in mail.outbox] == ["ute@example.org", "idda@example.org"]


def test_the_address_of_another_changes_nothing(client: Client, guest: User) -> None:
    member("Ute")
    sign_up(client, name="Not Ute")
    guest.refresh_from_db()
    assert guest.is_guest
    assert mail.outbox[-1].subject == "You already have an account"


def test_claiming_is_harmless_for_a_person() -> None:
    marit = member()
    claim_account(marit.pk, "other@example.org")
    marit.refresh_from_db()
    assert marit.email == "marit@example.org"


def test_a_guest_who_follows_the_link_for_a_new_password_stays_a_guest(
    client: Client, guest: User
) -> None:
    marit = member()
    client.post(reverse("account_reset_password"), {"email": marit.email})
    form = client.get(link(), follow=True).request["PATH_INFO"]
    assert client.get(reverse("profile")).status_code == 200
    client.post(form, {"password1": SECRET, "password2": SECRET})
    marit.refresh_from_db()
    assert marit.check_password(SECRET)
    assert "You’re playing as a guest" in client.get(reverse("profile")).content.decode()
