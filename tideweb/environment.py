"""Values from the environment: read, checked, translated for settings.py."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import make_conninfo


def checked_seal_keys(text: str) -> str:
    """`id:key[,id:key…]`, keys of 32 bytes in base64; the first one writes, all of them read."""
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


def connection_string(database: dict[str, Any]) -> str:
    """What libpq calls a conninfo: for the broker that lives in our own database."""
    names = {"HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password"}
    given = {ours: database[name] for name, ours in names.items() if database.get(name)}
    # `?host=…&sslmode=…` in DATABASE_URL; Django's own options mean nothing to libpq.
    options = database.get("OPTIONS", {})
    given |= {k: v for k, v in options.items() if k not in {"pool", "assume_role"}}
    return make_conninfo(dbname=database["NAME"], **given)
