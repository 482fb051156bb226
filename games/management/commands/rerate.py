"""`manage.py rerate`: reckons all ratings anew, from the games, in the order in which they were."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.results import ratings


class Command(BaseCommand):
    help = "Reckons all ratings anew from the rated games; the figures come out the same."

    def handle(self, *args: Any, **options: Any) -> None:
        count = ratings.rerate()
        self.stdout.write(f"Reckoned anew: {count} rated games.")
