"""A changed address is told to the old one, which can take the account back for 72 hours.

Planted: without `end_programs` a thief's key lives on; without the second factors the owner is
asked for the thief's; with the limit of the link left out, it is good for ever.
"""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Token
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ApiKey, Feed, PushDevice, User, Webhook
from accounts.notifications import feed_tokens
from accounts.people import account_recovery, oauth, own_bots
from accounts.security import api_keys
from tests.accounts.making import give_factor, member
from tests.accounts.people.test_signing_up import code_in_letter, sign_up

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_limits_left_over"),
]
NEW = "thief@example.net"
DONE = "so this link has nothing left to do"
LETTING_IN = (ApiKey, Token, Webhook, PushDevice, Feed)


def signed_in(user: User, password: str = "") -> Client:
    client = Client()
    data = {"login": user.email, "password": password or user.name}
    assert client.post(reverse("account_login"), data).status_code == 302
    return client


def link(sort: str) -> str:
    (found,) = re.findall(rf"http://testserver(/{sort}/\S+)", str(mail.outbox[-1].body))
    return str(found)


def moved(client: Client, to: str = NEW) -> None:
    """Changes the address, and confirms the new one."""
    client.post(reverse("account_email"), {"action_add": "", "email": to})
    assert mail.outbox[-1].to == [to]
    client.post(link("account"))


def test_the_old_address_is_told_and_takes_everything_back() -> None:
    marit = member()
    thief = signed_in(marit)
    api_keys.make(marit, "theirs")
    moved(thief)
    letter = mail.outbox[-1]
    assert (letter.to, letter.subject) == (["marit@example.org"], "Did you change your address?")
    assert NEW in str(letter.body)
    assert not ApiKey.objects.exists(), "a changed address ends the keys"

    give_factor(marit)
    new = {"oldpassword": "Marit", "password1": "theirs, now", "password2": "theirs, now"}
    thief.post(reverse("account_change_password"), new)
    api_keys.make(User.objects.get(), "another one")
    page = link("letters/back")
    owner = Client()
    asked = owner.get(page).content.decode()
    assert "marit@example.org" in asked
    assert User.objects.get().email == NEW, "to look at it changes nothing"

    assert "at marit@example.org again" in owner.post(page).content.decode()
    assert thief.get(reverse("profile")).status_code == 302
    assert not ApiKey.objects.exists()
    assert not Authenticator.objects.exists()
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        ("marit@example.org", True, True)
    ]
    owner.post(reverse("account_request_login_code"), {"email": "marit@example.org"})
    owner.post(reverse("account_confirm_login_code"), {"code": code_in_letter()})
    assert "marit@example.org" in owner.get(reverse("profile")).content.decode()


@pytest.mark.parametrize("has_key", [True, False])
def test_whoever_has_keys_is_told_before_and_after_that_a_new_address_ends_them(
    has_key: bool,
) -> None:
    marit = member()
    client = signed_in(marit)
    if has_key:
        api_keys.make(marit, "theirs")
    before = "Once the new address is confirmed, your API keys and applications no longer work"
    assert (before in client.get(reverse("account_email")).content.decode()) is has_key
    client.post(reverse("account_email"), {"action_add": "", "email": NEW})
    page = client.post(link("account"), follow=True).content.decode()
    after = "Your API keys and applications no longer work, since your address has changed"
    assert (after in page) is has_key


def test_a_link_that_was_used_says_that_it_is_done_and_what_comes_next() -> None:
    moved(signed_in(member()))
    page, owner = link("letters/back"), Client()
    assert DONE not in owner.get(page).content.decode()
    assert owner.post(page).status_code == 200
    marit = signed_in_by_code()
    for again in (owner.get(page), owner.post(page)):
        assert again.status_code == 200
        text = again.content.decode()
        assert DONE in text
        assert 'name="email" value="marit@example.org"' in text
        assert "Take the account back" not in text
    assert marit.get(reverse("profile")).status_code == 200, "nobody is signed out once more"


