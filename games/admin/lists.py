"""Lists of games, seats, stages, hands, bids, log entries and invitations.

Encrypted columns aren't editable, so Django's admin never puts them into a form; and only the
columns in `fields` are shown, so a new one stays hidden until somebody adds it here.
"""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from accounts.staff.column_names import COLUMNS
from accounts.staff.read_only_admin import KnownValues, ReadOnlyAdmin
from games import visibility
from games.admin import game_page
from games.models import Bid, Game, Hand, HouseMail, Invitation, LogEntry, Record, Seat, Stage
from games.rules.registry import RULESETS
from games.selectors.moderation.stakes import unseen_by
from games.services.mail import house_mail


class RulesetFilter(KnownValues):
    title = _("game")
    parameter_name = "ruleset"
    known = RULESETS


class OfGames(ReadOnlyAdmin):
    """Rows that belong to games, without games hidden from this moderator."""

    way = "game"  # lookup from a row to its game

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        rows = super().get_queryset(request)
        if not isinstance(request.user, User):
            return rows
        unseen = Game.objects.filter(unseen_by(request.user))
        return rows.exclude(**{f"{self.way}__in": unseen})


@admin.register(Game)
class GameAdmin(OfGames):
    way = "pk"
    many = _("Games")
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
    fields = ("code",)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: Any = None,
    ) -> Any:
        """Shows our own page for moderators instead of the model's columns."""
        game = self.get_object(request, object_id) if object_id else None
        if request.method not in ("GET", "HEAD") or game is None:
            return super().changeform_view(request, object_id, form_url, extra_context)
        if not self.has_view_permission(request, game):
            raise PermissionDenied
        return game_page.page(request, game)


@admin.register(Seat)
class SeatAdmin(OfGames):
    one, many = _("Seat"), _("Seats")
    list_display = ("game", "number", "user", "policy", "misses", "misses_in_row", "joined_at")
    list_select_related = ("game", "user")
    exact_search = ("game__code", "user__email", "user__name__lower")
    fields = list_display

    @admin.display(description=COLUMNS["number"])
    def number(self, seat: Seat) -> int:
        return seat.number


@admin.register(Stage)
class StageAdmin(OfGames):
    one, many = _("Stage"), _("Stages")
    list_display = ("game", "number", "started_at", "ended_at")
    list_select_related = ("game",)
    exact_search = ("game__code",)
    fields = list_display


class ShownState(admin.SimpleListFilter):
    """Filters by the state that is shown."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[Any]:
        return list(Hand.State.choices)

    def queryset(self, request: HttpRequest, rows: "QuerySet[Hand]") -> "QuerySet[Hand]":
        return visibility.in_shown_state(rows, self.value()) if self.value() else rows


@admin.register(Hand)
class HandAdmin(OfGames):
    one, many = _("Hand"), _("Hands")
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
    fields = ("game", "stage", *list_display[1:], "table")

    @admin.display(description=_("state"))
    def shown_state(self, hand: Hand) -> str:
        """Doesn't reveal that a hand is complete if the table hides who has answered."""
        return str(Hand.State(visibility.shown_state(hand)).label)


@admin.register(Bid)
class BidAdmin(OfGames):
    """Bids. Their content is shown once the hand is resolved and public.

    Until then, bids at tables that hide who has answered aren't listed at all.
    """

    way = "hand__game"
    one, many = pgettext_lazy("sealed", "Bid"), pgettext_lazy("sealed", "Bids")
    list_display = ("hand", "seat", "given", "missed", "changes", "placed_at", "opened")
    list_select_related = ("hand", "seat")
    exact_search = ("hand__game__code",)
    fields = ("hand", "seat", "digest", "given", "missed", "changes", "placed_at", "opened")

    @admin.display(description=_("given"))
    def given(self, bid: Bid) -> str:
        return visibility.given_words(bid)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Bid]":
        return visibility.shown_bids(super().get_queryset(request))


@admin.register(LogEntry)
class LogAdmin(OfGames):
    list_display = ("game", "number", "hand_number", "kind", "at")
    exact_search = ("game__code",)
    fields = ("game", "number", "hand_number", "kind", "person", "former", "data", "at")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        # Not by `list_select_related`: Django heeds it only where nothing is joined yet, and the
        # people are.
        return super().get_queryset(request).select_related("game")


@admin.register(Invitation)
class InvitationAdmin(OfGames):
    one, many = _("Invitation"), _("Invitations")
    list_display = ("game", "sent_by", "created_at", "expires_at", "accepted_by")
    sensitive = "read_address"
    list_select_related = ("game", "sent_by", "accepted_by")
    exact_search = ("game__code", "email")
    fields = ("game", "email", "sent_by", "created_at", "expires_at", "accepted_by")


@admin.register(HouseMail)
class HouseMailAdmin(ReadOnlyAdmin):
    """E-mail to postmaster and abuse with its text; other e-mail to us without."""

    one, many = _("E-mail to the operators"), _("E-mail to the operators")
    list_display = ("local", "outcome", "received_at")
    sensitive = "read_letter"
    exact_search = ("local",)
    fields = ("local", "outcome", "received_at", "text")

    @admin.display(description=_("text"))
    def text(self, mail: HouseMail) -> str:
        return house_mail.text_of(mail)


@admin.register(Record)
class RecordAdmin(OfGames):
    """Records, which exist only for finished games."""

    one, many = _("Record"), _("Records")
    list_display = ("game",)
    list_select_related = ("game",)
    exact_search = ("game__code",)
    fields = ("game", "data")
