"""What is kept of a game: its public log, its record, and keys of bids that were posted."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.tables import Game


class LogEntry(models.Model):
    """One public fact of a game, in order."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    hand_number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("entry of a game’s log")
        verbose_name_plural = _("logs of games")
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="log_entry_once"),)

    def __str__(self) -> str:
        return f"{self.kind} ({self.number}) in game {self.game_id}"


class Record(models.Model):
    """The whole of a finished game as docs/records.md writes it; running games have none."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="record", primary_key=True)
    data = models.JSONField()

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
