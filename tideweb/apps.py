import gc
from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate, pre_migrate


class TidewebConfig(AppConfig):
    """The first of our apps: made before the models of any of them are imported.

    Imports make many objects and no garbage, so nobody looks for some meanwhile, nor ever after
    among what is there then: a quarter of the time that a start takes, and less at each collection.
    """

    name = "tideweb"

    def __init__(self, *args: Any) -> None:
        gc.disable()
        super().__init__(*args)

    def ready(self) -> None:
        gc.freeze()
        gc.enable()
        # Apps without models, as this one, send no signal of their own.
        accounts = apps.get_app_config("accounts")
        post_migrate.connect(add_tables_without_models, sender=accounts)
        pre_migrate.connect(without_limits, sender=accounts)


def without_limits(using: str = "default", **_: Any) -> None:
    """A migration may take as long as it takes; the limits are for what people wait for.

    But it waits for a table no longer than they do: all who come behind it would wait as well.
    One that gives up has done nothing and is started again.
    """
    from django.db import connections

    with connections[using].cursor() as cursor:
        for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SET {name} = 0")
        cursor.execute("SET lock_timeout = '2s'")


def add_tables_without_models(using: str = "default", **_: Any) -> None:
    """The shared cache and the embedded broker live in the database, but have no models."""
    from django.conf import settings
    from django.core.management import call_command

    from tideweb.embedded import pgmq

    # Also while another cache is in use: nobody migrates again on going back to this one.
    call_command("createcachetable", settings.CACHE_TABLE, database=using, verbosity=0)
    if settings.CELERY_BROKER_URL.startswith("pgmq:"):
        pgmq.install(using)
