"""`manage.py demo`: creates the demo player, with tables at every stage of a game, once."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.people.demo_login import sign_in_link
from games.services.demo.demo_tables import make_demo, make_moderator


class Command(BaseCommand):
    help = "Creates the demo player and her tables (once) and prints the sign-in links."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.TIDEWEB_DEMO:
            raise CommandError("This isn't a demo. Set TIDEWEB_DEMO=1 to make it one.")
        self._link(make_demo(settings.MAIL_DOMAIN), "demo-link", "")
        if not settings.STAFF_SECOND_FACTOR:
            hedda = make_moderator(settings.MAIL_DOMAIN)
            self._link(hedda, "demo-moderator-link", ", a moderator")

    def _link(self, person: User, file: str, what: str) -> None:
        link = sign_in_link(person)
        Path(settings.VAR, file).write_text(link + "\n", encoding="utf-8")
        self.stdout.write(f"Sign in as {person.name}{what}: {link}")
