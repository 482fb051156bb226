"""`manage.py retime`: after an update of the time zone database (tzdata)."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.hands import time_zone_updates


class Command(BaseCommand):
    help = "Recalculates future deadlines after an update of the time zone database."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(
            f"{time_zone_updates.retime()} deadlines were moved to later; the players are told."
        )
