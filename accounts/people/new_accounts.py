"""Creating guests and bots, and changing profiles."""

import re
import secrets
from datetime import time
from typing import Any

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notifications import preferences
from accounts.people import display_names, first_confirmation, guest_upgrade

MAX_QUIET = 12  # hours
# Guests who gave no name are called so in their language, with a number.
UNNAMED = {"en": "Guest", "de": "Gast", "nl": "Gast"}
# Further bots get these names with a number.
BOT_NAMES = ("Pytheas", "Ebba", "Moby", "Nerissa")


def bots(count: int) -> list[User]:
    """The first `count` bots, always in the same order; missing ones are created."""
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
    except IntegrityError:  # created concurrently
        return User.objects.get(name=name)


def member_at(email: str) -> User | None:
    """The active person whose confirmed address this is."""
    held = {"emailaddress__email": email, "emailaddress__verified": True}
    return User.objects.filter(email=email, is_active=True, **held).first()


def make_confirmed(email: str, name: str, **fields: Any) -> User:
    """Gets or creates a person with a confirmed address.

    One that was waiting to be confirmed is confirmed now, in another browser than it was given in;
    whoever is new has no password.
    """
    user = _signed_up_with(email)
    if user is None:
        user = User.objects.create_user(email, None, name=name, **fields)
    elif not EmailAddress.objects.filter(user=user, verified=True).exists():
        first_confirmation.end_what_was_before(user)
    EmailAddress.objects.update_or_create(
        user=user, email=email, defaults={"verified": True, "primary": True}
    )
    guest_upgrade.claim_account(user.pk, email)
    user.refresh_from_db()
    return user


def _signed_up_with(email: str) -> User | None:
    """Whoever has this address, or the last guest who gave it."""
    found = User.objects.filter(email=email).first()
    if found is not None:
        return found
    waiting = EmailAddress.objects.filter(email=email, user__kind=User.Kind.GUEST)
    last = waiting.filter(user__is_active=True).select_related("user").order_by("-pk").first()
    return last.user if last else None


def unnamed(language: str) -> str:
    """A name that nobody has, for a guest who reads this language."""
    return f"{UNNAMED.get(language, UNNAMED['en'])} {secrets.token_hex(3)}"


def is_unnamed(name: str) -> bool:
    """Whether this is such a name, which nobody has chosen."""
    return re.fullmatch(rf"({'|'.join(UNNAMED.values())}) [0-9a-f]{{6}}", name) is not None


def make_guest(language: str = "en", zone: str = "UTC", name: str = "") -> User:
    """A guest, who can sign up later and keep seats and games.

    Without a name they get a number. Raises `ValidationError` for a name that isn't allowed.
    """
    called = display_names.checked(name) if name.strip() else unnamed(language)
    try:
        with transaction.atomic():
            return User.objects.create_user(
                None,
                None,
                kind=User.Kind.GUEST,
                name=called,
                language=language,
                zone=zone,
                zone_follows=True,
            )
    except IntegrityError:  # somebody else took the name just now
        raise ValidationError(_("That name is taken. Choose another one.")) from None


def follow(user: User, zone: str) -> None:
    """Adopts the browser's time zone ("" for unknown) unless this person has chosen one."""
    if user.zone_follows and zone and zone != user.zone:
        User.objects.filter(pk=user.pk, zone_follows=True).update(zone=zone)
        user.zone = zone
        if user.quiet_from is not None:
            preferences.reminders_changed(user)


def learn(user: User, game: str, *, known: bool) -> None:
    """Remembers whether this person knows the game, so that its help is hidden or shown."""
    others = [slug for slug in user.learned if slug != game]
    user.learned = [*others, game] if known else others
    user.save(update_fields=["learned"])


def quiet_fault(start: time | None, end: time | None) -> str:
    """An error message about these quiet hours; empty if they are fine. Both None means none."""
    if start is None and end is None:
        return ""
    if start is None or end is None:
        return _("Quiet hours need a beginning and an end. Leave both empty for none.")
    length = (end.hour * 60 + end.minute - start.hour * 60 - start.minute) % (24 * 60)
    if not 0 < length <= MAX_QUIET * 60:
        return _("Quiet hours last at most %(n)s hours; from 22:00 until 07:00, say.") % {
            "n": MAX_QUIET
        }
    return ""


def _checked_name(name: str, user: User) -> str:
    try:
        return display_names.checked(name, user)
    except ValidationError as fault:
        raise ValidationError({"name": fault}) from None


def change_profile(user: User, **fields: Any) -> User:
    """Changes name, zone, language or quiet hours.

    Raises `ValidationError` keyed by field; nothing is saved then. Returns the person as stored.
    """
    if "name" in fields:
        fields["name"] = _checked_name(fields["name"], user)
    if "zone" in fields:
        fields.setdefault("zone_follows", False)
    for name, value in fields.items():
        setattr(user, name, value)
    user.clean_fields(exclude={f.name for f in User._meta.fields} - set(fields))
    if wrong := quiet_fault(user.quiet_from, user.quiet_to):
        raise ValidationError({"quiet_to": wrong})
    taken = ValidationError({"name": _("That name is taken. Choose another one.")})
    try:
        preferences.save_own(user, list(fields))
    except IntegrityError:  # somebody else took the name just now
        raise taken from None
    return user
