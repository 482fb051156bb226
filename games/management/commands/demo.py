"""Makes the demo player and tables at every point of a game, once."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.demo import sign_in_link
from games.services.demo import make_demo


class Command(BaseCommand):
    help = "Make the demo player and her tables (once), and write her sign-in link."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.TIDEWEB_DEMO:
            raise CommandError("This is no demo. Set TIDEWEB_DEMO=1 if it should become one.")
        marit = make_demo(settings.MAIL_DOMAIN)
        link = sign_in_link(marit)
        Path(settings.VAR, "demo-link").write_text(link + "\n", encoding="utf-8")
        self.stdout.write(f"Sign in as {marit.name}: {link}")
