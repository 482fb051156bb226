import gc
from typing import Any

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate, pre_migrate


class TidewebConfig(AppConfig):
    """The first of our apps, created before any models are imported.

    Importing creates many objects and hardly any garbage, so garbage collection is off meanwhile,
    and ignores those objects for good afterwards. That saves a quarter of the startup time, and
    time at every later collection.
    """

    name = "tideweb"

    def __init__(self, *args: Any) -> None:
        gc.disable()
        super().__init__(*args)

    def ready(self) -> None:
        gc.freeze()
        gc.enable()
        # Apps without models, like this one, don't send post_migrate.
        accounts = apps.get_app_config("accounts")
        post_migrate.connect(add_tables_without_models, sender=accounts)
        pre_migrate.connect(without_limits, sender=accounts)


def without_limits(using: str = "default", **_: Any) -> None:
    """Lifts the statement timeout for migrations, since nobody is waiting for them.

    The lock timeout stays: while a migration waits for a table, everybody behind it waits too. One
    that times out has changed nothing and can be started again, unless it is more than one
    transaction (tideweb.database.schema).
    """
    from django.db import connections

    with connections[using].cursor() as cursor:
        for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
            cursor.execute(f"SET {name} = 0")
        cursor.execute("SET lock_timeout = '2s'")


def add_tables_without_models(using: str = "default", **_: Any) -> None:
    """Creates the tables of the shared cache and the embedded broker, which have no models."""
    from django.conf import settings
    from django.core.management import call_command

    from tideweb.embedded import pgmq

    # Even while another cache is configured, since switching back doesn't run migrations.
    call_command("createcachetable", settings.CACHE_TABLE, database=using, verbosity=0)
    if settings.CELERY_BROKER_URL.startswith("pgmq:"):
        pgmq.install(using)
