"""The real settings, and beside them the endpoint and the task that do next to nothing."""

from tideweb.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
CELERY_IMPORTS = [*CELERY_IMPORTS, "tests.bench.tasks"]  # noqa: F405
