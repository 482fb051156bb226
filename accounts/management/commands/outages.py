"""`manage.py outages`: recent outages, and the last heartbeat of each part of the service."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Heartbeat, Outage
from accounts.operation import heartbeats


class Command(BaseCommand):
    help = "Lists the parts of the service with their last heartbeats, and recent outages."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--forget",
            metavar="PART",
            help="forget a part that is no longer run here, such as mailin",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        part = options["forget"]
        if part and not heartbeats.forget(part):
            raise CommandError(f"No part called {part} has ever run here.")
        for beat in Heartbeat.objects.order_by("service"):
            self.stdout.write(f"{beat.service:8} alive at {beat.at:%Y-%m-%d %H:%M:%S} UTC")
        for outage in Outage.objects.order_by("-id")[:20]:
            hands = outage.credits.count()  # a table of games
            lasted = outage.ended - outage.began
            self.stdout.write(
                f"down: {outage}, {round(lasted.total_seconds() / 60)} min, {hands} hands"
            )
