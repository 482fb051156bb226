from typing import Any

from django.core.management.commands import migrate

from tideweb import first_schema

# Whoever asks for one of these wants to see, or to have, the migrations themselves.
STEP_BY_STEP = ("app_label", "fake", "fake_initial", "plan", "check_unapplied", "prune")


class Command(migrate.Command):
    """Django's own; an empty database gets the tables of `first_schema.sql` before."""

    def handle(self, *args: Any, **options: Any) -> None:
        if not any(options[name] for name in STEP_BY_STEP):
            first_schema.load(options["database"])
        super().handle(*args, **options)
