"""What an operator sees when something is missing or wrong."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import yaml
from celery import Celery
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import override_settings

from tests import production
from tideweb.variables import broker_at, database_at, hosts, mail_server, site_address

PRODUCTION = production.ENVIRONMENT
KEY = PRODUCTION["TIDEWEB_SEAL_KEYS"].removeprefix("k1:")
BARE = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}


def read(**environment: str) -> dict[str, Any]:
    """The settings that a process with these variables reads."""
    with patch.dict(os.environ, {**BARE, **environment}, clear=True):
        return runpy.run_path(str(Path(settings.BASE_DIR, "tideweb", "settings.py")))


def test_a_process_ends_with_what_is_wrong_and_where_it_is_told() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=settings.BASE_DIR,
        env={**BARE, **PRODUCTION, "TIDEWEB_SEAL_KEYS": f"k1:{KEY[:-8]}"},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode != 0
    assert "TIDEWEB_SEAL_KEYS: entry 1" in done.stderr
    assert KEY[:-8] not in done.stderr


@pytest.mark.parametrize("name", sorted(PRODUCTION.keys() - {"DATABASE_URL"}))
def test_production_refuses_to_start_without(name: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=rf"{name} is not set.*docs/operating\.md"):
        read(**{k: v for k, v in PRODUCTION.items() if k != name})


@pytest.mark.parametrize(
    "keys",
    ["k1", f"k1:{KEY[:-8]}", "k1:not base64", f"k1:{KEY},k1:{KEY}", f":{KEY}", f"k1:{KEY},"],
)
def test_wrong_seal_keys_are_refused_without_being_printed(keys: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="TIDEWEB_SEAL_KEYS: entry") as refused:
        read(**{**PRODUCTION, "TIDEWEB_SEAL_KEYS": keys})
    assert KEY[:-8] not in str(refused.value)


@pytest.mark.parametrize("name", ["DATABASE_URL", "DATABASE_REPLICA_URL"])
@pytest.mark.parametrize(
    "url",
    ["sqlite:///db.sqlite3", "'postgres://u:hidden@h/d'", "postgres://u:hidden@h", "postgres://h:x/d",
     "postgres://u:hidden@h/d?nonsense=1"],
)  # fmt: skip
def test_only_postgresql_will_do(name: str, url: str) -> None:
    with (
        patch.dict(os.environ, {name: url}),
        pytest.raises(ImproperlyConfigured, match=f"{name} must name a PostgreSQL: po") as refused,
    ):
        database_at(name)
    assert "hidden" not in str(refused.value)


def test_a_database_may_be_behind_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://%2Frun%2Fpostgresql/club")
    assert database_at("DATABASE_URL")["HOST"] == "/run/postgresql"
    monkeypatch.setenv("CELERY_BROKER_URL", "redis+socket:///run/redis.sock")
    assert broker_at("CELERY_BROKER_URL", "pgmq://") == "redis+socket:///run/redis.sock"


@pytest.mark.parametrize(
    "url",
    ["console://", "'smtp://h:25'", "smtp://h:x", "smtp://h:99999", "smtp://", "smtp:h", "smtp://h:0",
     "smtp+tls://u:hidden@:587", "smtp+tls://u#x:hidden@h:587", "smtps://u?x:hidden@h:465",
     "smtps://u/x:hidden@h:465", "smtp://h?EMAIL_USE_TLS=True"],
)  # fmt: skip
def test_a_mail_server_is_named_like_one(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL must be like smtp") as refused:
        mail_server(url)
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "tls", "ssl"),
    [("smtps://u:p@h:465", False, True), ("smtp+tls://u:p@h:587", True, False),
     ("smtps://u:p@h:587", True, False), ("smtp://h", False, False)],
)  # fmt: skip
def test_port_465_is_encrypted_from_its_first_byte(url: str, tls: bool, ssl: bool) -> None:
    found = read(**{**PRODUCTION, "EMAIL_URL": url})
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (tls, ssl)


def test_signs_of_a_password_are_written_by_their_numbers() -> None:
    found = mail_server("smtp+tls://u%40x.org:%23%2F%3F%25@h:587")
    assert found["EMAIL_HOST_USER"] == "u@x.org"
    assert found["EMAIL_HOST_PASSWORD"] == "#/?%"
    assert mail_server("smtp://[::1]/")["EMAIL_HOST"] == "::1"
    assert mail_server("filemail:///tmp/letters")["EMAIL_FILE_PATH"] == "tmp/letters"


@pytest.mark.parametrize("url", ["abc", "'pgmq://'", "redis://h:x/0", "redis://h;redis://[::1"])
def test_a_broker_is_one_that_celery_knows(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", url)
    with pytest.raises(ImproperlyConfigured, match="CELERY_BROKER_URL must be like pgmq://"):
        broker_at("CELERY_BROKER_URL", "pgmq://")


@pytest.mark.parametrize(
    "url",
    ["play.example.org", "https://x.org/club", "https://x.org?a=1", "https://x.org:x",
     "https://[::1", "https://u:p@x.org", "https://x y.org", "https://*", "https://.x.org"],
)  # fmt: skip
def test_a_site_url_is_an_address(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SITE_URL must be like https://"):
        site_address(url)


@pytest.mark.parametrize("where", ["127.0.0.1:8024", "/run/lmtp", "unix:lmtp", "./lmtp.sock"])
def test_lmtp_is_on_a_port_or_at_a_path(where: str) -> None:
    assert read(**PRODUCTION, MAILIN_LMTP=where)["MAILIN_LMTP"] == where


@pytest.mark.parametrize(
    "url",
    ["rediss://:p@h/1", "redis://h", "rediscache:///run/redis.sock", "dbcache://tideweb_cache"],
)
def test_what_web_processes_share_is_in_redis_or_in_our_own_table(url: str) -> None:
    assert read(**PRODUCTION, CACHE_URL=url)["CACHE"]["LOCATION"]


@pytest.mark.parametrize("key", ["x", " " * 50, "hidden-hidden-hidden-hidden-hid"])
def test_a_secret_key_that_can_be_guessed_is_refused(key: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY must be at least 32") as refused:
        read(**{**PRODUCTION, "SECRET_KEY": key})
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize("secret", ["hidden", ":hidden", "hidden:"])
def test_what_webhooks_send_is_a_name_and_a_password(secret: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="ANYMAIL_WEBHOOK_SECRET must be") as refused:
        read(**PRODUCTION, ANYMAIL_WEBHOOK_SECRET=secret)
    assert "hidden" not in str(refused.value)
    found = read(**PRODUCTION, ANYMAIL_WEBHOOK_SECRET="a:b:c")
    assert found["ANYMAIL"] == {"WEBHOOK_SECRET": "a:b:c"}


@pytest.mark.parametrize("url", ["http://[::1]:8000", "https://x.org", "HTTPS://X.org:8443"])
def test_an_address_may_have_a_port(url: str) -> None:
    assert site_address(url).hostname in {"::1", "x.org"}


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [
        ("HEALTH_PORT", "80a", "a whole number from 0 to 65535"),
        ("MAILIN_PORT", "70000", "a whole number from 1 to 65535"),
        ("TRUSTED_PROXIES", "-1", "a whole number from 0 to"),
        ("CONN_MAX_AGE", "1.5", "a whole number"),
        ("COMPACT_AFTER_DAYS", "99999999999", "a whole number from 0 to 36500"),
        ("SWEEP_SECONDS", "nan", "a number from 0 to"),
        ("SSL_REDIRECT", "ture", "true or false"),
        ("LOG_LEVEL", "loud", "DEBUG or INFO or"),
        ("LOG_FORMAT", "xml", "plain or json"),
        ("BROKER_QUEUE_TYPE", "mirrored", "classic or quorum"),
        ("API_RATE_PERSON", "300", "a number per s, min, hour or day, like 1200/min"),
        ("API_RATE_TOKEN_ADDRESS", "20/fortnight", "a number per s, min, hour or day"),
        ("MAILIN_LMTP", "127.0.0.1:99999", "host:port or a path"),
        ("MAILIN_LMTP", "127.0.0.1:lmtp", "host:port or a path"),
        ("MAILIN_LMTP", "localhost", "host:port or a path"),
        ("DEFAULT_FROM_EMAIL", "nobody", "like `Tideweb <play@example.org>`"),
    ],
)
def test_a_wrong_value_is_refused_by_the_name_of_its_variable(
    name: str, text: str, right: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"{name} must be {right}.*, not '{text}'"):
        read(**PRODUCTION, **{name: text})


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("CACHE_URL", "redis.example.org:6379", "must be like rediscache://"),
        ("CACHE_URL", "rediscache://h:x/1", "must be like rediscache://"),
        ("CACHE_URL", "rediscache://", "must be like rediscache://"),
        ("CACHE_URL", "memcache://h:1", "must be like rediscache://"),
        ("CACHE_URL", "valkey://h:1", "must be like rediscache://"),
        ("CACHE_URL", "dbcache://other", "must be like rediscache://"),
        ("MAIL_DOMAIN", "*", "must be one name like"),
        ("MAIL_DOMAIN", ".example.org", "must be one name like"),
        ("MAIL_DOMAIN", "a.org,b.org", "must be one name like"),
        ("REPLY_DOMAIN", "re@example.org", "must be one name like"),
        ("OUTWARD_CA_FILE", "/no/such.pem", "must name a file that can be read"),
        ("OUTWARD_CA_FILE", "/tmp", "must name a file that can be read"),
        ("MAILBOX_URL", "imap.example.org", "must be like imaps://"),
        ("MAILBOX_URL", "imaps://u:p@h:x", "must be like imaps://"),
        ("HEARTBEAT_URL", "monitor.example.org/1", "must be like https://"),
        ("EMAIL_BACKEND", "anymail.backends.mailgn.EmailBackend", "must be like anymail"),
        ("EMAIL_BACKEND", "mailgun", "must be like anymail"),
        ("REPLY_MAILBOX", "club@example.org", "must be what stands before the @"),
        ("METRICS_TOKEN", "of the monitor", "must be one word of ASCII characters"),
        ("METRICS_TOKEN", "Schlüssel", "must be one word of ASCII characters"),
        ("AUTHSERV_ID", "mx.example.org other.org", "must be one word of ASCII characters"),
        ("VAPID_PRIVATE_KEY", "abc", "is no key: make one with manage.py vapidkeys"),
    ],
)
def test_what_would_fail_only_later_is_refused_at_the_start(
    name: str, text: str, reason: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"{name} {reason}"):
        read(**PRODUCTION, **{name: text})


@pytest.mark.parametrize("host", ["https://x.org", "x.org:8000", "'x.org'", "a b", "me@x.org"])
def test_hosts_are_bare_names(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", f"play.example.org, {host},")
    with pytest.raises(ImproperlyConfigured, match="ALLOWED_HOSTS must be names like"):
        hosts("ALLOWED_HOSTS")


def test_spaces_between_hosts_are_not_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "play.example.org, *, .example.net, [::1], 127.0.0.1,")
    names = ["play.example.org", "*", ".example.net", "[::1]", "127.0.0.1"]
    assert hosts("ALLOWED_HOSTS") == names


def test_spaces_around_a_value_are_not_part_of_it() -> None:
    """Else no header equals it, and a monitor, a mail server or a provider is never believed."""
    secret = "ANYMAIL_WEBHOOK_SECRET"
    given = {"METRICS_TOKEN": "abc ", "AUTHSERV_ID": " mx.example.org\r", secret: "me:word "}
    found = read(**PRODUCTION, **given, MAILIN_HOST="0.0.0.0 ")
    assert found["METRICS_TOKEN"] == "abc"
    assert found["AUTHSERV_ID"] == "mx.example.org"
    assert found["MAILIN_HOST"] == "0.0.0.0"
    assert found["ANYMAIL"] == {"WEBHOOK_SECRET": "me:word"}
    url = PRODUCTION["DATABASE_URL"]
    assert (
        read(**{**PRODUCTION, "DATABASE_URL": f"{url} "})["DATABASE"]
        == read(**PRODUCTION)["DATABASE"]
    )


def test_an_empty_setting_of_a_provider_counts_as_not_set() -> None:
    assert read(**PRODUCTION, ANYMAIL_MAILGUN_API_URL="")["ANYMAIL"] == {}


def test_an_empty_value_counts_as_not_set() -> None:
    names = (
        "HEALTH_PORT", "SSL_REDIRECT", "SWEEP_SECONDS", "LOG_LEVEL", "BROKER_QUEUE_TYPE",
        "CELERY_BROKER_URL", "MAIL_DOMAIN", "DEFAULT_FROM_EMAIL", "ALLOWED_HOSTS", "CACHE_URL",
        "STATIC_ROOT", "EMAIL_BACKEND", "MAILIN_HOST",
    )  # fmt: skip
    found = read(**PRODUCTION, **dict.fromkeys(names, ""))
    usual = read(**PRODUCTION)
    shown = {*names, "SECURE_SSL_REDIRECT", "CELERY_TASK_QUEUES"} & found.keys()
    assert {name: found[name] for name in shown} == {name: usual[name] for name in shown}


def test_a_value_that_begins_with_a_dollar_is_taken_as_it_is() -> None:
    """django-environ takes it for the name of another variable."""
    found = read(**{**PRODUCTION, "METRICS_TOKEN": "$ecret", "SECRET_KEY": "$" + "k" * 60})
    assert found["METRICS_TOKEN"] == "$ecret"
    assert found["SECRET_KEY"] == "$" + "k" * 60
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must name a PostgreSQL"):
        read(**{**PRODUCTION, "DATABASE_URL": "$x"})


def test_every_static_file_that_another_names_exists(tmp_path: Path) -> None:
    """Production's storage refuses to collect otherwise; here without its slow compression."""
    storage = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    storages = {**settings.STORAGES, "staticfiles": {"BACKEND": storage}}
    with override_settings(STORAGES=storages, STATIC_ROOT=tmp_path):
        call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "staticfiles.json").exists()


