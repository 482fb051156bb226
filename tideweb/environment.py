"""Parses and checks values from the environment for settings.py."""

from __future__ import annotations

import base64
import binascii
import os
import re
import warnings
from collections.abc import Sequence
from email.utils import parseaddr
from typing import Any, TypeVar
from urllib.parse import SplitResult, urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured
from environ import Env
from kombu.transport import TRANSPORT_ALIASES
from psycopg.conninfo import conninfo_to_dict, make_conninfo

# The maximum time that a lock, a statement or a lost connection may block anybody.
LIMITS = {
    "lock_timeout": "2s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "30s",
}
LINES = {"connect_timeout": 5, "keepalives_idle": 30, "keepalives_interval": 10}
# What a connection runs for the third time is planned for good: planning costs PostgreSQL twice as
# much as running, and Django would write each value into the text of the statement.
PREPARED = {"server_side_binding": True, "prepare_threshold": 2}
DJANGOS_OWN = {"pool", "assume_role", *PREPARED}
PGMQ_KNOWS = {"host", "port", "dbname", "user", "password"}
BROKERS = {"pgmq", *TRANSPORT_ALIASES}
SWITCHES = {
    **dict.fromkeys(("true", "on", "ok", "yes", "y", "1"), True),
    **dict.fromkeys(("false", "off", "no", "n", "0"), False),
}
# A leading dot means all subdomains, and a star any host; digits and colons in brackets are IPv6.
HOST_NAME = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\]")
Number = TypeVar("Number", int, float)


def number(name: str, default: Number, least: int = 0, most: int = 1_000_000) -> Number:
    """A number of this environment variable, of the type of its default; an empty one counts as
    not set. Raises `ImproperlyConfigured`.
    """
    text = os.environ.get(name, "").strip()
    try:
        found = type(default)(text) if text else default
    except ValueError:
        found = type(default)(least - 1)
    if least <= found <= most:
        return found
    kind = "a number" if isinstance(default, float) else "a whole number"
    raise ImproperlyConfigured(f"{name} must be {kind} from {least} to {most}, not {text!r}.")


def switch(name: str, default: bool) -> bool:
    """Whether this environment variable says true; an empty one counts as not set. Raises
    `ImproperlyConfigured`.
    """
    text = os.environ.get(name, "").strip()
    if text and text.lower() not in SWITCHES:
        raise ImproperlyConfigured(f"{name} must be true or false, not {text!r}.")
    return SWITCHES.get(text.lower(), default)


def one_of(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """The word of this environment variable, which must be one of these; an empty one counts as
    not set. Raises `ImproperlyConfigured`.
    """
    text = os.environ.get(name, "").strip() or default
    by_word = {word.lower(): word for word in allowed}
    if text.lower() not in by_word:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(allowed)}, not {text!r}.")
    return by_word[text.lower()]


def hosts(name: str, default: Sequence[str | None] = ()) -> list[str]:
    """Names of hosts, separated by commas, of this environment variable; an empty one counts as not
    set. Raises `ImproperlyConfigured`.
    """
    found = [host for part in os.environ.get(name, "").split(",") if (host := part.strip())]
    for host in found:
        if not HOST_NAME.fullmatch(host):
            raise ImproperlyConfigured(
                f"{name} must be names like play.example.org, separated by commas, without https://"
                f" and without a port; {host!r} is none."
            )
    return found or [host for host in default if host]


def sender(name: str, default: str) -> str:
    """Who letters are from, by this environment variable; an empty one counts as not set. Raises
    `ImproperlyConfigured`.
    """
    text = os.environ.get(name, "").strip() or default
    if "\n" in text or not re.fullmatch(r"[^@\s]+@[^@\s]+", parseaddr(text)[1]):
        raise ImproperlyConfigured(
            f"{name} must be like `Tideweb <play@example.org>`, not {text!r}."
        )
    return text


def database_at(name: str) -> dict[str, Any]:
    """Django's settings for the PostgreSQL that this environment variable names. Raises
    `ImproperlyConfigured`, without the value: it may hold a password.
    """
    try:
        with warnings.catch_warnings(action="ignore"):  # about an unknown scheme, with the value
            found: dict[str, Any] = Env.db_url_config(os.environ[name])
        sound = "postgresql" in found.get("ENGINE", "") and found["NAME"]
        connection_string(found)  # knows no options but PostgreSQL's
    except (KeyError, ValueError, psycopg.Error):
        sound = False
    if not sound:
        raise ImproperlyConfigured(
            f"{name} must name a PostgreSQL: postgres://user:password@host:5432/name. In a "
            "password, write @ : / ? and % as %40 %3A %2F %3F and %25."
        )
    return found


def broker_at(name: str, default: str) -> str:
    """The broker's URL, or those of a cluster, separated by `;`; an empty value counts as not set.
    Raises `ImproperlyConfigured`, without the value: it may hold a password.
    """
    text = os.environ.get(name, "").strip() or default
    for url in text.split(";"):
        scheme, separator, _rest = url.partition("://")
        try:
            sound = separator and scheme in BROKERS and urlsplit(url).port != 0
        except ValueError:
            sound = False
        if not sound:
            raise ImproperlyConfigured(
                f"{name} must be like pgmq://, redis://host:6379/0 or amqp://user:password@host//."
            )
    return text


