"""`manage.py mailin`: listens for mail to people here until it is told to stop."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts import canary, listener


class Command(BaseCommand):
    help = "Takes mail by SMTP on MAILIN_HOST:MAILIN_PORT into the mailbox of people here."

    def handle(self, *args: Any, **options: Any) -> None:
        if refusal := canary.refusal():
            raise CommandError(refusal)
        try:
            asyncio.run(self._listen())
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {settings.MAILIN_HOST}:{settings.MAILIN_PORT}: {error}. "
                "Set MAILIN_PORT to a free port."
            ) from error

    async def _listen(self) -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        server = await loop.create_server(
            listener.conversations(), settings.MAILIN_HOST, settings.MAILIN_PORT
        )
        self.stdout.write(f"Mail listens on {settings.MAILIN_HOST}:{settings.MAILIN_PORT}")
        self.stdout.flush()
        async with server:
            await stop.wait()
