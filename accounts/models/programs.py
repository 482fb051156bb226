"""Bots that people write: each plays under its own account and has an owner."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Program(models.Model):
    """`user` is the account that plays; `owner` created it and is responsible for it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="program")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="programs")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"program {self.pk} of {self.owner_id}"
