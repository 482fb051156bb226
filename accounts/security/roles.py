"""Three staff roles, each a group with permissions.

A helper can read the panel, resend e-mails and excuse a missed hand. A moderator can also run the
commands on games, mute and warn. A chief can also suspend people, assign roles and erase a person's
data. The permissions are those of the log (`ModerationEntry`).
"""

from typing import Any

from allauth.mfa.models import Authenticator
from django.apps import AppConfig
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.db.models import Value
from django.db.models.functions import Replace
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.security import second_factors

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
    """Receiver of `post_migrate`: creates the three groups with exactly these permissions."""
    create_permissions(sender, verbosity=0)  # Django's own receiver runs after ours
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
    """Whether this is a staff member with the permission `what`."""
    return is_staff(user) and user.has_perm(f"accounts.{what}")


def is_staff(user: Anybody) -> bool:
    """Whether this is an active staff member with the second factor that staff must have."""
    if not (isinstance(user, User) and user.is_active and user.is_staff):
        return False
    return not user.is_suspended and has_factor(user)


def staff_here(request: HttpRequest) -> bool:
    """Whether staff is at this browser: `is_staff`, and their second factor was shown in this
    session. Cached per request, since the panel asks for each list.
    """
    known = getattr(request, KNOWN, None)
    if known is None or known[0] != request.user.pk:
        known = (request.user.pk, is_staff(request.user) and factor_shown(request))
        setattr(request, KNOWN, known)
    return bool(known[1])


def may_here(request: HttpRequest, what: str) -> bool:
    """`may` of the current user at this browser, cached likewise."""
    return staff_here(request) and request.user.has_perm(f"accounts.{what}")


def has_factor(user: Anybody) -> bool:
    """Whether the account has a second factor, or none is required here (in the demo)."""
    if not settings.STAFF_SECOND_FACTOR:
        return True
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
    return bool(Authenticator.objects.filter(user=user.pk, type__in=kinds).exists())


def factor_shown(request: HttpRequest) -> bool:
    """Whether this session has shown a second factor, or none is required here."""
    return not settings.STAFF_SECOND_FACTOR or second_factors.shown(request)


def role_of(user: User) -> str:
    """The user's highest role; empty for none."""
    if not user.is_staff:
        return ""
    names = set(user.groups.values_list("name", flat=True))
    if user.is_superuser:
        return "chief"
    return next((role for role in reversed(ROLES) if role in names), "")


def rank(role: str) -> int:
    """The rank of a role: 0 for none, then in the order of `ROLES`."""
    return [*ROLES].index(role) + 1 if role else 0


def rank_of(user: User) -> int:
    """The user's rank; superusers, who run the server, rank above all roles."""
    return len(ROLES) + 1 if user.is_superuser else rank(role_of(user))


def outranks(user: User, other: User) -> bool:
    """Whether `user` may act on `other`: only on people of a lower rank."""
    return rank_of(user) > rank_of(other)


def set_role(user: User, role: str) -> str:
    """Gives the user this role only, or none if empty; returns the previous role.

    Removing a role also ends superuser rights. Keys lose the scope `moderate`: they may have been
    made without the second factor that staff must have.
    """
    before = role_of(user)
    user.groups.remove(*Group.objects.filter(name__in=ROLES))
    if role:
        user.groups.add(Group.objects.get(name=role))
    user.is_staff, user.is_superuser = bool(role), user.is_superuser and role == "chief"
    user.save(update_fields=["is_staff", "is_superuser"])
    user.api_keys.update(scopes=Replace("scopes", Value(f" {MODERATE}")))
    return before
