"""Where notices go besides e-mail: browsers (push), webhooks, and secret feed URLs."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PushDevice(models.Model):
    """A browser's push subscription, encrypted: anybody who knows the endpoint could push to it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64, unique=True)
    sealed = models.BinaryField(editable=False)
    label = models.CharField(max_length=60, blank=True)
    session = models.BigIntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text="Where it was switched on: the id of a UserSession.",
    )
    created_at = models.DateTimeField(default=timezone.now)
    last_ok_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"device {self.pk} of {self.user_id}"


class Webhook(models.Model):
    """A webhook; URL and signing secret are encrypted.

    After a failure nothing is posted before `retry_at`; after days of failures it is disabled.
    """

    class Format(models.TextChoices):
        TIDEWEB = "tideweb", _("our own, in JSON")
        DISCORD = "discord", _("a Discord channel")
        SLACK = "slack", _("a Slack channel")
        MATRIX = "matrix", _("a Matrix room, through Hookshot")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    host = models.CharField(max_length=255)
    sealed = models.BinaryField(editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    last_ok_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=160, blank=True)
    retry_at = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    format = models.CharField(
        max_length=8, choices=Format.choices, default=Format.TIDEWEB, db_default=Format.TIDEWEB
    )

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.user_id}"


class Feed(models.Model):
    """A secret URL that serves a person's deadlines (calendar) or notices (Atom).

    Only a digest is stored, so the URL is shown once; creating a new one revokes the old.
    """

    class What(models.TextChoices):
        CALENDAR = "calendar"
        ATOM = "atom"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="feeds")
    what = models.CharField(max_length=8, choices=What.choices)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "what"], name="feed_once"),)

    def __str__(self) -> str:
        return f"{self.what} of {self.user_id}"
