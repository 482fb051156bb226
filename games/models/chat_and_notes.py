"""Private notes, chat messages and ignored people."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.placement import placement
from games.models.tables import Game, Seat


class Note(models.Model):
    """A person's private note at a seat; it stays theirs if somebody else takes the seat.

    `number` counts a person's notes at a seat from 1, since a global id would reveal how many notes
    others write. `hand_number` 0 means the whole game. The newest may be without a text: it was
    deleted, and its number is not given again.
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
    """A chat message, encrypted; `number` counts the messages of a game from 1.

    The messages of a person who deletes their data are deleted, which leaves gaps.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="messages", db_index=False
    )
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
    """A person ignores another; nobody else knows."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ignored")
    whom = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["by", "whom"], name="ignored_once"),)

    def __str__(self) -> str:
        return f"person {self.by_id} does not read person {self.whom_id}"
