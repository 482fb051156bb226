"""`manage.py vapidkeys`: generates a private key for web push."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.notifications import web_push


class Command(BaseCommand):
    help = "Prints a new VAPID_PRIVATE_KEY. After a change every browser has to subscribe again."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"VAPID_PRIVATE_KEY={web_push.new_key()}")
