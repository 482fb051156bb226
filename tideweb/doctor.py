"""Checks this installation; each finding says in one sentence what is wrong and what to do."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import dns.exception
import dns.resolver
from celery import current_app
from django.conf import settings
from django.core.cache import caches
from django.core.mail import get_connection
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from psycopg.errors import UndefinedColumn, UndefinedTable
from redis.exceptions import ResponseError

from accounts.email import polled_mailbox
from accounts.operation import database_clock, database_errors, heartbeats
from accounts.security import key_check
from games.bots import levels
from games.selectors import backlog
from games.selectors.moderation import health
from games.services.hands import bot_answers
from tideweb import backup_watch, collected, message_catalogues, replica
from tideweb.instrumentation import shared_folder
from tideweb.listening import answers_mail

Verdict = Literal["ok", "note", "wrong"]
MIN_POSTGRESQL = 150000
MIN_FREE = 2 * 2**30
LOCAL = ("", "localhost", "127.0.0.1", "::1")
DNS_PATIENCE = 5.0
SILENT_AFTER = timedelta(minutes=2)  # sweep and mailbox show signs of life every 20 seconds or so
OLD_BASE = timedelta(hours=36)
ADVICE = {
    "worker": "Start beat and a worker; see their logs.",
    "clock": "Run NTP on every host.",
    "sweep": "The start page of the panel lists the hands and their errors.",
    "outbox": "See the worker's log, and check that the mail server accepts mail.",
    "letters": "The start page of the panel lists them, with the mail server's replies.",
    "broker": "Start more workers, or find out why they take no tasks.",
}


@dataclass(frozen=True)
class Finding:
    """`remedy` is empty if there is nothing to do."""

    verdict: Verdict
    what: str
    remedy: str = ""


def database() -> Iterator[Finding]:
    """Whether the database answers, is new enough, takes changes and has room."""
    connection.ensure_connection()
    version = connection.cursor().connection.info.server_version
    if version < MIN_POSTGRESQL:
        yield Finding("wrong", f"PostgreSQL {version // 10000} is too old", "Use 15 or later.")
    else:
        yield Finding("ok", f"PostgreSQL {version // 10000} answers")
    if not database_errors.takes_changes():
        remedy = "See which server leads, whether DATABASE_URL leads there, and its own log."
        yield Finding("wrong", "the database can be read, but takes no changes", remedy)
    elif not database_errors.has_room():
        yield Finding("wrong", "the disk of the database is full", "Free some space there.")


def replica_database() -> Iterator[Finding]:
    """Whether the replica answers, if there is one."""
    if replica.REPLICA not in connections:
        return
    try:
        connections[replica.REPLICA].ensure_connection()
    except DatabaseError as error:
        text = str(error).partition("\n")[0]
        remedy = "See DATABASE_REPLICA_URL. Meanwhile the primary does its work."
        yield Finding("wrong", f"the replica does not answer: {text}", remedy)
    else:
        yield Finding("ok", "the replica answers")


def limits() -> Iterator[Finding]:
    """Whether timeouts are set; without them one stuck transaction blocks everybody."""
    with connection.cursor() as cursor:
        for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute("SELECT current_setting(%s)", [name])
            if cursor.fetchone()[0] == "0":
                remedy = f"ALTER ROLE {settings.DATABASE['USER']} SET {name} = … (DATABASE_LIMITS)."
                yield Finding("wrong", f"connections have no {name}", remedy)


def migrations() -> Iterator[Finding]:
    """Whether all migrations have been applied."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        names = ", ".join(f"{m.app_label} {m.name}" for m, _back in plan[:3])
        yield Finding(
            "wrong",
            f"{len(plan)} migrations have not been applied: {names}",
            "Run manage.py migrate.",
        )
    else:
        yield Finding("ok", "all migrations have been applied")


def keys() -> Iterator[Finding]:
    """Whether the keys can decrypt the database."""
    refusal = key_check.refusal()
    yield (
        Finding("wrong", refusal, "Put the right keys back.")
        if refusal
        else Finding("ok", "the keys can decrypt the database")
    )


