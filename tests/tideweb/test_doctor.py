"""`manage.py doctor` finds what was broken, and says what to do."""

import re
import shutil
from datetime import timedelta
from io import StringIO
from pathlib import Path

import dns.resolver
import pytest
from django.conf import settings as ours
from django.contrib.staticfiles import finders
from django.core.cache import CacheHandler
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Notice
from accounts.operation import database_clock, heartbeats
from games.bots import levels
from games.selectors import backlog
from games.selectors.moderation import health
from games.services.hands import bot_answers
from tests import brokers
from tests.accounts.email.test_jmap_mailbox import served
from tests.brokers import free_port
from tests.full_disk import full_disk
from tests.games.making import table_of
from tests.games.services.carrying import own_server, publisher
from tests.narrowing import not_none
from tideweb import backup_watch, collected, doctor

pytestmark = pytest.mark.django_db


def wrong(check: str) -> str:
    found = [f for f in getattr(doctor, check)() if f.verdict == "wrong"]
    assert all(finding.remedy for finding in found)
    return "; ".join(finding.what for finding in found)


@pytest.mark.parametrize(
    "check", ["database", "migrations", "keys", "host_clock", "broker", "cache", "mail_out", "bots"]
)
def test_what_is_well_is_said_to_be(check: str) -> None:
    assert [finding.verdict for finding in getattr(doctor, check)()] == ["ok"]


def test_a_database_that_is_only_read() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    assert wrong("database") == "the database can be read, but takes no changes"


def test_a_database_whose_disk_is_full_wherever_it_is() -> None:
    with full_disk():
        assert wrong("database") == "the disk of the database is full"


def test_no_limits() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
    assert "lock_timeout" in wrong("limits")


def test_a_migration_that_is_to_come() -> None:
    MigrationRecorder(connection).migration_qs.filter(app="games").latest("id").delete()
    assert "migrations have not been applied" in wrong("migrations")


def test_a_table_that_is_to_come() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE accounts_heartbeat CASCADE")
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("doctor", stdout=out)
    said = out.getvalue().splitlines()
    (place,) = [
        n for n, line in enumerate(said) if 'relation "accounts_heartbeat" does not' in line
    ]
    assert said[place + 1].endswith("Run manage.py migrate.")


def test_the_wrong_key(settings: Settings) -> None:
    settings.TIDEWEB_SEAL_KEYS = "test:" + "A" * 43 + "="
    assert "is not the one that sealed" in wrong("keys")


def test_a_proxy_that_nobody_trusts(settings: Settings) -> None:
    assert wrong("proxies") == ""
    settings.SECURE_SSL_REDIRECT = True
    assert "no proxy is trusted" in wrong("proxies")
    settings.TRUSTED_PROXIES = 1
    assert wrong("proxies") == ""


def test_a_wrong_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_clock, "ahead", lambda: timedelta(hours=-2))
    assert "-7200 s" in wrong("host_clock")


@pytest.mark.redis
@pytest.mark.parametrize("ill", ["CONFIG SET maxmemory 1", "REPLICAOF 127.0.0.1 1"])
def test_redis_that_answers_and_takes_nothing(monkeypatch: pytest.MonkeyPatch, ill: str) -> None:
    with own_server("redis") as server:
        kind = {"BACKEND": "tideweb.cache.SparedCache", "LOCATION": server.url}
        monkeypatch.setattr(doctor, "current_app", publisher(server.url))
        monkeypatch.setattr(doctor, "caches", CacheHandler({"default": kind}))
        assert wrong("broker") == wrong("cache") == ""
        brokers.ask_redis(server.port, ill)
        assert "the broker answers, but takes nothing" in wrong("broker")
        assert "the cache does not work" in wrong("cache")


