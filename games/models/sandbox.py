"""Tables of the sandbox, where bots that people wrote play each other."""

from django.db import models
from django.utils import timezone


class SandboxTable(models.Model):
    """Marks a game as part of the sandbox."""

    game = models.OneToOneField("games.Game", models.CASCADE, related_name="sandbox")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"game {self.game_id} of the sandbox"