def proxies() -> Iterator[Finding]:
    """Whether a request that came by https can be told from others."""
    if settings.SECURE_SSL_REDIRECT and not settings.TRUSTED_PROXIES:
        text = "SITE_URL is https, but no proxy is trusted: each page redirects to itself"
        remedy = "Set TRUSTED_PROXIES to the number of your proxies, and restart web and events."
        yield Finding("wrong", text, remedy)


def host_clock() -> Iterator[Finding]:
    """Compares the host's clock with the database's."""
    ahead = database_clock.ahead()
    if abs(ahead) > database_clock.MAX_WRONG:
        text = f"this host's clock is {ahead.total_seconds():+.0f} s off the database's"
        yield Finding("wrong", text, "Run NTP on both hosts.")
    elif abs(ahead) > timedelta(seconds=2):
        yield Finding("note", f"this host's clock is {ahead.total_seconds():+.1f} s off")
    else:
        yield Finding("ok", "the clocks of host and database agree")


def broker() -> Iterator[Finding]:
    """Connects to the broker, and writes to Redis, which may answer and yet take nothing."""
    try:
        with current_app.connection_for_write() as line:
            line.ensure_connection(max_retries=1, timeout=3)
            if line.transport.driver_type == "redis":
                channel: Any = line.default_channel
                channel.client.set("tideweb-doctor", 1, ex=5)
    except ResponseError as error:
        text = f"the broker answers, but takes nothing ({error})"
        remedy = "See Redis' disk, memory (maxmemory) and role. Until then only the sweep works."
        yield Finding("wrong", text, remedy)
    except Exception as error:  # noqa: BLE001 – each broker's client raises its own
        text = f"the broker does not answer ({type(error).__name__})"
        yield Finding("wrong", text, "See CELERY_BROKER_URL. Until then only the sweep works.")
    else:
        yield Finding("ok", "the broker answers")


def cache() -> Iterator[Finding]:
    """Whether the cache works and is shared between processes."""
    store = caches["default"]
    # Our backend for Redis hides that this is down, or takes nothing.
    ask = getattr(store, "_shared", partial(getattr, store))
    try:
        ask("set")("tideweb-doctor", 1, 5)
        found = ask("get")("tideweb-doctor") == 1
    except Exception as error:  # noqa: BLE001 – each cache's client raises its own
        found, text = False, f"the cache does not work ({type(error).__name__}: {error})"
    else:
        text = "the cache stores nothing"
    yield Finding("ok", "the cache answers") if found else Finding("wrong", text, "See CACHE_URL.")


def mail_out() -> Iterator[Finding]:
    """Whether the outgoing mail server accepts connections; sends nothing."""
    try:
        with get_connection(fail_silently=False):
            yield Finding("ok", "the outgoing mail server accepts connections")
    except Exception as error:  # noqa: BLE001 – whatever a backend raises, it does not open
        text = f"e-mails can’t be sent ({type(error).__name__}: {error})"
        yield Finding("wrong", text, "See EMAIL_URL, and the mail server's log.")


def mail_in() -> Iterator[Finding]:
    """Whether answers by mail come in: by our listener, from a mailbox, or by webhooks."""
    if settings.MAILBOX_URL:
        yield from _mailbox()
        return
    wrong = answers_mail(settings.MAILIN_HOST, settings.MAILIN_PORT, settings.REPLY_DOMAIN)
    where = f"{settings.MAILIN_HOST}:{settings.MAILIN_PORT}"
    if not wrong:
        yield Finding("ok", f"incoming mail is accepted at {where}")
    elif settings.ANYMAIL.get("WEBHOOK_SECRET"):
        text = f"mail to us comes only by your provider's webhooks (at {where}: {wrong})"
        yield Finding("note", text)
    else:
        yield Finding("wrong", f"mail to us at {where}: {wrong}", "Start manage.py mailin.")


