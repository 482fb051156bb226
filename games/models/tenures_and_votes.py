"""Who held which seat, and votes."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.placement import placement
from games.models.tables import Game, Seat


class SeatTenure(models.Model):
    """Who held a seat, and from which hand to which; the seat itself keeps its index.

    `until_hand` is the last hand that counts for this person: null while they sit there, 0 if none
    does (in rows from before 0.3.1 also the hand before `from_hand`). `misses` is the seat's count
    when it was passed on.
    """

    NO_HAND = 0

    game = placement()
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tenures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="tenures")
    from_hand = models.PositiveIntegerField(default=1)
    until_hand = models.PositiveIntegerField(null=True, blank=True)
    substitute = models.BooleanField(default=False, help_text="Came for somebody who was away.")
    misses = models.PositiveIntegerField(default=0)
    began_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["seat_id", "pk"]
        constraints = (
            models.UniqueConstraint(
                fields=["seat"], name="tenure_now_once", condition=Q(until_hand=None)
            ),
        )

    def __str__(self) -> str:
        return f"tenure {self.pk} of seat {self.seat_id}"

    def held_until(self, last: int | None) -> int | None:
        """`until_hand` of whoever leaves after that hand, which may be before their first."""
        return last if last is None or last >= self.from_hand else self.NO_HAND


class Vote(models.Model):
    """One seat's public vote; carried out once all agree.

    `at` is when it was given, and it counts for a while from then (`LASTS`); null once it was
    withdrawn or carried out. `ended_at` is when that happened last: no older mail brings it back.
    """

    LASTS = timedelta(days=7)

    class Wish(models.TextChoices):
        PAUSE = "pause", _("pause the game")
        CANCEL = "cancel", _("cancel the game")

    game = models.ForeignKey(Game, models.CASCADE, related_name="ballots")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="ballots")
    wish = models.CharField(max_length=8, choices=Wish.choices)
    at = models.DateTimeField(default=timezone.now, null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seat", "wish"], name="vote_once"),)

    def __str__(self) -> str:
        return f"vote of seat {self.seat_id} to {self.wish}"
