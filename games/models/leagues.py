"""Leagues: seasons with divisions, promotion and relegation."""

from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.tables import Game
from games.pace import MAX_HOURS

MIN_GROUP, MAX_GROUP = 4, 5


class League(models.Model):
    """A league for one game, created by a moderator."""

    slug = models.SlugField(_("name in addresses"), unique=True, max_length=30)
    name = models.CharField(_("name"), max_length=30, unique=True)
    ruleset = models.CharField(_("game"), max_length=20)
    options = models.JSONField(_("options"), default=dict, blank=True)
    seats = models.PositiveSmallIntegerField(
        _("seats at a table"),
        help_text=_("Everybody plays everybody else in the division, so many at a table."),
    )
    hours = models.PositiveSmallIntegerField(
        _("hours for each hand"),
        default=48,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_HOURS)],
    )
    days = models.PositiveSmallIntegerField(
        _("days of a season"),
        default=120,
        validators=[MinValueValidator(7), MaxValueValidator(730)],
        help_text=_("Then the next one begins. Games that still run are played on, uncounted."),
    )
    first_start = models.DateTimeField(_("the first season begins"), default=timezone.now)
    active = models.BooleanField(
        _("goes on"), default=True, help_text=_("Off: no further season begins.")
    )

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def least_people(self) -> int:
        """The fewest people of a division, who fill at least one table."""
        return max(MIN_GROUP, self.seats)


class Season(models.Model):
    """A season, from its sign-up until the next one begins; `number` counts from 1."""

    class State(models.TextChoices):
        OPEN = "open", _("sign-up")
        RUNNING = "running", _("running")
        OVER = "over", _("over")

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    starts_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["league", "number"], name="season_once"),
            models.UniqueConstraint(
                fields=["league"], name="season_open_once", condition=Q(state="open")
            ),
        )
        indexes = (
            models.Index(fields=["starts_at"], name="season_due", condition=Q(state="open")),
        )

    def __str__(self) -> str:
        return f"season {self.number} of league {self.league_id}"


class Entry(models.Model):
    """A person in a season with their division (from 1, empty before the start) and result.

    `points` and `place` are stored when the season ends; until then they are computed.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="league_entries"
    )
    division = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["season", "user"], name="entry_once"),)

    def __str__(self) -> str:
        return f"person {self.user_id} in season {self.season_id}"


class LeagueGame(models.Model):
    """A table created for a division of a season."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="games")
    division = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, models.CASCADE, related_name="league_game")

    def __str__(self) -> str:
        return f"game {self.game_id} of season {self.season_id}"