def _mailbox() -> Iterator[Finding]:
    try:
        with polled_mailbox.opened(settings.MAILBOX_URL):
            yield Finding("ok", "the mailbox at MAILBOX_URL can be opened")
    except (*polled_mailbox.FAILURES, ValueError) as error:
        text = f"the mailbox at MAILBOX_URL can’t be opened ({polled_mailbox.why(error)})"
        yield Finding("wrong", text, "See MAILBOX_URL, and the log of that mail server.")


def mailbox_reader() -> Iterator[Finding]:
    """Whether `manage.py mailbox` is running, if it should."""
    if settings.MAILBOX_URL and _is_silent(heartbeats.MAILIN):
        yield Finding("wrong", "nobody reads the mailbox", "Start manage.py mailbox.")


def _is_silent(part: str) -> bool:
    last = backlog.heartbeats().get(part)
    return last is None or database_clock.now() - last > SILENT_AFTER


def mail_dns() -> Iterator[Finding]:
    """MX, SPF and DMARC records of our domains."""
    if settings.EMBEDDED:
        return
    yield _record(settings.REPLY_DOMAIN, "MX", "", "replies by e-mail can't arrive")
    yield _record(settings.MAIL_DOMAIN, "TXT", "v=spf1", "e-mails may be rejected as forged")
    yield _record(
        f"_dmarc.{settings.MAIL_DOMAIN}", "TXT", "v=DMARC1", "e-mails may be rejected as forged"
    )


def _record(name: str, kind: str, needle: str, harm: str) -> Finding:
    what = f"{kind} of {name}" + (f" with {needle}" if needle else "")
    try:
        rows = dns.resolver.resolve(name, kind, lifetime=DNS_PATIENCE)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return Finding("wrong", f"there is no {what}: {harm}", "See docs/mail.md.")
    except dns.exception.DNSException as error:
        return Finding("note", f"{what} could not be looked up ({type(error).__name__})")
    if any(needle in str(row) for row in rows):
        return Finding("ok", f"there is {what}")
    return Finding("wrong", f"there is no {what}: {harm}", "See docs/mail.md.")


def space() -> Iterator[Finding]:
    """Free disk space on this host."""
    for folder in {str(settings.BASE_DIR), tempfile.gettempdir()}:
        yield _space_in(folder)


def _space_in(folder: str) -> Finding:
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE:
        text = f"{folder} has {free / 2**30:.1f} GB left"
        return Finding("wrong", text, "Free some space: bids are refused once the disk is full.")
    return Finding("ok", f"{folder} has {free / 2**30:.0f} GB left")


def database_space() -> Iterator[Finding]:
    """Free disk space of the database, if that is on this host and shows its folder."""
    host = str(connection.settings_dict["HOST"])
    is_here = host in LOCAL or host.startswith("/")
    with connection.cursor() as cursor:
        cursor.execute("SELECT setting FROM pg_settings WHERE name = 'data_directory'")
        row = cursor.fetchone()
    if is_here and row and Path(row[0]).is_dir():
        yield _space_in(row[0])
        return
    text = "the database's disk cannot be seen from here: watch its free space on its own host"
    if is_here:
        text = f"the database does not tell its folder: GRANT pg_read_all_settings TO {_role()}"
    yield Finding("note", text)


def _role() -> str:
    return str(connection.settings_dict["USER"])


def static_files() -> Iterator[Finding]:
    """Whether `collectstatic` has been run for this version."""
    if settings.EMBEDDED or settings.DEBUG:
        return
    if names := collected.outdated():
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        text = f"static files are missing or old: {', '.join(names[:3])}{more}"
        yield Finding("wrong", text, "Run manage.py collectstatic, then restart web.")
    else:
        yield Finding("ok", "the static files are those of this version")


def translations() -> Iterator[Finding]:
    """Whether `compilemessages` has been run for this version."""
    if message_catalogues.outdated(settings.LOCALE_PATHS):
        text = "translations are missing or old: people read English, or an earlier version's words"
        yield Finding("wrong", text, "Run manage.py compilemessages, then restart all processes.")
    else:
        yield Finding("ok", "the translations are those of this version")


