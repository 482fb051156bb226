"""What is kept of a game: its public log, its record, and keys of bids that were posted."""

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
    """Reads entries with the people that they name, whose names are those of today."""

    def get_queryset(self) -> "models.QuerySet[LogEntry]":
        return super().get_queryset().select_related("person", "former")


class LogEntry(models.Model):
    """One public fact of a game, in order.

    `data` names nobody: of whom an entry tells stands in `person`, and in `former` who had the
    seat before them, so that a name is taken out of all logs by taking it from its person.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="log")
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
    def said(self) -> dict[str, Any]:
        """What it says, as doors show it: with the `name` of its person, and who was `before`."""
        people = {"name": self.person, "before": self.former}
        return {**self.data, **{key: one.name for key, one in people.items() if one is not None}}


class Record(models.Model):
    """The whole of a finished game as docs/records.md writes it; running games have none."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="record", primary_key=True)
    data = models.JSONField()
    # When it could be seen first: of a closed table, when all of its deals are over.
    written_in = TransactionField(db_default=this_transaction())

    class Meta:
        indexes = (models.Index(Coalesce("written_in", Value(0)), "game", name="record_in_order"),)

    def __str__(self) -> str:
        return f"record of game {self.game_id}"


class IdempotencyKey(models.Model):
    """A bid that was posted with a key, so that sending it again answers the same."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
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
