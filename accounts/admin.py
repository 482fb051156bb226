"""People and the outbox in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.kinds import KINDS, shown
from accounts.ledger import KnownValues, Ledger
from accounts.models import Choice, Notice, Suppression, User


@admin.register(User)
class UserLedger(Ledger):
    """People.  A superuser may let somebody in or out and give roles; nothing else changes."""

    list_display = ("name", "email", "kind", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("kind", "is_staff", "is_active")
    exact_search = ("email", "name__lower")
    fields = (
        "name",
        "email",
        "kind",
        "zone",
        "language",
        "is_active",
        "is_staff",
        "is_superuser",
        "groups",
        "date_joined",
        "last_login",
    )
    readonly_fields = (
        "name",
        "email",
        "kind",
        "zone",
        "language",
        "is_superuser",
        "date_joined",
        "last_login",
    )
    filter_horizontal = ("groups",)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(getattr(request.user, "is_superuser", False))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.readonly_fields


class KindFilter(KnownValues):
    title = _("kind")
    parameter_name = "kind"
    known = KINDS


@admin.register(Notice)
class NoticeLedger(Ledger):
    """The outbox: what was to be told to whom, and what became of it."""

    list_display = (
        "recipient",
        "address",
        "kind",
        "channel",
        "state",
        "reason",
        "attempts",
        "send_after",
        "finished_at",
    )
    list_filter = ("state", KindFilter)
    list_select_related = ("recipient",)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Notice]":
        return shown(super().get_queryset(request))

    exact_search = ("recipient__email", "address", "message_id")
    fields = (
        "recipient",
        "address",
        "kind",
        "event",
        "channel",
        "facts",
        "state",
        "reason",
        "attempts",
        "send_after",
        "drop_after",
        "leased_until",
        "message_id",
        "created_at",
        "finished_at",
    )
    readonly_fields = fields


@admin.register(Choice)
class ChoiceLedger(Ledger):
    list_display = ("user", "kind", "channel", "wanted")
    list_select_related = ("user",)
    exact_search = ("user__email", "user__name__lower")
    fields = ("user", "kind", "channel", "wanted")
    readonly_fields = fields


@admin.register(Suppression)
class SuppressionLedger(Ledger):
    list_display = ("address", "reason", "since")
    exact_search = ("address",)
    fields = ("address", "reason", "since")
    readonly_fields = fields
