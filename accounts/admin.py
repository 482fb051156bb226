"""People and the outbox in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Choice, ModerationEntry, Notice, Suppression, User
from accounts.notifications.kinds import KINDS, for_moderator
from accounts.staff.audit_log import about_person, unread_by, unseen_by
from accounts.staff.lookup_log import masked
from accounts.staff.read_only_admin import KnownValues, ReadOnlyAdmin

BOOLEAN = BooleanField()


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    """Accounts. Addresses are shown only on a person's own page, and reading that is logged."""

    list_display = ("name", "kind", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("kind", "is_staff", "is_active")
    exact_search = ("email", "name__lower")
    one, many = _("Person"), _("People")
    sensitive = "read_person"
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

    def about(self, row: User) -> str:
        return about_person(row.pk)


@admin.register(ModerationEntry)
class ModerationAdmin(ReadOnlyAdmin):
    """The moderators' log, newest first."""

    list_display = ("number", "at", "actor", "command", "about", "reason", "words")
    ordering = ("-number",)
    sortable_by = ("number",)
    exact_search = ("about", "actor__name__lower")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        """Without those hidden from this member of staff; marks whose remarks they may read."""
        rows: QuerySet[Any] = super().get_queryset(request)
        if not isinstance(request.user, User):
            return rows.none()
        may_read = ExpressionWrapper(~Q(about__in=unread_by(request.user)), BOOLEAN)
        # Not by `list_select_related`: Django heeds it only where nothing is joined yet, and the
        # remarks are.
        marked: QuerySet[Any] = rows.select_related("actor").annotate(may_read=may_read)
        return marked.exclude(about__in=unseen_by(request.user))

    @admin.display(description=_("text"))
    def words(self, entry: ModerationEntry) -> str:
        """The remark, with any e-mail addresses in it masked."""
        return masked(self.text(entry))

    @admin.display(description=_("text"))
    def text(self, entry: Any) -> str:
        """The remark; empty if this member of staff may not read it."""
        return str(entry.text) if entry.may_read else ""

    fields = (
        "number", "at", "actor", "command", "about", "reason", "text", "facts", "previous",
        "digest",
    )  # fmt: skip


class KindFilter(KnownValues):
    title = _("kind")
    parameter_name = "kind"
    known = KINDS


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """The outbox: every notice with its recipient and delivery status."""

    list_display = (
        "recipient",
        "kind",
        "channel",
        "state",
        "why",
        "attempts",
        "send_after",
        "finished_at",
    )
    sensitive = "read_letter"
    one, many = _("Letter"), _("Letters")
    list_filter = ("state", KindFilter)
    list_select_related = ("recipient",)

    @admin.display(description=_("Reason"))
    def why(self, notice: Notice) -> str:
        """The reason with addresses masked: mail servers like to repeat them in their answers."""
        return masked(notice.reason)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Notice]":
        rows = super().get_queryset(request)
        reader = request.user
        return for_moderator(reader, rows) if isinstance(reader, User) else rows.none()

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
        "unsure_at",
        "message_id",
        "created_at",
        "finished_at",
    )


@admin.register(Choice)
class ChoiceAdmin(ReadOnlyAdmin):
    one, many = _("A preference"), _("What people want to be told")
    list_display = ("user", "kind", "channel", "about", "wanted")
    list_select_related = ("user",)
    exact_search = ("user__email", "user__name__lower")
    fields = list_display


@admin.register(Suppression)
class SuppressionAdmin(ReadOnlyAdmin):
    one, many = _("An address that gets no e-mail"), _("Addresses that get no e-mail")
    list_display = ("pk", "reason", "since")
    sensitive = "read_address"
    exact_search = ("address",)
    fields = ("address", "reason", "since")
