"""What people write: private notes."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.tables import Seat


class Note(models.Model):
    """What somebody noted at a seat, for themselves; it stays theirs if the seat is given on.

    `number` counts the notes of one person at one seat, from 1: a key of all notes would tell
    others how many are written.  `hand_number` 0 is about the game.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes")
    number = models.PositiveIntegerField()
    hand_number = models.PositiveIntegerField(default=0)
    sealed = models.BinaryField(editable=False)
    changed_at = models.DateTimeField(default=timezone.now)
    released_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when everybody may read it; empty: nobody else."
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["seat_id", "number"]
        constraints = (
            models.UniqueConstraint(fields=["seat", "author", "number"], name="note_once"),
        )

    def __str__(self) -> str:
        return f"note {self.pk} at seat {self.seat_id}"
