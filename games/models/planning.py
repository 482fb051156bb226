"""Plans and preferences."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.tables import Seat


class Plan(models.Model):
    """A seat's plan (docs/plans.md): its text and progress, encrypted.

    It is valid only while its owner holds the seat. If the text is empty there is no plan, only
    planned follow-ups to a card, or the moment when its owner cleared it. Until they write a text
    or clear it, `changed_at` is that of the game's creation.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="plan")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    sealed = models.BinaryField(editable=False)
    changed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"plan of seat {self.seat_id}"


class Opening(models.Model):
    """A person's default text for new plans of a game, encrypted.

    It gives no answers by itself; it prefills the form until it is saved at a table.
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
    """A person's defaults for new seats; no row means the general defaults."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="preference", primary_key=True
    )
    policy = models.CharField(max_length=8, choices=Seat.Policy.choices, default=Seat.Policy.LOWEST)
    ask_forced = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"preference of {self.user_id}"
