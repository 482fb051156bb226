"""Tables of the sandbox, at which bots that people wrote meet."""

from django.db import models
from django.utils import timezone


class SandboxTable(models.Model):
    """That a table is one of the sandbox."""

    game = models.OneToOneField("games.Game", models.CASCADE, related_name="sandbox")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"game {self.game_id} of the sandbox"
