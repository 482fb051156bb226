"""Hands that moderators have undone, kept so that they can be restored; and reports."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.chat_and_notes import Message
from games.models.tables import Game


class TakenBack(models.Model):
    """Hands undone by one command, encrypted with their bids, clocks and asides.

    `first` is the hand that was reopened, `last` the one that was open at the time.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="taken_back")
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    sealed_rows = models.BinaryField(editable=False)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"hands {self.first} to {self.last} of game {self.game_id}"


class Report(models.Model):
    """A report to the moderators about a table, a person, or both.

    `answer` is shown to the reporter.
    """

    class Kind(models.TextChoices):
        CONDUCT = "conduct", _("how somebody behaves")
        UNFAIR = "unfair", _("unfair play")
        STUCK = "stuck", _("the game is stuck")
        NAME = "name", _("an offensive name or word")
        ACT = "act", _("something moderators did")
        OTHER = "other", _("something else")

    class Outcome(models.TextChoices):
        ACTED = "acted", _("something was done")
        NOTHING = "nothing", _("nothing was done")
        ANSWERED = "answered", _("a question, answered")

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports"
    )
    game = models.ForeignKey(Game, models.CASCADE, null=True, blank=True, related_name="reports")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="reported"
    )
    message = models.ForeignKey(
        Message, models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    kind = models.CharField(_("what is it about?"), max_length=10, choices=Kind.choices)
    text = models.TextField(
        _("in your own words"),
        max_length=2000,
        help_text=_("What happened, and when? Please don’t name cards that are still hidden."),
    )
    assigned_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    answer = models.TextField(max_length=2000, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=["id"], name="report_open", condition=Q(closed_at=None)),
            models.Index(fields=["reporter", "-id"], name="report_by"),
        )

    def __str__(self) -> str:
        return f"report {self.pk}"
