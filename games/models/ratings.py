"""Ratings of people and bots, and their history."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.tables import Game


class RatedGame(models.Model):
    """A finished game, and whether it has been rated.

    Created when the game ends. `number` is its position in the order of rating, which a
    recalculation keeps. `left_out` says why it doesn't count.
    """

    class Why(models.TextChoices):
        UNRATED = "unrated"  # a setting of the table
        BOTS = "bots"
        ENDED = "ended"  # ended early by moderators
        ALONE = "alone"  # fewer than two people to compare
        STAFF = "staff"  # excluded by a moderator

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="rating")
    by_rules = models.BooleanField(default=True)
    ended_at = models.DateTimeField(default=timezone.now)
    number = models.PositiveBigIntegerField(null=True, unique=True)
    left_out = models.CharField(max_length=8, choices=Why.choices, blank=True)
    stale = models.BooleanField(
        default=False, help_text="What follows from it must be reckoned anew."
    )

    class Meta:
        indexes = (
            models.Index(fields=["ended_at"], name="rated_due", condition=Q(number=None)),
            models.Index(fields=["number"], name="rated_stale", condition=Q(stale=True)),
        )

    def __str__(self) -> str:
        return f"rating of game {self.game_id}"


class Rating(models.Model):
    """A person's rating in one game: mean `mu` and uncertainty `sigma`.

    `shown` is the displayed number (docs/ratings.md), by which lists are sorted.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    ruleset = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    shown = models.IntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "ruleset"], name="rating_once"),)
        indexes = (models.Index(fields=["ruleset", "-shown", "id"], name="rating_list"),)

    def __str__(self) -> str:
        return f"{self.ruleset} of person {self.user_id}: {self.shown}"


class BotRating(models.Model):
    """The rating of a level of bots in one game, from games of their own pool (docs/bots.md).

    `level` 0 is the light bot. It doesn't affect anybody's rating.
    """

    ruleset = models.CharField(max_length=20)
    level = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    shown = models.IntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["ruleset", "level"], name="bot_rating_once"),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} of bots of level {self.level}: {self.shown}"


class RatingStep(models.Model):
    """How one game changed one person's rating; `place` counts from 1, and ties share it."""

    rated = models.ForeignKey(RatedGame, models.CASCADE, related_name="steps", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_steps", db_index=False
    )
    ruleset = models.CharField(max_length=20)
    number = models.PositiveBigIntegerField(help_text="That of the game.")
    place = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.IntegerField()
    change = models.IntegerField(help_text="Of what is shown.")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["rated", "user"], name="step_once"),)
        indexes = (models.Index(fields=["user", "ruleset", "-number"], name="step_history"),)

    def __str__(self) -> str:
        return f"step {self.number} of person {self.user_id}"
