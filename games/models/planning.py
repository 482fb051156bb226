"""Answers that a seat gives ahead."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.tables import Seat


class Plan(models.Model):
    """A seat's answers given ahead (docs/plans.md): its text and how far it has come, sealed.

    It counts only while its owner sits there.  The text may be empty: then there is no plan but
    what a card is to do when its time comes.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="plan")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    sealed = models.BinaryField(editable=False)
    changed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"plan of seat {self.seat_id}"


class Opening(models.Model):
    """The text with which somebody's plan for a game begins, where they have kept none; sealed.

    It answers nothing by itself: it stands in the form until it is kept at a table.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="openings")
    ruleset = models.CharField(max_length=20)
    sealed = models.BinaryField(editable=False)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["owner", "ruleset"], name="opening_once_a_game"),
        )

    def __str__(self) -> str:
        return f"opening of {self.owner_id} for {self.ruleset}"


class Preference(models.Model):
    """How somebody's seats are set at tables where they sit down; no row: as usual."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="preference", primary_key=True
    )
    policy = models.CharField(max_length=8, choices=Seat.Policy.choices, default=Seat.Policy.LOWEST)
    ask_forced = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"preference of {self.user_id}"
