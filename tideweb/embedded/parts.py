"""The processes of `manage.py up`: each is a function run in a fork until it is told to stop.

Everything they need is imported before forking.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import get_resolver
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from tideweb.embedded.opening import Opened
from tideweb.embedded.supervisor import Child
from tideweb.variables import number

# Modules that each of them would otherwise import by itself.
LATER = (
    "accounts.management.commands.mailin",
    "accounts.tasks",
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.log",
    "celery.app.routes",
    "celery.apps.worker",
    "celery.backends.base",
    "celery.concurrency.thread",
    "celery.contrib.django.task",
    "celery.events.receiver",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy",
    "games.tasks",
    "kombu.mixins",
    "tideweb.background_sweep",
    "tideweb.event_hub",
    "tideweb.page_stream",
    "tideweb.tasks",
)


def parts(opened: Opened) -> list[Child]:
    """Web, event streams, worker, mail listener with beat, and a one-off that creates the demo.
    Raises `ImproperlyConfigured`.
    """
    sizes = number("WEB_WORKERS", 1, 1, 100), number("WEB_THREADS", 4, 1, 100)
    family = [
        Child("web", partial(web, opened.host, opened.port, *sizes)),
        Child("events", partial(events, opened.host, opened.events_port)),
        Child("worker", partial(worker, number("WORKER_THREADS", 4, 1, 100))),
        Child("mail", partial(command, "mailin", beat=True)),
    ]
    if settings.TIDEWEB_DEMO:
        family.append(Child("demo", partial(command, "demo"), once=True))
    return family


def import_all() -> None:
    """Loads what several of them need: modules, the broker's client, URL patterns, translations."""
    for name in LATER:
        import_module(name)
    if settings.CELERY_BROKER_URL.startswith("pgmq:"):
        import_module("tideweb.embedded.broker")
    current_app.connection_for_write()  # imports the broker's client, and doesn't connect
    _ = get_resolver().url_patterns


def web(host: str, port: int, workers: int, threads: int) -> None:
    _serve(
        "tideweb.wsgi:application", Interfaces.WSGI, host, port,
        workers=workers, blocking_threads=threads,
    )  # fmt: skip


def events(host: str, port: int) -> None:
    _serve("tideweb.event_stream:application", Interfaces.ASGI, host, port)


def _serve(target: str, interface: Interfaces, host: str, port: int, **more: Any) -> None:
    Server(
        target, host, port, interface=interface, workers_kill_timeout=3,
        respawn_failed_workers=True, websockets=False, log_level=LogLevels.warning, **more,
    ).serve()  # fmt: skip


def worker(threads: int) -> None:
    """Like `celery worker`, without importing its command-line interface."""
    told = ["--pool", "threads", "--concurrency", str(threads)]
    # The command line with which it restarts on SIGHUP:
    sys.argv = ["-m", "celery", "--app", "tideweb", "--quiet", "worker", *told]
    process = current_app.Worker(
        pool_cls="threads", concurrency=threads, quiet=True,
        loglevel=settings.LOGGING["root"]["level"],
        without_gossip=True, without_mingle=True, without_heartbeat=True,
    )  # fmt: skip
    process.start()
    sys.exit(process.exitcode)


def command(name: str, **options: Any) -> None:
    try:
        call_command(name, **options)
    except CommandError as error:
        sys.exit(f"{error}")
