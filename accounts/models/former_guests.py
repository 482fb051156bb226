"""Guests who signed in to an account of their own."""

from django.conf import settings
from django.db import models


class FormerGuest(models.Model):
    """`guest` took their seats along to the account `user`. What they did before stays under the
    guest's name; it is the same person's to load and to delete."""

    guest = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="signed_in_as"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="former_guests")

    def __str__(self) -> str:
        return f"guest {self.guest_id} is {self.user_id}"
