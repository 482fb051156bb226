"""What settings.py makes of the environment for database, broker and keys."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import conninfo_to_dict, make_conninfo

# The maximum time that a lock, a statement or a lost connection may block anybody.
LIMITS = {
    "lock_timeout": "2s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "30s",
}
# An idle line is asked whether anybody is there. The receipt of a statement that has gone to a host
# which vanished would be awaited for a quarter of an hour, but for `tcp_user_timeout` (ms).
LINES = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "tcp_user_timeout": 30_000,
}
# What a connection runs for the third time is planned for good: planning costs PostgreSQL twice as
# much as running, and Django would write each value into the text of the statement.
PREPARED = {"server_side_binding": True, "prepare_threshold": 2}
DJANGOS_OWN = {"pool", "assume_role", *PREPARED}
PGMQ_KNOWS = {"host", "port", "dbname", "user", "password"}


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
    """A libpq conninfo string, with all that `DATABASE_URL` says."""
    names = {"HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password"}
    given = {ours: database[name] for name, ours in names.items() if database.get(name)}
    # `?host=…&sslmode=…` in DATABASE_URL; libpq doesn't know Django's own options.
    options = database.get("OPTIONS", {})
    given |= {k: v for k, v in options.items() if k not in DJANGOS_OWN}
    return make_conninfo(dbname=database["NAME"], **given)
