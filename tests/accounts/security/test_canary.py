"""With a missing or wrong key nothing starts, and whoever tries is told what to do."""

import base64
import io
import runpy

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import OperationalError
from pytest_django import Settings

from accounts import encryption
from accounts.models import Canary
from accounts.security import key_check
from tideweb.celery import refuse_wrong_keys
from tideweb.management.commands import up

pytestmark = pytest.mark.django_db


def key(letter: str) -> str:
    return base64.b64encode(letter.encode() * 32).decode()


@pytest.fixture
def ours(settings: Settings) -> None:
    """A database that the key k1 sealed."""
    Canary.objects.all().delete()
    settings.TIDEWEB_SEAL_KEYS = f"k1:{key('a')}"
    key_check.ensure()


def test_a_migrated_database_has_a_canary_of_its_key() -> None:
    assert list(Canary.objects.values_list("key_id", flat=True)) == [next(iter(encryption.ring()))]


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize(
    ("ring", "told"),
    [
        (f"k1:{key('b')}", "the key “k1” is not the one"),
        (f"k2:{key('a')}", "lacks the key “k1”"),
        (f"k2:{key('b')},k1:{key('b')}", "the key “k1” is not the one"),
    ],
)
def test_no_process_starts_with_another_key(settings: Settings, ring: str, told: str) -> None:
    settings.TIDEWEB_SEAL_KEYS = ring

    assert told in key_check.refusal()
    with pytest.raises(SystemExit, match=told):
        refuse_wrong_keys()
    with pytest.raises(SystemExit, match=told):
        runpy.run_module("tideweb.wsgi")
    for start in (up.refuse_wrong_keys, lambda: call_command("mailin")):
        with pytest.raises(CommandError, match=told):
            start()
    with pytest.raises(SystemCheckError, match=told):
        call_command("check", databases=["default"])
    with pytest.raises(SystemCheckError, match=told):
        call_command("migrate", skip_checks=False, stdout=io.StringIO())
    assert Canary.objects.count() == 1


@pytest.mark.usefixtures("ours")
def test_a_new_first_key_gets_a_canary_of_its_own(settings: Settings) -> None:
    settings.TIDEWEB_SEAL_KEYS = f"k2:{key('b')},k1:{key('a')}"
    assert key_check.refusal() == ""
    refuse_wrong_keys()

    assert set(Canary.objects.values_list("key_id", flat=True)) == {"k1", "k2"}
    settings.TIDEWEB_SEAL_KEYS = f"k1:{key('a')}"
    assert "lacks the key “k2”" in key_check.refusal()


@pytest.mark.usefixtures("ours")
def test_the_right_keys_pass_the_check() -> None:
    assert [each for each in run_checks(databases=["default"]) if each.id == "accounts.E001"] == []


def test_a_database_that_is_down_keeps_no_process_from_starting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def down() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(key_check, "ensure", down)
    assert key_check.refusal() == ""
