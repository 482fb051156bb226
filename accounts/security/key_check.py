"""One value for each key that ever wrote here: if it does not open, nothing should start.

A wrong key would not be noticed before somebody's cards do not open, or worse, after new ones
were sealed with it.
"""

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connections

from accounts.models import Canary
from accounts.security import encryption
from accounts.security.encryption import CannotOpen

SONG = "Every value in this database that this key sealed can be opened."


class WrongKey(ImproperlyConfigured):
    """The ring of TIDEWEB_SEAL_KEYS does not open what this database holds."""


def place_of(key_id: str) -> str:
    """Associated data of the canary of a key."""
    return f"canary:{key_id}"


def check(using: str = "default") -> None:
    """Raises `WrongKey`, saying what to do, unless the ring opens the canary of every key."""
    if Canary._meta.db_table not in connections[using].introspection.table_names():
        return  # before the first migration there is nothing to open
    for bird in Canary.objects.using(using).order_by("pk"):
        _check_one(bird)


def _check_one(bird: Canary) -> None:
    try:
        if encryption.unseal(bird.sealed, place_of(bird.key_id)) == SONG:
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
    """Checks the keys; gives the writing key its canary if it has none.  Called at start."""
    check(using)
    if Canary._meta.db_table in connections[using].introspection.table_names():
        key_id = next(iter(encryption.ring()))
        Canary.objects.using(using).get_or_create(
            key_id=key_id, defaults={"sealed": encryption.seal(SONG, place_of(key_id))}
        )


def plant(using: str = "default", **_signal: object) -> None:
    """After every migration, hence after the first."""
    ensure(using)


def refusal() -> str:
    """Why this process must not start with these keys; empty if it may.

    A database that is away is no reason: it may come back, and pages say so until then.
    """
    try:
        ensure()
    except WrongKey as wrong:
        return str(wrong)
    except OperationalError:
        return ""
    return ""


def keep_only_first() -> None:
    """Forgets the keys that seal nothing any more."""
    ensure()
    Canary.objects.exclude(key_id=next(iter(encryption.ring()))).delete()