def test_an_owner_whose_thief_got_the_account_suspended_takes_it_back_where_signed_in() -> None:
    owner = signed_in(member())
    moved(signed_in(User.objects.get()))
    page = link("letters/back")
    User.objects.update(suspended_until=timezone.now() + timedelta(days=7))
    assert owner.get(page).status_code == 200
    assert "at marit@example.org again" in owner.post(page).content.decode()


def test_of_two_clicks_at_once_the_second_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    moved(signed_in(member()))
    page, read, marit = link("letters/back"), account_recovery.read, Client()

    def overtaken(token: str) -> account_recovery.Change | None:
        """The other click is done after this one was looked at."""
        monkeypatch.undo()
        change = read(token)
        assert marit.post(page).status_code == 200
        marit.post(reverse("account_request_login_code"), {"email": "marit@example.org"})
        marit.post(reverse("account_confirm_login_code"), {"code": code_in_letter()})
        return change

    monkeypatch.setattr(account_recovery, "read", overtaken)
    assert DONE in Client().post(page).content.decode()
    assert marit.get(reverse("profile")).status_code == 200


def test_who_moved_back_themselves_is_told_that_there_is_nothing_to_do() -> None:
    marit = member()
    client = signed_in(marit)
    moved(client, "new@example.org")
    page = link("letters/back")
    moved(client, "marit@example.org")
    assert DONE in Client().get(page).content.decode()
    assert client.get(reverse("profile")).status_code == 200
    User.objects.update(is_active=False)
    assert Client().get(page).status_code == 404


def signed_in_by_code() -> Client:
    client = Client()
    client.post(reverse("account_request_login_code"), {"email": "marit@example.org"})
    client.post(reverse("account_confirm_login_code"), {"code": code_in_letter()})
    assert client.get(reverse("profile")).status_code == 200
    return client


def let_others_in(owner: User) -> None:
    """Everything that acts for somebody, or tells others of them, without their password."""
    _program, key = own_bots.make(owner, "Kraken")
    assert key
    api_keys.make(owner, "theirs")
    Webhook.objects.create(user=owner, host="thief.example.net", sealed=b"")
    PushDevice.objects.create(user=owner, digest="0", sealed=b"")
    feed_tokens.make(owner, Feed.What.CALENDAR)
    application = oauth.register(owner, "App", "https://app.example.org/back")
    expires = timezone.now() + timedelta(days=1)
    Token.objects.create(
        user=owner, client=application, type="at", hash="0", scopes="read", expires_at=expires
    )


def left() -> list[str]:
    return [rows.__name__ for rows in LETTING_IN if rows.objects.exists()]


def test_whatever_acts_or_listens_ends_when_the_account_is_taken_back() -> None:
    marit = member()
    moved(signed_in(marit))
    page = link("letters/back")
    let_others_in(User.objects.get(pk=marit.pk))
    assert len(left()) == len(LETTING_IN)
    assert "webhooks, push messages, feeds and the calendar" in Client().get(page).content.decode()
    Client().post(page)
    assert left() == []


def test_once_it_is_taken_back_no_other_link_gives_it_to_the_thief() -> None:
    thief = signed_in(member())
    moved(thief)
    owners = link("letters/back")
    moved(thief, "thief@example.com")
    assert mail.outbox[-1].to == [NEW]
    thiefs = link("letters/back")
    assert Client().post(owners).status_code == 200
    assert Client().post(thiefs).status_code == 404
    assert Client().get(thiefs).status_code == 404
    assert User.objects.get().email == "marit@example.org"


def test_a_code_that_was_sent_to_the_thief_no_longer_signs_in() -> None:
    moved(signed_in(member()))
    page, thief = link("letters/back"), Client()
    thief.post(reverse("account_request_login_code"), {"email": NEW})
    code = code_in_letter()
    assert Client().post(page).status_code == 200
    cache.clear()
    written = len(mail.outbox)
    thief.post(reverse("account_confirm_login_code"), {"code": code})
    assert thief.get(reverse("profile")).status_code == 302
    assert len(mail.outbox) == written
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["marit@example.org"]


