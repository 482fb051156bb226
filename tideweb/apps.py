from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class TidewebConfig(AppConfig):
    name = "tideweb"

    def ready(self) -> None:
        # Apps without models, as this one, send no signal of their own.
        post_migrate.connect(add_tables_without_models, sender=apps.get_app_config("accounts"))


def add_tables_without_models(using: str = "default", **_: Any) -> None:
    """The shared cache and the embedded broker live in the database, but have no models."""
    from django.conf import settings
    from django.core.management import call_command

    from tideweb.embedded import pgmq

    call_command("createcachetable", database=using, verbosity=0)
    if settings.CELERY_BROKER_URL.startswith("pgmq:"):
        pgmq.install(using)
