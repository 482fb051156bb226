"""Who copies the database cannot sign in with it, and learns nobody's whole address."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings as django_settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import Settings

from accounts.models import User
from accounts.security import key_rotation, network_fingerprints, second_factors, sessions
from games.services import sweep
from tests.accounts.making import member
from tests.database_dump import found

pytestmark = pytest.mark.django_db
HERE = "198.51.100.77"
migration = import_module("accounts.migrations.0018_nothing_in_clear")


@pytest.fixture(autouse=True)
def half_a_minute_that_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code counts in its own half minute alone, which must not end while a test types it."""
    standing = SimpleNamespace(time=lambda: 1_800_000_015.0)
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", standing)


def code_of(secret: str) -> str:
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(secret, counter))


def signed_in(user: User, **meta: Any) -> Client:
    client = Client(REMOTE_ADDR=HERE, HTTP_USER_AGENT="Lynx", **meta)
    client.post(reverse("account_login"), {"login": user.email, "password": user.name})
    return client


def cookie(client: Client) -> str:
    return client.cookies[django_settings.SESSION_COOKIE_NAME].value


def with_factors(client: Client) -> tuple[str, list[str]]:
    """Sets up an app that gives codes, by its page: its secret, and the codes on paper."""
    way = reverse("mfa_activate_totp")
    client.post(reverse("account_reauthenticate"), {"password": "Marit", "next": way})
    assert client.get(way).status_code == 200
    secret = client.session["mfa.totp.secret"]
    assert found(secret) == []
    client.post(way, {"code": code_of(secret)})
    papers = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    page = client.get(reverse("mfa_view_recovery_codes")).content.decode()
    assert papers[0] in page
    return secret, papers


def test_a_copy_tells_no_second_factor_no_key_of_a_session_and_no_address() -> None:
    marit = member()
    client = signed_in(marit)
    secret, papers = with_factors(client)
    seed = second_factors.Adapter().decrypt(
        Authenticator.objects.get(type="recovery_codes").data["seed"]
    )
    assert client.get(reverse("profile")).status_code == 200
    assert found(secret, seed, *papers, cookie(client), HERE, "account_authentication") == []
    assert client.get(reverse("profile")).status_code == 200, "And all of it works."


def test_both_factors_still_let_in() -> None:
    marit = member()
    secret, papers = with_factors(signed_in(marit))
    for code in (papers[0], code_of(secret)):
        again = signed_in(marit)
        assert again.get(reverse("profile")).status_code == 302
        again.post(reverse("mfa_authenticate"), {"code": code})
        if code == papers[0]:
            assert again.get(reverse("profile")).status_code == 200


def test_the_key_that_stands_in_the_database_signs_nobody_in() -> None:
    client = signed_in(member())
    (row,) = Session.objects.all()
    thief = Client()
    thief.cookies[django_settings.SESSION_COOKIE_NAME] = row.session_key
    assert thief.get(reverse("profile")).status_code == 302
    assert client.get(reverse("profile")).status_code == 200


def test_what_a_session_knows_does_not_open_in_another_ones_place() -> None:
    mine, hers = signed_in(member()), signed_in(member("Joost"))
    rows = {
        key: Session.objects.get(pk=sessions.digest(cookie(c)))
        for key, c in (("mine", mine), ("hers", hers))
    }
    Session.objects.filter(pk=rows["mine"].pk).update(session_data=rows["hers"].session_data)
    assert mine.get(reverse("profile")).status_code == 302


def test_one_sees_where_one_is_signed_in_and_ends_it_there() -> None:
    marit = member()
    here, there = signed_in(marit), signed_in(marit)
    page = here.get(reverse("usersessions_list")).content.decode()
    assert page.count("198.51.100.0") == 2
    assert HERE not in page
    here.post(reverse("usersessions_list"))
    assert there.get(reverse("profile")).status_code == 302
    assert here.get(reverse("profile")).status_code == 200
    here.post(reverse("account_logout"))
    assert not UserSession.objects.exists()
    assert not Session.objects.filter(pk=sessions.digest(cookie(there))).exists()


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("198.51.100.77", "198.51.100.0"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::"),
        ("::ffff:198.51.100.77", "198.51.100.0"),
    ],
)
def test_of_an_address_the_first_part_is_kept(address: str, kept: str) -> None:
    row = UserSession.objects.create(user=member(), ip=address, session_key="k", user_agent="Lynx")
    row.refresh_from_db()
    assert row.ip == kept