def test_after_72_hours_nobody_takes_it_back(monkeypatch: pytest.MonkeyPatch) -> None:
    moved(signed_in(member()))
    page, now = link("letters/back"), timezone.now()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now.timestamp() + 71 * 3600)
    assert Client().get(page).status_code == 200
    monkeypatch.setattr("django.core.signing.time.time", lambda: now.timestamp() + 73 * 3600)
    assert Client().post(page).status_code == 404
    assert Client().get(page.replace("back/", "back/x")).status_code == 404
    User.objects.update(email="marit@example.org")
    assert Client().get(page).status_code == 404
    User.objects.update(email=NEW)
    assert User.objects.get().email == NEW


def test_an_old_second_factor_stays_and_an_address_that_is_taken_is_not_taken() -> None:
    marit = member()
    thief = signed_in(marit)
    give_factor(marit)
    Authenticator.objects.update(created_at=timezone.now() - timedelta(days=9))
    moved(thief)
    page = link("letters/back")
    joost = User.objects.create_user("marit@example.org", None, name="Joost")
    assert Client().post(page).status_code == 404
    joost.delete()
    Client().post(page)
    assert Authenticator.objects.count() == 1


def test_nobody_bars_the_way_back_by_signing_up_with_the_old_address() -> None:
    moved(signed_in(member()))
    page = link("letters/back")
    sign_up(Client(), email="marit@example.org", name="Squatter")
    assert User.objects.filter(email="marit@example.org").exists()
    owner = Client()
    assert owner.get(page).status_code == 200
    assert "at marit@example.org again" in owner.post(page).content.decode()
    assert User.objects.get().name == "Marit"


def test_whoever_has_confirmed_the_old_address_meanwhile_keeps_it() -> None:
    moved(signed_in(member()))
    page = link("letters/back")
    sign_up(Client(), email="marit@example.org", name="Joost")
    Client().post(link("account"))
    assert Client().post(page).status_code == 404
    assert User.objects.get(email="marit@example.org").name == "Joost"


@pytest.mark.parametrize(("sent", "left"), [({"end_keys": "on"}, 0), ({}, 1)])
def test_who_changes_the_password_says_what_becomes_of_the_keys(
    sent: dict[str, str], left: int
) -> None:
    marit = member()
    client = signed_in(marit)
    way = reverse("account_change_password")
    assert 'name="end_keys"' not in client.get(way).content.decode()
    api_keys.make(marit, "bot")
    assert 'name="end_keys" checked' in re.sub(
        r' (?:class|id|aria-\w+)="[^"]*"', "", (client.get(way).content.decode())
    )
    new = {"oldpassword": "Marit", "password1": "seven tides", "password2": "seven tides"}
    assert client.post(way, {**new, **sent}).status_code == 302
    assert ApiKey.objects.count() == left


@pytest.mark.parametrize(("sent", "left"), [({"end_keys": "on"}, 0), ({}, 1)])
def test_who_has_only_allowed_applications_is_asked_as_well(
    sent: dict[str, str], left: int
) -> None:
    marit = member()
    client = signed_in(marit)
    app = oauth.register(member("Joost"), "Texel app", "https://app.example.org/back")
    Token.objects.create(user=marit, client=app, type=Token.Type.REFRESH_TOKEN, hash="x")
    way = reverse("account_change_password")
    assert "Remove my API keys and applications as well" in client.get(way).content.decode()
    new = {"oldpassword": "Marit", "password1": "seven tides", "password2": "seven tides"}
    assert client.post(way, {**new, **sent}).status_code == 302
    assert Token.objects.count() == left


@pytest.mark.parametrize("others", [True, False])
def test_who_had_forgotten_it_begins_without_what_others_may_have_added(others: bool) -> None:
    marit = member()
    if others:
        let_others_in(marit)
    client = Client()
    client.post(reverse("account_reset_password"), {"email": "marit@example.org"})
    form = client.get(link("account/password"), follow=True).request["PATH_INFO"]
    new = {"password1": "seven tides", "password2": "seven tides"}
    done = client.post(form, new, follow=True).content.decode()
    assert left() == []
    assert ("we removed your API keys, applications, webhooks" in done) is others
