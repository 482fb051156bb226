"""The public log of a game, its record, and idempotency keys."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.commit_order import TransactionField, this_transaction
from games.models.tables import Game


class LogManager(models.Manager["LogEntry"]):
    """Fetches entries with the people they name, under their current names."""

    def get_queryset(self) -> "models.QuerySet[LogEntry]":
        return super().get_queryset().select_related("person", "former")


class LogEntry(models.Model):
    """One public event of a game, in order.

    `data` contains no names. The person concerned is `person`, the previous holder of the seat
    `former`, so that a name disappears from all logs when the person's name is erased.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="log", db_index=False)
    number = models.PositiveIntegerField()
    hand_number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    former = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)
    written_in = TransactionField(db_default=this_transaction())

    objects: ClassVar[LogManager] = LogManager()

    class Meta:
        verbose_name = _("entry of a game’s log")
        verbose_name_plural = _("logs of games")
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="log_entry_once"),)
        indexes = (models.Index(fields=["game", "written_in"], name="log_written"),)

    def __str__(self) -> str:
        return f"{self.kind} ({self.number}) in game {self.game_id}"

    @property
    def with_names(self) -> dict[str, Any]:
        """`data` for display, with the `name` of the person and of the one `before` them."""
        people = {"name": self.person, "before": self.former}
        return {**self.data, **{key: one.name for key, one in people.items() if one is not None}}


class Record(models.Model):
    """The complete record of a finished game (docs/records.md)."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="record", primary_key=True)
    data = models.JSONField()
    # When it became visible; for a closed table, when all tables with its deals were over.
    written_in = TransactionField(db_default=this_transaction())

    class Meta:
        indexes = (models.Index(Coalesce("written_in", Value(0)), "game", name="record_in_order"),)

    def __str__(self) -> str:
        return f"record of game {self.game_id}"


class IdempotencyKey(models.Model):
    """A bid sent with an idempotency key, so that repeating it returns the same receipt."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    sealed_receipt = models.BinaryField(editable=False)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once"),
        )

    def __str__(self) -> str:
        return f"idempotency key {self.pk}"
