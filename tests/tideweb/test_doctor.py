"""`manage.py doctor` finds what was broken, and says what to do."""

import socket
from datetime import timedelta
from io import StringIO

import dns.resolver
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import Settings

from accounts.operation import database_clock
from games.bots import levels
from games.selectors.moderation import health
from games.services.hands import bot_answers
from tests.games.making import table_of
from tideweb import doctor
from tideweb.health import note_pulse

pytestmark = pytest.mark.django_db


def wrong(check: str) -> str:
    found = [f for f in getattr(doctor, check)() if f.verdict == "wrong"]
    assert all(finding.remedy for finding in found)
    return "; ".join(finding.what for finding in found)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.mark.parametrize(
    "check", ["database", "migrations", "keys", "host_clock", "broker", "cache", "mail_out", "bots"]
)
def test_what_is_well_is_said_to_be(check: str) -> None:
    assert [finding.verdict for finding in getattr(doctor, check)()] == ["ok"]


def test_no_limits() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
    assert "lock_timeout" in wrong("limits")


def test_a_migration_that_is_to_come() -> None:
    MigrationRecorder(connection).migration_qs.filter(app="games").latest("id").delete()
    assert "migrations have not been applied" in wrong("migrations")


def test_the_wrong_key(settings: Settings) -> None:
    settings.TIDEWEB_SEAL_KEYS = "test:" + "A" * 43 + "="
    assert "is not the one that sealed" in wrong("keys")


def test_a_wrong_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_clock, "ahead", lambda: timedelta(hours=-2))
    assert "-7200 s" in wrong("host_clock")


def test_no_mail_server(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert "ConnectionRefusedError" in wrong("mail_out")


def test_no_listener(settings: Settings) -> None:
    settings.MAILIN_PORT = free_port()
    assert "nobody listens" in wrong("mail_in")


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MIN_FREE", 2**60)
    assert "GB left" in wrong("space")


@pytest.mark.parametrize("error", [dns.resolver.NXDOMAIN(), dns.resolver.NoAnswer])
def test_what_dns_lacks(settings: Settings, monkeypatch: pytest.MonkeyPatch, error: object) -> None:
    def resolve(name: str, kind: str, lifetime: float) -> list[str]:
        if kind == "MX":
            raise error if isinstance(error, Exception) else dns.resolver.NXDOMAIN()
        return ['"v=spf1 mx -all"']

    settings.EMBEDDED = False
    monkeypatch.setattr(dns.resolver, "resolve", resolve)
    assert "no MX of" in wrong("mail_dns")
    assert "v=DMARC1" in wrong("mail_dns")
    assert "v=spf1" not in wrong("mail_dns")


def test_dns_that_is_away_is_no_verdict(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(*_: object, **__: object) -> None:
        raise dns.resolver.LifetimeTimeout(timeout=5, errors=[])

    settings.EMBEDDED = False
    monkeypatch.setattr(dns.resolver, "resolve", resolve)
    assert {finding.verdict for finding in doctor.mail_dns()} == {"note"}


def test_a_hand_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_queues", list)  # other tests leave old messages in our broker
    note_pulse(timezone.now())
    assert wrong("parts") == ""
    table_of(3)[1].hands.update(failures=1, failed_with="DataError")
    assert wrong("parts") == "sweep is unhealthy"


def test_numpy_that_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_name: str) -> None:
        raise ImportError("libblas.so: cannot open")

    monkeypatch.setattr(levels, "import_module", broken)
    assert wrong("bots") == "bots can’t search on this host (ImportError: libblas.so: cannot open)"


def test_no_numpy_on_this_host_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda _name: None)
    assert [finding.verdict for finding in doctor.bots()] == ["note"]


def test_a_worker_elsewhere_that_could_not_search() -> None:
    bot_answers.note_search.cache_clear()
    bot_answers.note_search(False)
    assert "a worker could not search" in wrong("bots")
    bot_answers.note_search(True)
    assert wrong("bots") == ""
    bot_answers.note_search.cache_clear()


def test_the_command_ends_with_an_error_and_says_each(settings: Settings) -> None:
    settings.MAILIN_PORT = free_port()
    out = StringIO()
    with pytest.raises(CommandError, match=r"of these are wrong"):
        call_command("doctor", stdout=out)
    assert "→ Start manage.py mailin." in out.getvalue()