def test_no_mail_server(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert "ConnectionRefusedError" in wrong("mail_out")


def test_no_listener(settings: Settings) -> None:
    settings.MAILIN_PORT = free_port()
    assert "nobody listens" in wrong("mail_in")


def test_a_mailbox_is_opened_instead_of_a_listener(settings: Settings) -> None:
    settings.MAILIN_PORT = free_port()
    settings.MAILBOX_URL = f"http://a:s3cret@127.0.0.1:{free_port()}/session"
    assert "the mailbox at MAILBOX_URL can’t be opened" in wrong("mail_in")
    assert "s3cret" not in wrong("mail_in")
    with served() as box:
        settings.MAILBOX_URL = box.url
        assert wrong("mail_in") == ""
        assert wrong("mailbox_reader") == "nobody reads the mailbox"
        heartbeats.beat(heartbeats.MAILIN)
        assert wrong("mailbox_reader") == ""


def test_with_webhooks_nobody_need_listen(settings: Settings) -> None:
    settings.MAILIN_PORT = free_port()
    settings.ANYMAIL = {"WEBHOOK_SECRET": "user:password"}
    assert [finding.verdict for finding in doctor.mail_in()] == ["note"]


def test_the_disk_of_the_database(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW data_directory")
        folder = cursor.fetchone()[0]
    assert f"{folder} has " in next(doctor.database_space()).what
    monkeypatch.setattr(doctor, "MIN_FREE", 2**60)
    assert folder in wrong("database_space")
    monkeypatch.setitem(connection.settings_dict, "HOST", "db.example.org")
    (finding,) = doctor.database_space()
    assert (finding.verdict, "on its own host" in finding.what) == ("note", True)


def test_static_files_of_before(settings: Settings, tmp_path: Path) -> None:
    settings.EMBEDDED, settings.STATIC_ROOT = True, tmp_path
    assert wrong("static_files") == "", "the embedded run needs none"
    settings.EMBEDDED = False
    assert "missing or old: staticfiles.json" in wrong("static_files")
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(storage.path(name), tmp_path / name)
    (tmp_path / "staticfiles.json").touch()
    assert wrong("static_files") == ""
    changed = next(path for path in sorted(tmp_path.rglob("*.css")))
    changed.write_text("")
    assert str(changed.relative_to(tmp_path)) in wrong("static_files")


def test_translations_of_before(settings: Settings, tmp_path: Path) -> None:
    assert wrong("translations") == ""
    settings.LOCALE_PATHS = [tmp_path]
    source = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.touch()
    assert "translations are missing or old" in wrong("translations")
    call_command("compilemessages", stdout=StringIO())
    assert wrong("translations") == ""


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MIN_FREE", 2**60)
    assert "GB left" in wrong("space")


def test_nowhere_to_count(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path / "counted"))
    settings.METRICS_TOKEN = ""
    assert [*doctor.counting()] == []
    settings.METRICS_TOKEN = "of-the-monitor"
    assert "nothing is counted" in wrong("counting")
    (tmp_path / "counted").mkdir()
    assert [finding.verdict for finding in doctor.counting()] == ["ok"]


@pytest.mark.parametrize("error", [dns.resolver.NXDOMAIN(), dns.resolver.NoAnswer])
def test_what_dns_lacks(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
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
    heartbeats.note(heartbeats.PULSE, timezone.now())
    assert wrong("parts") == "nobody sweeps"
    heartbeats.beat(heartbeats.SWEEP)
    assert wrong("parts") == ""
    table_of(3)[1].hands.update(failures=1, failed_with="DataError")
    assert wrong("parts") == "sweep is unhealthy"


def test_many_letters_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_queues", list)
    heartbeats.note(heartbeats.PULSE, timezone.now())
    heartbeats.beat(heartbeats.SWEEP)
    lost = [
        Notice(
            kind="invitation", event=f"test:{n}", channel="mail", address="anna@example.org",
            send_after=timezone.now(), state=Notice.State.FAILED,
        )
        for n in range(10)
    ]  # fmt: skip
    Notice.objects.bulk_create(lost[:9])
    assert wrong("parts") == ""
    lost[9].save()
    assert wrong("parts") == "letters is unhealthy"


def test_what_an_earlier_broker_left_in_the_database_waits_for_nobody(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_queues", lambda: [(1, 86400)])
    assert "broker is unhealthy" in wrong("parts")
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:6379/0"
    assert "broker" not in wrong("parts")


def test_a_task_that_nobody_takes_is_found_beside_a_longer_queue() -> None:
    """As of bots, whose worker is away, while the others have much to do."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pgmq.create('long'), pgmq.create('stuck')")
        cursor.execute("SELECT pgmq.send('long', '{}'::jsonb) FROM generate_series(1, 500)")
        cursor.execute("SELECT pgmq.send('stuck', '{}'::jsonb)")
        cursor.execute("UPDATE pgmq.q_stuck SET enqueued_at = now() - interval '1 hour'")
    assert "broker is unhealthy" in wrong("parts")


def test_what_is_held_back_after_a_restore_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a digest nor the notices in it, which stay queued until it goes."""
    monkeypatch.setattr(health, "_queues", list)
    heartbeats.note(heartbeats.PULSE, timezone.now())
    heartbeats.beat(heartbeats.SWEEP)
    table_of(3)
    digest, part = Notice.objects.filter(state=Notice.State.QUEUED)[:2]
    Notice.objects.exclude(pk__in=[digest.pk, part.pk]).delete()
    Notice.objects.update(send_after=timezone.now() - timedelta(hours=1))
    assert wrong("parts") == "outbox is unhealthy"
    Notice.objects.filter(pk=part.pk).update(digest=digest)
    Notice.objects.filter(pk=digest.pk).update(state=Notice.State.HELD)
    assert wrong("parts") == ""


def test_what_only_the_server_of_one_webhook_puts_off_is_not_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its owner is told after three days. A mail server that puts letters off is ours to mend."""
    monkeypatch.setattr(health, "_queues", list)
    now = timezone.now()
    heartbeats.note(heartbeats.PULSE, now)
    heartbeats.beat(heartbeats.SWEEP)
    table_of(3)
    first = not_none(Notice.objects.filter(state=Notice.State.QUEUED).first())
    Notice.objects.exclude(pk=first.pk).delete()
    tried = {"send_after": now - timedelta(hours=3), "attempts": 7}
    Notice.objects.update(**tried, leased_until=now + timedelta(hours=1), channel="hook")
    assert (wrong("parts"), backlog.outbox(now)) == ("", {})
    Notice.objects.update(leased_until=now - timedelta(minutes=6))
    assert wrong("parts") == "outbox is unhealthy"
    assert backlog.outbox(now)["hook"].oldest == now - timedelta(minutes=6)
    Notice.objects.update(leased_until=now + timedelta(hours=1), channel="mail")
    assert wrong("parts") == "outbox is unhealthy"


def test_numpy_that_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_name: str) -> None:
        raise ImportError("libblas.so: cannot open")

    monkeypatch.setattr(levels, "import_module", broken)
    assert wrong("bots") == "bots can’t search on this host (ImportError: libblas.so: cannot open)"


def test_no_numpy_on_this_host_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "find_spec", lambda _name: None)
    (finding,) = doctor.bots()
    assert finding.verdict == "note"
    (lock,) = re.findall(r"[\w.]+\.lock", finding.remedy)
    assert "\nnumpy==" in (ours.BASE_DIR / lock).read_text("utf-8")


def test_a_worker_elsewhere_that_could_not_search() -> None:
    bot_answers.note_search.cache_clear()
    bot_answers.note_search(False)
    assert "a worker could not search" in wrong("bots")
    bot_answers.note_search(True)
    assert wrong("bots") == ""
    bot_answers.note_search.cache_clear()


def test_how_backups_do(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [finding.verdict for finding in doctor.backup()] == ["note"]
    now = timezone.now()
    heartbeats.note(heartbeats.BACKUP, now - timedelta(days=2))
    assert [finding.verdict for finding in doctor.backup()] == ["wrong", "note"], "never followed"
    monkeypatch.setattr(backup_watch, "slot", lambda: backup_watch.Slot(False, 2**30))
    assert "the last base backup is of" in wrong("backup")
    assert "1.0 GB are kept" in wrong("backup")
    heartbeats.note(heartbeats.BACKUP, now)
    monkeypatch.setattr(backup_watch, "slot", lambda: backup_watch.Slot(True, 0))
    assert [finding.verdict for finding in doctor.backup()] == ["ok", "ok"]


def test_the_command_ends_with_an_error_and_says_each(settings: Settings) -> None:
    settings.MAILIN_PORT = free_port()
    out = StringIO()
    with pytest.raises(CommandError, match=r"of these are wrong"):
        call_command("doctor", stdout=out)
    assert "→ Start manage.py mailin." in out.getvalue()


@pytest.mark.parametrize(("old", "more"), [(3, ""), (5, " and 2 more")])
def test_three_old_static_files_are_named_and_the_others_counted(
    old: int, more: str, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.EMBEDDED = settings.DEBUG = False
    monkeypatch.setattr(collected, "outdated", lambda: [f"{n}.css" for n in range(old)])
    (finding,) = doctor.static_files()
    assert finding.what.endswith(f": 0.css, 1.css, 2.css{more}")
