"""What people write: private notes, and what they say to their table."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.placement import placement
from games.models.tables import Game, Seat


class Note(models.Model):
    """What somebody noted at a seat, for themselves; it stays theirs if the seat is given on.

    `number` counts the notes of one person at one seat, from 1: a key of all notes would tell
    others how many are written.  `hand_number` 0 is about the game.
    """

    game = placement()
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


class Message(models.Model):
    """What somebody said to their table, sealed; `number` counts the talk of a game, from 1.

    The messages of a person who has their data taken away go: then numbers are left out.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages")
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="messages")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="messages")
    sealed = models.BinaryField(editable=False)
    at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(
        null=True, blank=True, help_text="Since when moderators hide it from everybody."
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "number"], name="message_once"),)
        indexes = (models.Index(fields=["author", "-at"], name="message_by"),)

    def __str__(self) -> str:
        return f"message {self.number} in game {self.game_id}"


class Ignored(models.Model):
    """Somebody whose words a person does not want to read; nobody else knows."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ignored")
    whom = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["by", "whom"], name="ignored_once"),)

    def __str__(self) -> str:
        return f"person {self.by_id} does not read person {self.whom_id}"
