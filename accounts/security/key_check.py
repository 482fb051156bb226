"""A canary for each key that was ever used here: if one doesn't decrypt, nothing should start.

Otherwise a wrong key would go unnoticed until somebody's cards can't be read or, worse, until new
ones have been encrypted with it.
"""

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connections

from accounts import encryption
from accounts.encryption import CannotOpen
from accounts.models import Canary

SONG = "Every value in this database that this key sealed can be opened."


class WrongKey(ImproperlyConfigured):
    """TIDEWEB_SEAL_KEYS can't decrypt what is in this database."""


def associated_data_of(key_id: str) -> str:
    """The associated data of a key's canary."""
    return f"canary:{key_id}"


def check(using: str = "default") -> None:
    """Raises `WrongKey`, which says what to do, unless every canary can be decrypted."""
    if Canary._meta.db_table not in connections[using].introspection.table_names():
        return  # before the first migration there is nothing to decrypt
    for bird in Canary.objects.using(using).order_by("pk"):
        _check_one(bird)


def _check_one(bird: Canary) -> None:
    try:
        if encryption.unseal(bird.sealed, associated_data_of(bird.key_id)) == SONG:
            return
    except CannotOpen:
        pass
    if bird.key_id in encryption.ring():
        raise WrongKey(
            f"TIDEWEB_SEAL_KEYS: the key “{bird.key_id}” is not the one that sealed this database. "
            "Put the right one back (it is in the backup of your settings); nothing was changed."
        )
    raise WrongKey(
        f"TIDEWEB_SEAL_KEYS lacks the key “{bird.key_id}”, which sealed values in this database. "
        "Put it back behind the first; `manage.py reseal` makes it superfluous. Nothing was "
        "changed."
    )


def ensure(using: str = "default") -> None:
    """Checks the keys and creates a canary for the first one if it has none. Called at startup."""
    check(using)
    if Canary._meta.db_table in connections[using].introspection.table_names():
        key_id = next(iter(encryption.ring()))
        Canary.objects.using(using).get_or_create(
            key_id=key_id, defaults={"sealed": encryption.seal(SONG, associated_data_of(key_id))}
        )


def plant(using: str = "default", **_signal: object) -> None:
    """Receiver of `post_migrate`, so that the first migration creates the canary."""
    ensure(using)


def refusal() -> str:
    """Why this process must not start with these keys; empty if it may.

    A database that is down is no reason: it may come back, and until then the pages say so.
    """
    try:
        ensure()
    except WrongKey as wrong:
        return str(wrong)
    except OperationalError:
        return ""
    return ""


def keep_only_first() -> None:
    """Deletes the canaries of all keys but the first."""
    ensure()
    Canary.objects.exclude(key_id=next(iter(encryption.ring()))).delete()
