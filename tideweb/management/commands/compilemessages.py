from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tideweb.message_catalogues import compile_catalogues


class Command(BaseCommand):
    help = "Compiles changed message catalogues (with Babel; gettext is not needed)."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        for file in compile_catalogues(settings.LOCALE_PATHS):
            self.stdout.write(f"compiled {file}")