def counting() -> Iterator[Finding]:
    """Whether processes can write what they count for /metrics."""
    folder = shared_folder()
    if not settings.METRICS_TOKEN or folder is None:
        return
    if folder.is_dir() and os.access(folder, os.W_OK):
        yield Finding("ok", f"requests and tasks are counted in {folder}")
    else:
        text = f"nothing is counted, because {folder} is missing or can't be written"
        remedy = "Create it for the user who runs Tideweb, then restart web and workers."
        yield Finding("wrong", text, remedy)


def parts() -> Iterator[Finding]:
    """The same checks as on the index page of the panel."""
    for part in health.parts():
        if part.name == "sweep" and part.good and _is_silent(heartbeats.SWEEP):
            yield Finding("wrong", "nobody sweeps", "Start a worker; see its log.")
        elif part.good:
            yield Finding("ok", f"{part.name} is healthy")
        else:
            note = f" ({part.note})" if part.note else ""
            yield Finding("wrong", f"{part.name} is unhealthy{note}", ADVICE[part.name])


def bots() -> Iterator[Finding]:
    """Whether bots can search, on this host and where a worker last had to."""
    remedy = "Install requirements.lock where the worker of the queue bots runs; restart it."
    why = next(filter(None, map(levels.why_none, levels.BY_GAME)), "")
    if find_spec("numpy") is None:
        yield Finding("note", "bots can’t search on this host: NumPy is not installed", remedy)
    elif why:
        yield Finding("wrong", f"bots can’t search on this host ({why})", remedy)
    else:
        yield Finding("ok", "bots can search on this host")
    if bot_answers.cannot_search():
        text = "a worker could not search for its bots: at every level they play like light ones"
        yield Finding("wrong", text, remedy)


def backup() -> Iterator[Finding]:
    """Whether `manage.py backup` makes a base each night, and follows the log."""
    base, slot = heartbeats.last(heartbeats.BACKUP), backup_watch.slot()
    if base is None and slot is None:
        yield Finding("note", "manage.py backup has made no backup of this database")
        return
    if base is None or database_clock.now() - base > OLD_BASE:
        made = f"is of {base:%Y-%m-%d %H:%M} UTC" if base else "was never made"
        remedy = "Run manage.py backup each night; see what the last one said."
        yield Finding("wrong", f"the last base backup {made}", remedy)
    else:
        yield Finding("ok", f"the last base backup is of {base:%Y-%m-%d %H:%M} UTC")
    if slot is not None and slot.followed:
        yield Finding("ok", "the write-ahead log is followed")
    else:
        kept = f"; {slot.kept / 2**30:.1f} GB are kept for that" if slot and slot.kept else ""
        text = f"nobody follows the write-ahead log, so later changes would be lost{kept}"
        yield Finding("wrong" if slot else "note", text, "Start manage.py backup --follow.")


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    database, replica_database, limits, migrations, keys, proxies, host_clock, broker, cache,
    mail_out, mail_in, mailbox_reader, mail_dns, space, database_space, static_files, translations,
    counting, parts, backup, bots,
)  # fmt: skip
NEED_DATABASE = (
    database, limits, migrations, keys, host_clock, mailbox_reader, database_space, parts, backup,
    bots,
)  # fmt: skip


def examine() -> Iterator[Finding]:
    """All findings. If the database is down, it is reported once, with the checks that don't need
    it.
    """
    away = False
    for check in CHECKS:
        if away and check in NEED_DATABASE:
            continue
        try:
            yield from check()
        except DatabaseError as error:
            away = away or check is database
            text = str(error).partition("\n")[0]
            what = "the database" if check is database else check.__name__
            if isinstance(error.__cause__, UndefinedTable | UndefinedColumn):
                yield Finding("wrong", f"{what} found no answer: {text}", "Run manage.py migrate.")
            else:
                yield Finding("wrong", f"{what} does not answer: {text}", "See DATABASE_URL.")
