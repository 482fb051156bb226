"""Celery only wakes workers up: everything to be done is a row in the database first."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Any

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import beat_init, setup_logging, task_prerun, worker_init
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideweb.settings")

DELAYS = "celery.worker.consumer.delayed_delivery:DelayedDelivery"

# Celery warns root about pickled messages; we accept only JSON.
warnings.filterwarnings("ignore", category=SecurityWarning)

# Imported only where it is used: its dependencies take longer to import than Celery.
TRANSPORT_ALIASES["pgmq"] = "tideweb.embedded.broker:Transport"
folders = list(sys.path)
app = Celery("tideweb")
# Celery has put the current folder first, which may contain packages named like ours.
sys.path[:] = [*folders, str(Path.cwd())]
app.config_from_object("django.conf:settings", namespace="CELERY")
# Without this Celery closes the database connection around every task. It is read without the
# namespace.
app.conf["CELERY_DB_REUSE_MAX"] = 1_000_000
app.autodiscover_tasks()


@task_prerun.connect
def drop_stale_connections(**_: Any) -> None:
    """Closes unusable connections, as after a database restart; Celery no longer does that."""
    from django.db import close_old_connections

    close_old_connections()


@worker_init.connect
@beat_init.connect
def refuse_wrong_keys(**_: Any) -> None:
    """Ends the worker if the keys are wrong. Celery ignores other exceptions from signals."""
    from accounts.security import key_check

    if refusal := key_check.refusal():
        raise SystemExit(refusal)


@worker_init.connect
def leave_out_delayed_delivery(**_: Any) -> None:
    """For quorum queues Celery adds 28 more, to hold delayed tasks for up to four years. Direct
    exchanges like ours make no use of them: a worker holds such a task for its few seconds.
    """
    from celery.worker.consumer import Consumer

    if DELAYS in Consumer.Blueprint.default_steps:
        Consumer.Blueprint.default_steps.remove(DELAYS)


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Does nothing; connecting this signal makes Celery keep the logging of settings.py."""