def mail_server(url: str) -> dict[str, Any]:
    """Django's settings for this mail server. Raises `ImproperlyConfigured`, without the value: it
    may hold a password.
    """
    try:
        found: dict[str, Any] = Env.email_url_config(url)
    except (ImproperlyConfigured, ValueError):
        raise ImproperlyConfigured(
            "EMAIL_URL must be like smtp+tls://user:password@host:587, smtps://… or smtp://…"
        ) from None
    return found


def site_address(url: str) -> SplitResult:
    """SITE_URL in its parts: scheme, host, perhaps a port. Raises `ImproperlyConfigured`."""
    try:
        found = urlsplit(url)
        bare = found._replace(scheme="", netloc="") == SplitResult("", "", "", "", "")
        sound = found.scheme in {"http", "https"} and found.hostname and found.port != 0 and bare
    except ValueError:
        sound = False
    if not sound or "@" in url or len(url.split()) > 1:
        raise ImproperlyConfigured(
            f"SITE_URL must be like https://play.example.org, without a path, not {url!r}."
        )
    return found


def checked_seal_keys(text: str) -> str:
    """`id:key[,id:key…]`, keys being 32 bytes in base64; the first encrypts, all decrypt."""
    ids = []
    for number, pair in enumerate(text.split(","), start=1):
        key_id, _colon, key = pair.strip().partition(":")
        try:
            sound = len(base64.b64decode(key, validate=True)) == 32 and key_id.isalnum()
        except (binascii.Error, ValueError):
            sound = False
        if not sound or key_id in ids:
            raise ImproperlyConfigured(
                f"TIDEWEB_SEAL_KEYS: entry {number} is not `id:key` with an id of its own, in "
                "letters and digits, and a key of 32 bytes in base64. Without the right keys no "
                "sealed card can be opened, so nothing was started."
            )
        ids.append(key_id)
    return text


def queue_options(kind: str) -> dict[str, Any]:
    """Celery's options of a queue. A cluster of RabbitMQ copies a `quorum` queue to its nodes; a
    `classic` one is away with its node.
    """
    return {"queue_arguments": {"x-queue-type": kind}} if kind == "quorum" else {}


def transport_options(broker_url: str, visibility: int) -> dict[str, Any]:
    """Celery's transport options for this broker; `visibility` is the number of seconds after
    which a lost task is redelivered.

    A broker that is down must never delay a bid, so there is only one retry and a short timeout.
    """
    if broker_url.startswith("pgmq:"):
        return {
            "init_extension": False,
            "wait_time_seconds": 0,
            "polling_interval": 0.5,
            "use_notify": True,
            "notify_throttle_interval_ms": 0,
            "visibility_timeout": visibility,
            # Small, since checking connections (tideweb.embedded.broker) fills the pool.
            "pool_size": 2,
            "pool_timeout": 2,
        }
    once = {"max_retries": 1, "interval_start": 0, "interval_step": 0}
    if broker_url.startswith(("redis", "sentinel", "valkey")):
        return once | {
            "socket_connect_timeout": 2,
            "socket_timeout": 2,
            "visibility_timeout": visibility,
            # With the defaults a lost task is redelivered only after another 90 seconds.
            "unacked_restore_interval": 1,
            "unacked_restore_throttle": 1,
        }
    return once


def connected(
    database: dict[str, Any], *, pooled: bool, max_age: int, pooler: bool = False
) -> dict[str, Any]:
    """Django's settings for a database with its connection options.

    A pooler in transaction mode doesn't support server-side cursors.
    """
    engine = {"ENGINE": "tideweb.database", "DISABLE_SERVER_SIDE_CURSORS": pooler}
    database = {**database, **engine}
    if pooled:
        options = {**database.get("OPTIONS", {}), "pool": True}
        return {**database, "OPTIONS": options, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
    return {**database, "CONN_MAX_AGE": max_age, "CONN_HEALTH_CHECKS": True}


def limited(database: dict[str, Any], *, limits: bool, prepares: bool = False) -> dict[str, Any]:
    """Django's settings for a database with our timeouts, unless it sets its own.

    Without `limits` the timeouts must be set on the database role, since a pooler may not accept
    startup options; it may also run the next statement on another connection than the one that
    prepared it.
    """
    told = " ".join(f"-c {name}={value}" for name, value in LIMITS.items())
    ours = {**LINES, **({"options": told} if limits else {}), **(PREPARED if prepares else {})}
    return {**database, "OPTIONS": {**ours, **database.get("OPTIONS", {})}}


def broker_string(database: dict[str, Any]) -> str:
    """`connection_string` for `pgmq://`, with each value quoted once more.

    The pgmq package parses it and joins the five values it knows without quoting them: a space in a
    path or a quote in a password would break it, and sslmode would be lost.
    """
    given = conninfo_to_dict(connection_string(database))
    more = {name: given.pop(name) for name in set(given) - PGMQ_KNOWS}
    quoted = {name: _quoted(value) for name, value in given.items()}
    quoted["dbname"] += "".join(f" {name}={_quoted(value)}" for name, value in more.items())
    return make_conninfo(**quoted)


def _quoted(value: object) -> str:
    escaped = str(value).replace("\\", r"\\").replace("'", r"\'")
    return f"'{escaped}'"


def connection_string(database: dict[str, Any]) -> str:
    """A libpq conninfo string, for the broker in our own database."""
    names = {"HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password"}
    given = {ours: database[name] for name, ours in names.items() if database.get(name)}
    # `?host=…&sslmode=…` in DATABASE_URL; libpq doesn't know Django's own options.
    options = database.get("OPTIONS", {})
    given |= {k: v for k, v in options.items() if k not in DJANGOS_OWN}
    return make_conninfo(dbname=database["NAME"], **given)
