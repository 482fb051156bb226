"""Games, seats, stages, hands, bids, log and invitations as lists.

Sealed columns are not editable fields, so Django's admin never reads them into a form, and
`fields` names what is shown: a new column stays hidden until somebody lists it here.
"""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import roles
from accounts.ledger import KnownValues, Ledger
from games import tells
from games.models import Bid, Game, Hand, Invitation, LogEntry, Record, Seat, Stage
from games.rules.registry import RULESETS


class SeatsOfGame(admin.TabularInline):  # type: ignore[type-arg]
    """Who sits at the table, on its page."""

    model = Seat
    fields = ("index", "user", "policy", "misses", "misses_in_row", "joined_at")
    readonly_fields = fields
    extra = 0
    max_num = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return roles.may(request.user, roles.HELP)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Seat]":
        return super().get_queryset(request).select_related("user")

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class RulesetFilter(KnownValues):
    title = _("game")
    parameter_name = "ruleset"
    known = RULESETS


@admin.register(Game)
class GameLedger(Ledger):
    list_display = (
        "code",
        "name",
        "ruleset",
        "state",
        "seat_count",
        "hand_number",
        "visibility",
        "maker",
        "created_at",
        "ended_at",
    )
    list_filter = ("state", RulesetFilter, "visibility")
    list_select_related = ("maker",)
    exact_search = ("code", "seats__user__email", "seats__user__name__lower")
    fields = (
        "code",
        "name",
        "ruleset",
        "rules_version",
        "options",
        "state",
        "visibility",
        "seat_count",
        "hours",
        "maker",
        "commitment",
        "hand_number",
        "table",
        "outcome",
        "created_at",
        "started_at",
        "ended_at",
    )
    readonly_fields = fields
    inlines = (SeatsOfGame,)


@admin.register(Seat)
class SeatLedger(Ledger):
    list_display = ("game", "index", "user", "policy", "misses", "misses_in_row", "joined_at")
    list_select_related = ("game", "user")
    exact_search = ("game__code", "user__email", "user__name__lower")
    fields = ("game", "index", "user", "policy", "misses", "misses_in_row", "joined_at")
    readonly_fields = fields


@admin.register(Stage)
class StageLedger(Ledger):
    list_display = ("game", "number", "started_at", "ended_at")
    list_select_related = ("game",)
    exact_search = ("game__code",)
    fields = ("game", "number", "started_at", "ended_at")
    readonly_fields = fields


class ShownState(admin.SimpleListFilter):
    """By state, as far as it is shown."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[Any]:
        return list(Hand.State.choices)

    def queryset(self, request: HttpRequest, rows: "QuerySet[Hand]") -> "QuerySet[Hand]":
        return tells.in_shown_state(rows, self.value()) if self.value() else rows


@admin.register(Hand)
class HandLedger(Ledger):
    list_display = (
        "game",
        "number",
        "phase",
        "awaiting",
        "shown_state",
        "deadline",
        "opened_at",
        "resolved_at",
        "trigger",
    )
    list_filter = (ShownState,)
    list_select_related = ("game",)
    exact_search = ("game__code",)
    fields = (
        "game",
        "stage",
        "number",
        "phase",
        "awaiting",
        "shown_state",
        "deadline",
        "opened_at",
        "resolved_at",
        "trigger",
        "table",
    )
    readonly_fields = fields

    @admin.display(description=_("state"))
    def shown_state(self, hand: Hand) -> str:
        """That all answers are in is not shown where the table hides who has answered."""
        return str(Hand.State(tells.shown_state(hand)).label)


@admin.register(Bid)
class BidLedger(Ledger):
    """Bids; what they say is shown once the hand is resolved and everybody may see it.

    Those of a table that hides who has answered are no rows here before that.
    """

    list_display = ("hand", "seat", "via", "missed", "changes", "placed_at", "opened")
    list_filter: ClassVar[tuple[str, ...]] = ()
    list_select_related = ("hand", "seat")
    exact_search = ("hand__game__code",)
    fields = ("hand", "seat", "digest", "via", "missed", "changes", "placed_at", "opened")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Bid]":
        return tells.shown_bids(super().get_queryset(request))


@admin.register(LogEntry)
class LogLedger(Ledger):
    list_display = ("game", "number", "hand_number", "kind", "at")
    list_select_related = ("game",)
    exact_search = ("game__code",)
    fields = ("game", "number", "hand_number", "kind", "data", "at")
    readonly_fields = fields


@admin.register(Invitation)
class InvitationLedger(Ledger):
    list_display = ("game", "sent_by", "created_at", "expires_at", "accepted_by")
    sensitive = "read_address"
    list_select_related = ("game", "sent_by", "accepted_by")
    exact_search = ("game__code", "email")
    fields = ("game", "email", "sent_by", "created_at", "expires_at", "accepted_by")
    readonly_fields = fields


@admin.register(Record)
class RecordLedger(Ledger):
    """Records exist only of games that are over."""

    list_display = ("game",)
    list_select_related = ("game",)
    exact_search = ("game__code",)
    fields = ("game", "data")
    readonly_fields = fields
