"""`manage.py mailbox`: polls the IMAP or JMAP mailbox at MAILBOX_URL until it is stopped."""

import logging
import signal
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, close_old_connections

from accounts.email import polled_mailbox
from accounts.operation import heartbeats
from accounts.security import key_check

log = logging.getLogger(__name__)
EVERY = 15.0  # seconds


class Command(BaseCommand):
    help = "Polls the mailbox at MAILBOX_URL every 15 seconds."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="poll once and exit")

    def handle(self, *args: Any, **options: Any) -> None:
        if refusal := key_check.refusal():
            raise CommandError(refusal)
        if not settings.MAILBOX_URL:
            raise CommandError("MAILBOX_URL is not set: imaps://… or https://user:password@host/")
        if options["once"]:
            self.stdout.write(f"{_taken()} taken")
            return
        stop = Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_args: stop.set())
        while not stop.is_set():
            look()
            stop.wait(EVERY)


def _taken() -> int:
    try:
        return polled_mailbox.read(settings.MAILBOX_URL)
    except (*polled_mailbox.FAILURES, ValueError) as error:
        raise CommandError(
            f"The mailbox at MAILBOX_URL could not be read ({polled_mailbox.why(error)})."
        ) from None


def look() -> None:
    """Polls once. Errors are logged without their text, which may hold a password; the next poll
    tries again. Raises `CommandError` if no poll can ever work.
    """
    try:
        close_old_connections()
        polled_mailbox.read(settings.MAILBOX_URL)
        heartbeats.beat(heartbeats.MAILIN)
    except polled_mailbox.BadAddress as error:
        raise CommandError(f"{error}.") from None
    except polled_mailbox.FAILURES as error:
        log.warning("The mailbox could not be read: %s", polled_mailbox.why(error))
    except DatabaseError as error:
        log.warning("The mailbox was not read because of the database: %s", error)
