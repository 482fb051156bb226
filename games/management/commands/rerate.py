"""`manage.py rerate`: recalculates all ratings from the games, in their original order."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.results import ratings


class Command(BaseCommand):
    help = "Recalculates all ratings from the rated games; the result should be the same."

    def handle(self, *args: Any, **options: Any) -> None:
        count = ratings.rerate()
        self.stdout.write(f"Recalculated from {count} rated games.")
