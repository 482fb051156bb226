"""API keys: how programs act on behalf of a person."""

from django.conf import settings
from django.db import models
from django.utils import timezone

ALL_SCOPES = "read play tables talk moderate account"  # explained in accounts.security.scopes


class ApiKey(models.Model):
    """A key for the API. Only its digest is stored, so the key itself is shown once.

    `scopes` are separated by spaces, as in OAuth. The last use is recorded by day only, which is
    enough to spot a forgotten key.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=40, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    used_on = models.DateField(null=True, blank=True)
    scopes = models.CharField(max_length=80, db_default=ALL_SCOPES)
    expires_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"key {self.pk} of {self.user_id}"

    @property
    def expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()