# ------------------------------------------------------------------ forgetting


def test_the_sweep_forgets_addresses_when_the_page_says_so(client: Client) -> None:
    old, new = member(), member("Joost")
    for user in (old, new):
        signed_in(user)
    past = timezone.now() - network_fingerprints.KEPT_FOR - timedelta(minutes=1)
    old.sightings.update(last_at=past)
    UserSession.objects.filter(user=old).update(created_at=past)
    sweep.sweep()

    assert not old.sightings.exists()
    assert new.sightings.exists()
    ips = dict(UserSession.objects.values_list("user", "ip"))
    assert ips == {old.pk: network_fingerprints.NOWHERE, new.pk: "198.51.100.0"}


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "after {} days"), ("de", "nach {} Tagen"), ("nl", "na {} dagen")],
)
def test_the_page_promises_what_is_set(
    client: Client, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    for days in (network_fingerprints.KEPT_FOR.days, 17):
        monkeypatch.setattr(network_fingerprints, "KEPT_FOR", timedelta(days=days))
        client.cookies[django_settings.LANGUAGE_COOKIE_NAME] = language
        with translation.override(language):
            page = client.get(reverse("privacy")).content.decode()
        assert page.count(words.format(days)) == 2


def test_the_sweep_forgets_sessions_that_have_expired() -> None:
    gone, here = signed_in(member()), signed_in(member("Joost"))
    key = sessions.digest(cookie(gone))
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(minutes=1))
    sweep.sweep()
    left = sessions.digest(cookie(here))
    assert [row.pk for row in Session.objects.all()] == [left]
    assert [row.session_key for row in UserSession.objects.all()] == [left]


# ------------------------------------------------------------------ what lay there before


def test_what_was_stored_in_clear_is_encrypted_and_nobody_signed_out() -> None:
    marit, client = member(), Client()
    old, seen = db.SessionStore(), signed_in(marit).session
    old.update(seen.items())
    old._session_key = "a" * 32
    old.save(must_create=True)
    Session.objects.filter(pk=seen.session_key).delete()
    UserSession.objects.update(session_key="a" * 32, ip=HERE)
    Session.objects.create(
        session_key="b" * 32, session_data="x", expire_date=old.get_expiry_date()
    )
    Authenticator.objects.create(user=marit, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    Authenticator.objects.create(
        user=marit, type="recovery_codes", data={"seed": "5eed" * 20, "used_mask": 1}
    )
    needles = ("a" * 32, HERE, "JBSWY3DPEHPK3PXP", "5eed" * 20, "account_authentication")
    assert len(found(*needles)) == 6
    migration.shut(apps, None)

    assert found(*needles) == []
    client.cookies[django_settings.SESSION_COOKIE_NAME] = "a" * 32
    assert client.get(reverse("profile")).status_code == 200
    assert client.get(reverse("usersessions_list")).status_code == 200
    assert Session.objects.count() == UserSession.objects.count() == 1
    held = {row.type: row for row in Authenticator.objects.all()}
    assert second_factors.Adapter().decrypt(held["totp"].data["secret"]) == "JBSWY3DPEHPK3PXP"
    assert held["recovery_codes"].data["used_mask"] == 1

    migration.open_again(apps, None)
    assert {"totp": {"secret": "JBSWY3DPEHPK3PXP"}}.items() <= {
        row.type: row.data for row in Authenticator.objects.all()
    }.items()
    assert not Session.objects.exists()


def test_a_new_key_seals_second_factors_anew(settings: Settings) -> None:
    secret, _papers = with_factors(signed_in(member()))
    old = settings.TIDEWEB_SEAL_KEYS
    settings.TIDEWEB_SEAL_KEYS = f"new:{'A' * 43}=,{old}"
    assert len(list(second_factors.with_old_keys())) == 2
    counts = {str(count.column): count for count in key_rotation.reseal()}
    assert counts["mfa.Authenticator.data"].resealed == 2
    settings.TIDEWEB_SEAL_KEYS = f"new:{'A' * 43}="
    held = Authenticator.objects.get(type="totp")
    assert second_factors.Adapter().decrypt(held.data["secret"]) == secret
    assert not list(second_factors.with_old_keys())
