"""Who of the staff may do what: three roles, each a group with its permissions.

A helper reads the panel, sends letters again and excuses a missed hand; a moderator carries out
the commands on games, mutes and warns; a chief suspends people, gives roles and takes a person's
data away.  The permissions belong to the log (`ModerationEntry`).
"""

from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import AppConfig
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

HELP, MODERATE, GOVERN = "help", "moderate", "govern"
ROLES: dict[str, tuple[str, ...]] = {
    "helper": (HELP,),
    "moderator": (HELP, MODERATE),
    "chief": (HELP, MODERATE, GOVERN),
}
LABELS = {"helper": _("helper"), "moderator": _("moderator"), "chief": _("chief")}
KNOWN = "_tideweb_staff"
Anybody = User | AnonymousUser


def make_groups(sender: AppConfig, **kwargs: Any) -> None:
    """After every migration the three groups are there, with just these permissions."""
    create_permissions(sender, verbosity=0)  # Django's own comes after us
    for role, allowed in ROLES.items():
        group, _made = Group.objects.get_or_create(name=role)
        group.permissions.set(
            Permission.objects.filter(
                content_type__app_label="accounts",
                content_type__model="moderationentry",
                codename__in=allowed,
            )
        )


def may(user: Anybody, what: str) -> bool:
    """Whether somebody of the staff may do what asks for this permission."""
    return is_staff(user) and user.has_perm(f"accounts.{what}")


def is_staff(user: Anybody) -> bool:
    """Somebody of the staff, with the second factor that staff must have."""
    if not (isinstance(user, User) and user.is_active and user.is_staff):
        return False
    return not user.is_suspended and has_factor(user)


def staff_here(request: HttpRequest) -> bool:
    """`is_staff` of whoever asks, looked up once a request: a page of the panel asks it for each
    of its lists."""
    known = getattr(request, KNOWN, None)
    if known is None or known[0] != request.user.pk:
        known = (request.user.pk, is_staff(request.user))
        setattr(request, KNOWN, known)
    return bool(known[1])


def may_here(request: HttpRequest, what: str) -> bool:
    """`may` of whoever asks, likewise."""
    return staff_here(request) and request.user.has_perm(f"accounts.{what}")


def has_factor(user: Anybody) -> bool:
    """Whether a second factor guards this account, or none is asked for here (the demo)."""
    if not settings.STAFF_SECOND_FACTOR:
        return True
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
    return bool(Authenticator.objects.filter(user=user.pk, type__in=kinds).exists())


def role_of(user: User) -> str:
    """The highest role that somebody has; empty for none."""
    if not user.is_staff:
        return ""
    names = set(user.groups.values_list("name", flat=True))
    if user.is_superuser:
        return "chief"
    return next((role for role in reversed(ROLES) if role in names), "")


def rank(role: str) -> int:
    """How high a role stands: 0 for none, then in the order of `ROLES`."""
    return [*ROLES].index(role) + 1 if role else 0


def rank_of(user: User) -> int:
    """How high somebody stands; superusers, who run the server, above all roles."""
    return len(ROLES) + 1 if user.is_superuser else rank(role_of(user))


def outranks(user: User, other: User) -> bool:
    """Whether the one may act on the other: nobody acts on their like, nor on who is above."""
    return rank_of(user) > rank_of(other)


def set_role(user: User, role: str) -> str:
    """Gives somebody this role alone, or (empty) none; returns the one before.

    A role that was taken away ends a superuser's rights, too.
    """
    before = role_of(user)
    user.groups.remove(*Group.objects.filter(name__in=ROLES))
    if role:
        user.groups.add(Group.objects.get(name=role))
    user.is_staff, user.is_superuser = bool(role), user.is_superuser and role == "chief"
    user.save(update_fields=["is_staff", "is_superuser"])
    return before
