"""Celery only wakes and carries: every intent is a row in the database first."""

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

# It warns root of pickled messages; we accept JSON only.
warnings.filterwarnings("ignore", category=SecurityWarning)

# Read where it is used only: what it stands on takes longer to import than all of Celery.
TRANSPORT_ALIASES["pgmq"] = "tideweb.embedded.broker:Transport"
folders = list(sys.path)
app = Celery("tideweb")
# It has put the current folder in front, and that may hold packages of the same names as ours.
sys.path[:] = [*folders, str(Path.cwd())]
app.config_from_object("django.conf:settings", namespace="CELERY")
# Celery closes the connection to the database around every task unless this is set; it is read
# without the namespace.
app.conf["CELERY_DB_REUSE_MAX"] = 1_000_000
# Bots that search have a queue of their own. A worker that is told no queues reads both.
app.conf["task_queues"] = {"celery": {}, "bots": {}}
app.conf["task_routes"] = {"games.tasks.think": {"queue": "bots"}}
app.autodiscover_tasks()


@task_prerun.connect
def drop_stale_connections(**_: Any) -> None:
    """Since Celery no longer closes them for us, a restarted database must be noticed here."""
    from django.db import close_old_connections

    close_old_connections()


@worker_init.connect
@beat_init.connect
def refuse_wrong_keys(**_: Any) -> None:
    """Celery survives what a signal raises, unless it is this."""
    from accounts.security import key_check

    if refusal := key_check.refusal():
        raise SystemExit(refusal)


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Connecting is enough: Celery then leaves the logging of settings.py alone."""
