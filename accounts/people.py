"""Making guests and bots."""

import secrets

from django.db import IntegrityError, transaction

from accounts.models import User

# The four who keep a table company; further ones are numbered.
BOT_NAMES = ("Pytheas", "Ebba", "Moby", "Nerissa")


def bots(count: int) -> list[User]:
    """So many bots, made when there are not enough yet, always in the same order."""
    found = list(User.objects.filter(kind=User.Kind.BOT).order_by("id")[:count])
    while len(found) < count:
        found.append(_make_bot(len(found)))
    return found


def _make_bot(number: int) -> User:
    base = BOT_NAMES[number % len(BOT_NAMES)]
    round_ = number // len(BOT_NAMES)
    name = f"{base} (bot)" if round_ == 0 else f"{base} {round_ + 1} (bot)"
    try:
        with transaction.atomic():
            return User.objects.create_user(None, None, kind=User.Kind.BOT, name=name)
    except IntegrityError:  # somebody else made it just now
        return User.objects.get(name=name)


def make_guest(language: str = "en") -> User:
    """Somebody who plays without an account; signing up later keeps seat and games."""
    return User.objects.create_user(
        None, None, kind=User.Kind.GUEST, name=f"Guest {secrets.token_hex(3)}", language=language
    )