def test_demo_and_debug_are_off_in_production() -> None:
    found = read(**PRODUCTION)
    assert (found["TIDEWEB_DEMO"], found["DEBUG"]) == (False, False)


def test_the_embedded_run_needs_nothing(tmp_path: Path) -> None:
    var = str(tmp_path / "var")
    found = read(TIDEWEB_VAR=var, PORT="8123")
    assert found["TIDEWEB_DEMO"] is True
    assert found["SITE_URL"] == "http://localhost:8123"
    assert found["TIDEWEB_SEAL_KEYS"].startswith("k1:")
    assert read(TIDEWEB_VAR=var)["TIDEWEB_SEAL_KEYS"] == found["TIDEWEB_SEAL_KEYS"]


def test_a_broker_of_its_own_is_taken_as_given() -> None:
    found = read(**{**PRODUCTION, "CELERY_BROKER_URL": "redis://cache.example.org/0"})
    assert found["CELERY_BROKER_URL"] == "redis://cache.example.org/0"
    assert "unacked_restore_interval" in found["CELERY_BROKER_TRANSPORT_OPTIONS"]


def test_the_embedded_broker_follows_the_database_with_its_options() -> None:
    given = {**PRODUCTION, "DATABASE_URL": PRODUCTION["DATABASE_URL"] + "?sslmode=require"}
    options = str(read(**given)["CELERY_BROKER_TRANSPORT_OPTIONS"])
    assert "db.example.org" in options
    assert re.search(r"sslmode=\W*require", options)


