"""Bots that people write: accounts with an owner and API keys, but no e-mail address.

Everybody can see what they are: their names end in "(bot)" everywhere, and no person's name may.
"""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Program, User
from accounts.notifications import preferences
from accounts.people import display_names
from accounts.refusals import Refused
from accounts.security import api_keys, own_row
from accounts.text import confusables

MAX_PROGRAMS = 3  # per person
SIGN = " (bot)"
AGAIN = timedelta(minutes=1)
SCOPES = ("read", "play", "tables", "talk")


def of(owner: User) -> "QuerySet[Program]":
    """The owner's active bots, oldest first."""
    return Program.objects.filter(owner=owner, user__is_active=True).select_related("user")


def one_player(user: User) -> list[int]:
    """The ids of an owner and all their bots, from either: whoever has the keys knows what each of
    them sees."""
    owner = _owner_id(user)
    return [owner, *Program.objects.filter(owner=owner).values_list("user_id", flat=True)]


def with_owner(user: User) -> list[int]:
    """As `one_player`, but of a bot without the owner's other bots."""
    return [user.pk, _owner_id(user)] if user.is_program else one_player(user)


def _owner_id(user: User) -> int:
    """A bot that came from another server has no owner here, and stands for itself."""
    return Program.objects.filter(user=user).values_list("owner_id", flat=True).first() or user.pk


def make(owner: User, name: str) -> tuple[Program, str]:
    """A new bot and its key, which is shown only once. Raises `ValidationError`, and `Refused`
    (too_many_programs, signed_out).
    """
    called = _called(name)
    with transaction.atomic():
        own_row.hold(owner)
        if of(owner).count() >= MAX_PROGRAMS:
            raise Refused("too_many_programs", {"most": MAX_PROGRAMS}, most=MAX_PROGRAMS)
        return made_for(owner, called)


def _called(name: str) -> str:
    called = display_names.checked(name.strip().removesuffix(SIGN)) + SIGN
    if len(called) > display_names.MAX_LENGTH:
        raise ValidationError(_("Choose a shorter name: we add “(bot)” to it."))
    return called


def made_for(owner: User, called: str) -> tuple[Program, str]:
    """Creates a bot whose name and the owner's limit have been checked; returns its key too."""
    user = User(kind=User.Kind.PROGRAM, name=called, zone=owner.zone)
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        raise _taken() from None
    return Program.objects.create(user=user, owner=owner), api_keys.issue(user, "bot", SCOPES)


def _taken() -> ValidationError:
    return ValidationError(_("That name is taken. Choose another one."))


def rename(owner: User, pk: int, name: str) -> Program | None:
    """Renames a bot, in past games too; None if they have no such bot. Raises `ValidationError`."""
    found = of(owner).filter(pk=pk).first()
    if found is None or found.user.name == name + SIGN:
        return found
    found.user.name = _called(name)
    try:
        preferences.save_own(found.user, ["name"])
    except IntegrityError:
        raise _taken() from None
    return found if found.user.is_active else None  # it was closed meanwhile


def new_key(owner: User, pk: int) -> str | None:
    """Replaces the bot's keys by a new one; None if they have no such bot. Raises `Refused`
    (signed_out)."""
    with transaction.atomic():
        own_row.hold(owner)
        found = _locked(owner, pk)
        if found is None:
            return None
        found.user.api_keys.all().delete()
        return api_keys.make(found.user, "bot", SCOPES)


def key_again(owner: User, name: str) -> str | None:
    """A new key for the bot that the same button has just made, if nobody has used its first one;
    None if there is none.
    """
    if confusables.unseen(name):  # PostgreSQL can't even compare some of them
        return None
    called = confusables.normal(name.strip().removesuffix(SIGN)) + SIGN
    since = timezone.now() - AGAIN
    unused = of(owner).filter(user__api_keys__isnull=False, user__api_keys__used_on=None)
    found = unused.filter(user__name=called, created_at__gt=since).first()
    return new_key(owner, found.pk) if found else None


def close(owner: User, pk: int) -> bool:
    """Deactivates a bot. Its seats are taken over like those of anybody who stays away."""
    with transaction.atomic():
        found = _locked(owner, pk)
        if found is None:
            return False
        found.user.api_keys.all().delete()
        User.objects.filter(pk=found.user_id).update(is_active=False)
    return True


def _locked(owner: User, pk: int) -> Program | None:
    """This bot of theirs, with its row as a user locked: of two new keys at once, the second
    replaces the first."""
    return of(owner).select_for_update(no_key=True, of=("user",)).filter(pk=pk).first()
