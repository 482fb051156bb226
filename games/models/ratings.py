"""How strong people play, game by game: what each rated game changed, and how it stands now."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.tables import Game


class RatedGame(models.Model):
    """A game that is over, and whether it has been reckoned with.

    It is written with the end of the game; `number` is the place in which it was reckoned
    among all games, which a reckoning anew keeps.  `left_out` says why it does not count.
    """

    class Why(models.TextChoices):
        UNRATED = "unrated"  # the table was laid so
        BOTS = "bots"
        ENDED = "ended"  # by moderators, as it stood
        ALONE = "alone"  # fewer than two people to be compared
        STAFF = "staff"  # a moderator left it out

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
    """How strong somebody plays one of the games: `mu` and how unsure that is, `sigma`.

    `shown` is what people read (docs/ratings.md); it orders the list.
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
    """How strong a level of bots is at one of the games, in a pool of bots (docs/bots.md).

    `level` 0 is the light bot.  Nobody's own rating follows from it.
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
    """What one game changed for one person: `place` from 1, equal for whoever shares it."""

    rated = models.ForeignKey(RatedGame, models.CASCADE, related_name="steps")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_steps")
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