def test_every_variable_is_documented() -> None:
    text = (settings.BASE_DIR / "tideweb" / "settings.py").read_text(encoding="utf-8")
    read = set(
        re.findall(
            r'(?:given\.\w+|needed)\(\s*"([A-Z][A-Z_]+)"',
            text,
        )
    )
    page = (settings.BASE_DIR / "docs" / "operating.md").read_text(encoding="utf-8")
    assert len(read) > 20
    assert sorted(name for name in read if f"`{name}`" not in page) == []


def test_compose_passes_on_what_is_set_beside_it() -> None:
    """Else most variables of docs/operating.md have no effect there, and nothing says so."""
    compose = yaml.safe_load((settings.BASE_DIR / "compose.yaml").read_text("utf-8"))
    ours = {name: it for name, it in compose["services"].items() if it["image"] == "tideweb"}
    assert len(ours) >= 10
    assert [name for name, it in ours.items() if it.get("env_file") != ".env"] == []
    for ignored in (".gitignore", ".dockerignore"):
        assert ".env" in (settings.BASE_DIR / ignored).read_text("utf-8").split()


def test_the_image_is_built_with_settings_that_are_accepted() -> None:
    run = (settings.BASE_DIR / "Dockerfile").read_text("utf-8").partition("RUN DATABASE_URL")[2]
    given = f"DATABASE_URL{run.partition('sh -c')[0]}".replace("\\\n", " ")
    found = read(**dict(part.split("=", 1) for part in given.split()))
    assert not found["EMBEDDED"]


def test_compose_lets_workers_finish_what_they_have_begun() -> None:
    """As the units in docs/operating.md do; by itself it kills them after ten seconds."""
    compose = yaml.safe_load((settings.BASE_DIR / "compose.yaml").read_text("utf-8"))
    for name in ("worker", "bots"):
        grace = compose["services"][name].get("stop_grace_period", "10s")
        assert int(grace.removesuffix("s")) > settings.CELERY_TASK_TIME_LIMIT, name


def test_all_queues_are_of_the_type_that_is_asked_for() -> None:
    app = Celery(set_as_current=False)
    app.conf.task_queues = read(**PRODUCTION, BROKER_QUEUE_TYPE="quorum")["CELERY_TASK_QUEUES"]
    types = {name: queue.queue_arguments for name, queue in app.amqp.queues.items()}
    assert types == {"celery": {"x-queue-type": "quorum"}, "bots": {"x-queue-type": "quorum"}}
    assert read(**PRODUCTION)["CELERY_TASK_QUEUES"] == {"celery": {}, "bots": {}}
