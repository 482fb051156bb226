"""`manage.py mailin`: listens for mail by SMTP and LMTP until it is stopped."""

import asyncio
import logging
import signal
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Any, cast

from asgiref.sync import sync_to_async
from celery import current_app
from celery.beat import EmbeddedService
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, close_old_connections

from accounts.email import inbound_routes, smtp_server
from accounts.operation import heartbeats
from accounts.security import key_check

log = logging.getLogger(__name__)
BEAT = 30.0  # seconds


class Command(BaseCommand):
    help = "Receives mail by SMTP on MAILIN_HOST:MAILIN_PORT, and by LMTP on MAILIN_LMTP if set."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--beat", action="store_true", help="also run celery beat, which schedules the sweeps"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if refusal := key_check.refusal():
            raise CommandError(refusal)
        if options["beat"]:
            _ask_for_sweeps()
        try:
            asyncio.run(self._listen())
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {', '.join(places())}: {error}. "
                "Set MAILIN_PORT to a free port, and MAILIN_LMTP to host:port or a socket's path."
            ) from error

    async def _listen(self) -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        async with AsyncExitStack() as open_:
            for server in await servers():
                await open_.enter_async_context(server)
            self.stdout.write(f"Listening for mail on {', '.join(places())}")
            self.stdout.flush()
            while not stop.is_set():
                await sync_to_async(_beat)()
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), BEAT)


def _ask_for_sweeps() -> None:
    """Runs Celery's beat in a thread: this process is idle most of the time."""
    schedule = str(Path(settings.CELERY_BEAT_SCHEDULE_FILENAME).absolute())
    how = {"schedule_filename": schedule, "scheduler_cls": current_app.conf.beat_scheduler}
    service = EmbeddedService(current_app, thread=True, **how)
    beat = cast(Thread, service)
    beat.daemon = True
    beat.start()


def places() -> list[str]:
    """The addresses and paths it listens on, for the log."""
    lmtp = settings.MAILIN_LMTP
    return [f"{settings.MAILIN_HOST}:{settings.MAILIN_PORT}", *([f"LMTP {lmtp}"] if lmtp else [])]


async def servers() -> list[asyncio.Server]:
    """Opens the listening sockets: SMTP, and LMTP on a port or a Unix socket."""
    loop = asyncio.get_running_loop()
    opened = [
        await loop.create_server(
            smtp_server.conversations(), settings.MAILIN_HOST, settings.MAILIN_PORT
        )
    ]
    if not settings.MAILIN_LMTP:
        return opened
    answers = smtp_server.conversations(inbound_routes.LMTP)
    host, colon, port = settings.MAILIN_LMTP.rpartition(":")
    if colon and port.isdigit():
        return [*opened, await loop.create_server(answers, host, int(port))]
    return [*opened, await at_path(answers, Path(settings.MAILIN_LMTP.removeprefix("unix:")))]


async def at_path(answers: Any, path: Path) -> asyncio.Server:
    """A Unix socket that the mail server, which is in our group, can write to. Asyncio replaces a
    socket that is there already, and fails at a file.
    """
    server = await asyncio.get_running_loop().create_unix_server(answers, str(path))
    path.chmod(0o660)
    return server


def _beat() -> None:
    """Records a heartbeat. A database that is down is only logged: the listener itself is fine."""
    try:
        close_old_connections()
        heartbeats.beat(heartbeats.MAILIN)
    except DatabaseError as error:
        log.warning("The mail listener could not record its heartbeat: %s", error)
