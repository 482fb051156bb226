"""What moderators took out of games, kept so that it can be put back."""

from django.db import models
from django.utils import timezone

from games.models.tables import Game


class TakenBack(models.Model):
    """The hands that were taken back at once, sealed: bids, clocks, asides and all.

    `first` is the hand that was opened anew, `last` the one that was open then.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="taken_back")
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    sealed_rows = models.BinaryField(editable=False)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"hands {self.first} to {self.last} of game {self.game_id}"
